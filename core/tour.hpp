// The tour: the depth-first walk through a tree of moves, stop by stop.
//
// A stop is a board whose children are leaves.  The walk gets there from the stop before it by going so many
// moves back up and then some down; the leaves there are one move away each, there and back.  A part of a tour
// begins at some place in the tree and ends at another; parts put together again make the whole.
#pragma once
#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "grid.hpp"

namespace taquin::anysize {

struct Stop {
    std::uint32_t ups, downs;
    std::uint8_t leaves;  // bit m for the leaf of move m; none: the stop itself is the only leaf
    int count() const { return leaves ? std::popcount(leaves) : 1; }
};

class Tour {
public:
    const std::vector<Stop>& stops() const { return stops_; }
    const std::uint8_t* moves() const { return moves_.data(); }  // down, of one stop after the other

    void clear() {
        stops_.clear();
        moves_.clear();
        ups_ = first_ = 0;
    }

    // Goes on.  Downs that are taken back before a stop lead nowhere, and are forgotten.
    void travel(std::size_t ups, const std::uint8_t* downs, std::size_t count) {
        const std::size_t nowhere = std::min(ups, moves_.size() - first_);
        moves_.resize(moves_.size() - nowhere);
        ups_ += ups - nowhere;
        for (std::size_t i = 0; i < count; ++i) moves_.push_back(downs[i]);
    }

    void stop(std::uint8_t leaves) {
        stops_.push_back({std::uint32_t(ups_), std::uint32_t(moves_.size() - first_), leaves});
        ups_ = 0;
        first_ = moves_.size();
    }

    // The part that follows.
    void append(const Tour& part) {
        const std::uint8_t* moves = part.moves();
        for (const Stop& stop : part.stops_) {
            travel(stop.ups, moves, stop.downs);
            this->stop(stop.leaves);
            moves += stop.downs;
        }
        travel(part.ups_, moves, part.moves_.size() - part.first_);
    }

    // The next tour: every leaf becomes a stop with those of its children that are kept, bit m of keep[leaf] for move m.
    void grow(const std::uint8_t* keep, Tour& next) const {
        next.clear();
        const std::uint8_t* moves = moves_.data();
        for (const Stop& stop : stops_) {
            next.travel(stop.ups, moves, stop.downs);
            moves += stop.downs;
            if (!stop.leaves && *keep) next.stop(*keep);
            if (!stop.leaves) ++keep;
            for (unsigned left = stop.leaves; left; left &= left - 1) {
                const std::uint8_t move = std::uint8_t(std::countr_zero(left)), children = *keep++;
                if (!children) continue;
                next.travel(0, &move, 1);
                next.stop(children);
                next.travel(1, nullptr, 0);
            }
        }
        next.travel(ups_, moves, moves_.size() - first_);
    }

    // Cuts the tour before the stop that holds leaf number `leaf`: the rest goes to `rest`, and the way changes from
    // where this tour begins to where the rest does.  Returns the number of leaves that are left.
    std::size_t cut(std::size_t leaf, Path& way, Tour& rest) {
        rest.clear();
        std::size_t before = 0, at = 0, index = 0;
        for (; index < stops_.size() && before + std::size_t(stops_[index].count()) <= leaf; ++index) {
            pass(index, at, way);
            before += std::size_t(stops_[index].count());
        }
        rest.stops_.assign(stops_.begin() + std::ptrdiff_t(index), stops_.end());
        rest.moves_.assign(moves_.begin() + std::ptrdiff_t(at), moves_.end());
        rest.first_ = first_ - at;
        rest.ups_ = ups_;
        stops_.resize(index);
        moves_.resize(at);
        first_ = at;
        ups_ = 0;
        return before;
    }

    // The way from the root to a leaf, `way` being the one to where this tour begins.
    Path way_to(std::size_t leaf, Path way) const {
        std::size_t at = 0;
        for (std::size_t index = 0; index < stops_.size(); ++index) {
            pass(index, at, way);
            const Stop& stop = stops_[index];
            if (leaf < std::size_t(stop.count())) {
                unsigned left = stop.leaves;
                for (; leaf > 0; --leaf) left &= left - 1;
                if (left) way.push_back(std::uint8_t(std::countr_zero(left)));
                break;
            }
            leaf -= std::size_t(stop.count());
        }
        return way;
    }

    // Takes the moves off a whole tour that all its stops share: they open it and are undone only at its end.
    Path take_shared() {
        if (stops_.empty()) return {};
        std::size_t depth = stops_[0].downs, lowest = depth;
        for (std::size_t i = 1; i < stops_.size() && lowest > 0; ++i) {
            depth -= stops_[i].ups;
            lowest = std::min(lowest, depth);
            depth += stops_[i].downs;
        }
        const auto end = moves_.begin() + std::ptrdiff_t(lowest);
        const Path shared(moves_.begin(), end);
        moves_.erase(moves_.begin(), end);
        stops_[0].downs -= std::uint32_t(lowest);
        first_ -= lowest;
        ups_ -= std::min(ups_, lowest);
        return shared;
    }

private:
    void pass(std::size_t index, std::size_t& at, Path& way) const {
        way.resize(way.size() - stops_[index].ups);
        const auto from = moves_.begin() + std::ptrdiff_t(at);
        way.insert(way.end(), from, from + std::ptrdiff_t(stops_[index].downs));
        at += stops_[index].downs;
    }

    std::vector<Stop> stops_;
    Path moves_;
    std::size_t ups_ = 0, first_ = 0;  // from the last stop to the end: ups, and the downs from moves_[first_] on
};

}  // namespace taquin::anysize
