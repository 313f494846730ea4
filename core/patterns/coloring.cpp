#include "patterns/coloring.hpp"

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

int SlideTable::distance(uint32_t sequence, int blank) const {
    const Coloring& coloring = coloring_;
    const Shape& shape = coloring.shape();
    const int longest = 1000;  // no board of 16 cells is so far away
    for (int slides = 0; slides < longest; ++slides) {
        if (sequence == coloring.goal() && blank == coloring.blank()) return slides;
        const uint32_t here = word(sequence), before = here >> 2 * blank & 3;
        const auto nearer = [&](uint32_t value) { return before < 3 && value < 3 && slide_change(before, value) < 0; };
        bool found = false;
        for (int cell = blank / shape.width * shape.width, last = cell + shape.width; cell < last && !found; ++cell)
            if ((found = nearer(here >> 2 * cell & 3))) blank = cell;
        for (const bool up : {true, false}) {
            uint32_t next = sequence;
            for (int cell = blank; !found;) {
                if (up ? cell < shape.width : cell + shape.width >= shape.cells()) break;
                next = up ? coloring.blank_up(next, cell) : coloring.blank_down(next, cell);
                cell += up ? -shape.width : shape.width;
                if ((found = nearer(word(next) >> 2 * cell & 3))) sequence = next, blank = cell;
            }
        }
        if (!found) break;
    }
    throw DamagedTable();
}

}  // namespace taquin
