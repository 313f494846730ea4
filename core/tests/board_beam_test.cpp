// Beams over whole boards: the ways that they know, and in slides the fewest, against breadth-first search.
#include <algorithm>
#include <map>
#include <numeric>

#include "anysize/board/board_beam.hpp"
#include "tests/check.hpp"

using namespace taquin;
using namespace taquin::anysize;

namespace {

using Position = LargePosition;  // holds every board
using Score = BoardScore<Position>;

int slides_of(const Path& way) {
    int slides = 0;
    for (std::size_t i = 0; i < way.size(); ++i) slides += !i || way[i] != way[i - 1];
    return slides;
}

// Breadth first from home: the fewest slides to every board, as far as there are so many.
std::map<Arrangement, int> distances_in_slides(const Grid& grid, int farthest) {
    Arrangement home(std::size_t(grid.cells));
    std::iota(home.begin(), home.end(), Cell(0));
    std::map<Arrangement, int> found{{home, 0}};
    std::vector<Arrangement> layer{home};
    for (int distance = 1; distance <= farthest && !layer.empty(); ++distance) {
        std::vector<Arrangement> next;
        for (const Arrangement& from : layer)
            for (int move = 0; move < 4; ++move) {
                Arrangement board = from;
                Cell blank = find(board, Cell(grid.cells - 1));
                while (play(grid, board, blank, Path(1, std::uint8_t(move))))
                    if (found.emplace(board, distance).second) next.push_back(board);
            }
        layer.swap(next);
    }
    return found;
}

void check_beam(Step step) {
    const Grid grid(5, 4);
    std::vector<Score> phases;
    for (const int from : {12, 0}) {
        BoardWeights weights = BoardWeights::formula(grid, {}, from ? 1.5f : 1.3f, 0.f, 3.f);
        weights.from = from;
        phases.emplace_back(grid, std::vector<OverheadPartition>{}, weights);
    }
    Random random(3);
    for (int round = 0; round < (step == Step::move ? 5 : 2); ++round) {
        Arrangement start(20);
        std::iota(start.begin(), start.end(), Cell(0));
        do std::swap(start[random.below(20)], start[random.below(20)]);
        while (!solvable(grid, start, 19) || manhattan(grid, start, find(start, 19)) < 20);
        const Cell blank = find(start, 19);
        BoardBeamOf<Position> beam(phases, start, blank, step, 300, 1.f, 7),
            twin(phases, start, blank, step, 300, 1.f, 7);
        ThreadTeam alone(1), three(3);
        auto solved = [&] {
            return std::any_of(beam.positions().begin(), beam.positions().end(),
                               [](const Position& p) { return p.togo == 0; });
        };
        for (int level = 1; !solved(); ++level) {
            CHECK(level < 200 && beam.level(alone) && twin.level(level % 3 ? three : alone));
            CHECK(beam.positions().size() <= 600 && beam.positions().size() == twin.positions().size());
            CHECK(beam.positions().back().hash == twin.positions().back().hash);
            if (level % 10) continue;
            if (step == Step::slide)
                for (const Position& p : beam.positions()) CHECK(p.next == 6 || p.next == 9);  // along one axis
            for (std::size_t i = 0; i < beam.positions().size(); ++i) {
                Arrangement board = start;
                Cell at = blank;
                const Path way = beam.way_to(i);
                CHECK((step == Step::move ? int(way.size()) : slides_of(way)) == level && play(grid, board, at, way));
                const Position fresh = phases[beam.phase()].root(board, at);
                CHECK(fresh.cell_of == beam.positions()[i].cell_of && fresh.score == beam.positions()[i].score);
            }
        }
        CHECK(beam.phase() == 1);
        // A level of many boards is made in several stretches, and is the same.
        BoardBeamOf<Position> wide(phases, start, blank, step, 40000, 1.f, 7),
            shared(phases, start, blank, step, 40000, 1.f, 7);
        if (round > 0) continue;
        std::size_t widest = 0, steps = 0;
        for (int level = 0; level < (step == Step::move ? 24 : 18); ++level) {
            while (!wide.advance(alone)) ++steps;
            CHECK(wide.alive() && shared.level(three) && wide.positions().size() == shared.positions().size());
            widest = std::max(widest, wide.positions().size());
            for (std::size_t i = 0; i < wide.positions().size(); i += 97)
                CHECK(wide.positions()[i].hash == shared.positions()[i].hash);
            CHECK(wide.nearest() == shared.nearest() && wide.way_to_nearest() == shared.way_to_nearest());
        }
        CHECK(widest > 30000 && steps > 18 && wide.expanded() == shared.expanded() &&
              wide.generated() == shared.generated());
    }
}

}  // namespace

TEST(a_beam_over_whole_boards_knows_the_way_to_every_position_and_is_the_same_for_any_team) { check_beam(Step::move); }

TEST(so_does_a_beam_that_counts_slides) { check_beam(Step::slide); }

TEST(a_beam_in_slides_that_keeps_everything_finds_the_fewest) {
    struct Space {
        int width, height, farthest;
        std::size_t every;
    };
    for (const auto& [width, height, farthest, every] : {Space{3, 3, 99, 20000}, {2, 4, 99, 1500}, {5, 2, 11, 3000}}) {
        const Grid grid(width, height);
        std::vector<Score> phases;
        phases.emplace_back(grid, std::vector<OverheadPartition>{}, BoardWeights::formula(grid, {}, 1.5f, 0.f));
        ThreadTeam alone(1);
        std::size_t number = 0;
        for (const auto& [board, distance] : distances_in_slides(grid, farthest)) {
            if (number++ % every) continue;
            BoardBeamOf<Position> beam(phases, board, find(board, Cell(grid.cells - 1)), Step::slide, 50000, 0.f, 1);
            int level = 0;
            while (beam.nearest() > 0 && level <= distance && beam.level(alone)) ++level;
            CHECK(level == distance && slides_of(beam.way_to_nearest()) == distance);
        }
    }
}
