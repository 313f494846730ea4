#include "base/board.hpp"

#include <numeric>
#include <stdexcept>

#include "tests/check.hpp"

using namespace taquin;

TEST(moves_have_inverses) {
    CHECK(inverse(kUp) == kDown);
    CHECK(inverse(kLeft) == kRight);
    CHECK(inverse(inverse(kRight)) == kRight);
}

TEST(neighbors_of_a_3x2_board) {
    const auto neighbors = neighbor_cells(3, 2);
    CHECK(neighbors.size() == 6);
    CHECK(neighbors[0].cell[kUp] == kOffBoard && neighbors[0].cell[kLeft] == kOffBoard);
    CHECK(neighbors[0].cell[kRight] == 1 && neighbors[0].cell[kDown] == 3);
    CHECK(neighbors[4].cell[kUp] == 1 && neighbors[4].cell[kLeft] == 3 && neighbors[4].cell[kRight] == 5);
    CHECK_THROWS(neighbor_cells(0, 2), std::invalid_argument);
}

TEST(neighbors_are_mutual) {
    for (const auto [width, height] : {std::pair{1, 1}, {1, 5}, {4, 4}, {7, 3}}) {
        const auto neighbors = neighbor_cells(width, height);
        for (int cell = 0; cell < width * height; ++cell) {
            for (int move = 0; move < 4; ++move) {
                const int target = neighbors[cell].cell[move];
                if (target != kOffBoard) CHECK(neighbors[target].cell[3 - move] == cell);
            }
        }
    }
}

TEST(packing_goes_there_and_back) {
    std::vector<int> tiles(16);
    std::iota(tiles.rbegin(), tiles.rend(), 0);
    CHECK(pack(tiles) == 0x0123456789abcdefULL);
    CHECK(unpack(pack(tiles), 16) == tiles);
    CHECK_THROWS(pack(std::vector<int>(17)), std::invalid_argument);
    CHECK_THROWS(pack(std::vector<int>{16}), std::invalid_argument);
}

TEST(smaller_values_after_each) {
    CHECK((count_smaller_after(std::vector<int>{3, 1, 0, 2}) == std::vector<int>{3, 1, 0, 0}));
    CHECK(count_smaller_after(std::vector<int>{}).empty());
    CHECK_THROWS(count_smaller_after(std::vector<int>{-1}), std::invalid_argument);
}
