// The tour: the depth-first walk through a tree of moves, stop by stop.
//
// A stop is a board whose children are leaves.  The walk gets there from the stop before it by going so many
// moves back up and then some down; the leaves there are one move away each, there and back.
#pragma once
#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "anysize/grid.hpp"

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

    // The next tour: every leaf becomes a stop with those of its children that are kept, bit m of keep[leaf] for move
    // m.
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
    }

    // The way from the root to a leaf.
    Path way_to(std::size_t leaf) const {
        Path way;
        auto moves = moves_.begin();
        for (const Stop& stop : stops_) {
            way.resize(way.size() - stop.ups);
            way.insert(way.end(), moves, moves + std::ptrdiff_t(stop.downs));
            moves += std::ptrdiff_t(stop.downs);
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

    // Takes the moves off the tour that all its stops share: they open it and are undone only at its end.
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
        return shared;
    }

private:
    std::vector<Stop> stops_;
    Path moves_;
    std::size_t ups_ = 0, first_ = 0;  // from the last stop to the end: ups, and the downs from moves_[first_] on
};

}  // namespace taquin::anysize
