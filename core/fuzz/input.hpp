// What a fuzz target makes of its bytes: numbers in ranges, boards, moves. The same bytes, the same values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/board.hpp"

namespace taquin::fuzz {

class Input {
public:
    Input(const uint8_t* data, size_t size) : at_(data), end_(data + size) {}

    bool empty() const { return at_ == end_; }
    int byte() { return at_ == end_ ? 0 : *at_++; }
    int below(int limit) { return byte() % limit; }
    int between(int least, int most) { return least + below(most - least + 1); }
    // A number of any size, small ones mostly.
    int64_t number() {
        uint64_t value = 0;
        for (int bytes = below(10); bytes > 0; --bytes) value = value << 8 | static_cast<uint64_t>(byte());
        return static_cast<int64_t>(value);
    }
    // Any order of the cells: not every one can be solved.
    std::vector<int> board(int cells) {
        std::vector<int> tiles(cells);
        for (int i = 0; i < cells; ++i) tiles[i] = i;
        for (int i = cells - 1; i > 0; --i) std::swap(tiles[i], tiles[byte() % (i + 1)]);
        return tiles;
    }
    // Moves, and now and then something that is none.
    std::string moves(int longest) {
        std::string found;
        for (int count = longest ? below(longest) : 0; count > 0; --count) {
            const int code = byte();
            found += code == 255 ? '?' : kMoveLetters[code % kMoves];
        }
        return found;
    }

private:
    const uint8_t *at_, *end_;
};

}  // namespace taquin::fuzz
