#include "patterns/coloring.hpp"

#include <algorithm>
#include <map>
#include <stdexcept>

namespace taquin {
namespace {

constexpr int kFirstPlaces = 8;  // the half of a sequence that a number is looked up by
using Counts = std::array<int, Coloring::kColors>;

// How many tiles of each color are in these places; false where there are more than there should be.
bool count_colors(uint32_t places, int many, const Counts& most, Counts& counts) {
    counts = {};
    for (int place = 0; place < many; ++place)
        if (++counts[places >> 2 * place & 3] > most[places >> 2 * place & 3]) return false;
    return true;
}

}  // namespace

Coloring::Coloring(Shape shape, std::vector<int> colors, int blank)
    : shape_(shape), colors_(std::move(colors)), blank_(blank) {
    const int cells = shape_.cells();
    if (cells > kMostCells || shape_.width < 2 || shape_.height < 2)
        throw std::invalid_argument("colorings are for boards from 2x2 to 16 cells");
    if (static_cast<int>(colors_.size()) != cells || blank_ < 0 || blank_ >= cells)
        throw std::invalid_argument("the colors do not fit the board");
    for (const int color : colors_)
        if (color < 0 || color >= kColors) throw std::invalid_argument("there are the colors 0 to 3");
    part_mask_ = (uint32_t{1} << 2 * shape_.width) - 1;
    part_shift_ = 2 * shape_.width - 2;
    for (int cell = 0, place = 0; cell < cells; ++cell)
        if (cell != blank_) goal_ |= static_cast<uint32_t>(colors_[cell]) << 2 * place++;
    number_sequences();
}

void Coloring::number_sequences() {
    const int places = shape_.cells() - 1, first = std::min(places, kFirstPlaces), second = places - first;
    Counts all{}, counts{};
    count_colors(goal_, places, {places, places, places, places}, all);
    std::map<Counts, std::vector<uint32_t>> by_content;
    second_.assign(size_t{1} << 2 * (kMostCells - 1 - kFirstPlaces), 0);
    for (uint32_t rest = 0; rest < uint32_t{1} << 2 * second; ++rest)
        if (count_colors(rest, second, all, counts)) {
            second_[rest] = static_cast<uint32_t>(by_content[counts].size());
            by_content[counts].push_back(rest << 2 * kFirstPlaces);
        }
    std::map<Counts, uint32_t> content_of;
    for (auto& [content, list] : by_content) {
        content_of[content] = static_cast<uint32_t>(endings_.size());
        endings_.push_back(std::move(list));
    }
    first_.assign(size_t{1} << 2 * kFirstPlaces, 0);
    for (uint32_t beginning = 0; beginning < uint32_t{1} << 2 * first; ++beginning)
        if (count_colors(beginning, first, all, counts)) {
            Counts left{};
            for (int color = 0; color < kColors; ++color) left[color] = all[color] - counts[color];
            first_[beginning] = size_;
            blocks_.push_back({beginning, size_, content_of.at(left)});
            size_ += static_cast<uint32_t>(endings(blocks_.back()).size());
        }
}

bool SlideTable::is_in_goal(uint32_t sequence, int blank, Axis track) const {
    const int width = coloring_.shape().width, home = coloring_.blank();
    if (track == kAlongRow) return sequence == coloring_.goal() && blank / width == home / width;
    bool found = false;
    coloring_.for_column(sequence, blank,
                         [&](uint32_t next, int cell) { found |= next == coloring_.goal() && cell == home; });
    return found;
}

bool SlideTable::step(uint32_t& sequence, int& blank, Axis track, Axis target) const {
    const int width = coloring_.shape().width, first = blank / width * width;
    if (track == kAlongRow) {
        const uint32_t here = word(sequence);
        for (int cell = first; cell < first + width; ++cell)
            if (column_minus_row(here, target, cell) < 0) return blank = cell, true;
        return false;
    }
    bool found = false;
    const uint32_t from = sequence;
    coloring_.for_column(from, blank, [&](uint32_t next, int cell) {
        if (!found && column_minus_row(word(next), target, cell) > 0) sequence = next, blank = cell, found = true;
    });
    return found;
}

int SlideTable::tracks(uint32_t sequence, int blank, Axis track, Axis target) const {
    for (int tracks = 0; tracks < kLongest; ++tracks, track = other(track)) {
        if (track == target && is_in_goal(sequence, blank, track)) return tracks;
        if (!step(sequence, blank, track, target)) break;
    }
    throw DamagedTable();
}

int SlideTable::distance(uint32_t sequence, int blank) const {
    if (sequence == coloring_.goal() && blank == coloring_.blank()) return 0;
    int fewest = kLongest;
    for (const Axis track : {kAlongRow, kAlongColumn})
        for (const Axis target : {kAlongRow, kAlongColumn})
            fewest = std::min(fewest, tracks(sequence, blank, track, target) + 1);
    return fewest;
}

}  // namespace taquin
