// Saved searches that nobody saved: `restore` refuses them, or `run` stays within its arrays.
#include <stdexcept>

#include "fuzz/input.hpp"
#include "optimal/detours.hpp"
#include "optimal/linear_conflict_search.hpp"
#include "optimal/manhattan.hpp"
#include "optimal/slide_search.hpp"
#include "patterns/pattern_build.hpp"
#include "patterns/slide_build.hpp"

namespace {

using namespace taquin;

struct Tables {  // of 3x3: one pattern of four tiles, one of the other four
    Tables() {
        auto space = std::make_shared<PlacementSpace>(Shape(3, 3), 4);
        for (const std::vector<int>& home : {std::vector<int>{0, 1, 2, 3}, std::vector<int>{4, 5, 6, 7}}) {
            builders.push_back(std::make_unique<PatternBuilder>(space, Pattern{Shape(3, 3), home, 8}, 1));
            while (!builders.back()->step(1)) {}
            tables.push_back(
                std::make_unique<PatternTable>(space, Pattern{Shape(3, 3), home, 8}, builders.back()->bits().data()));
        }
        Partition partition(2);
        for (int i = 0; i < 2; ++i) {
            partition[i].table = tables[i].get();
            for (int cell = 0; cell < 9; ++cell) partition[i].frame[cell] = static_cast<uint8_t>(cell);
        }
        heuristic = std::make_shared<AdditiveHeuristic>(Shape(3, 3), Tiles{1, 2, 3, 4, 5, 6, 7, 8, 0},
                                                        std::vector<Partition>{partition});
        detours = Detours::shared(3, 3);
        slide_builder = std::make_unique<SlideTableBuilder>(coloring(), 1);
        while (!slide_builder->step(1)) {}
        slides = std::make_unique<SlideTable>(coloring(), slide_builder->words());
    }
    static Coloring coloring() { return Coloring(Shape(3, 3), {0, 0, 1, 1, 2, 2, 3, 3, 0}, 8); }
    std::vector<std::unique_ptr<PatternBuilder>> builders;
    std::vector<std::unique_ptr<PatternTable>> tables;
    std::shared_ptr<const AdditiveHeuristic> heuristic;
    std::shared_ptr<const Detours> detours;
    std::unique_ptr<SlideTableBuilder> slide_builder;
    std::unique_ptr<SlideTable> slides;
};

std::unique_ptr<IterationSearch> search_of(fuzz::Input& input) {
    static const Tables tables;
    const int width = input.between(2, 4), height = input.between(2, 4);
    const auto start = input.board(width * height), goal = input.board(width * height);
    const Tiles start_tiles(start.begin(), start.end()), goal_tiles(goal.begin(), goal.end());
    switch (input.below(4)) {
        case 0: return make_manhattan_search(Shape(width, height), goal_tiles, start_tiles);
        case 1: return make_linear_conflict_search(width, height, goal, start);
        case 2: {
            const auto tiles = input.board(9);
            return make_slide_search(Shape(3, 3), Tiles{1, 2, 3, 4, 5, 6, 7, 8, 0}, Tiles(tiles.begin(), tiles.end()),
                                     *tables.slides, *tables.slides);
        }
        default: {
            const auto tiles = input.board(9);
            return make_pattern_search(tables.heuristic, tables.detours, Tiles(tiles.begin(), tiles.end()),
                                       input.below(2));
        }
    }
}

SearchState state_of(fuzz::Input& input) {
    SearchState state{static_cast<int>(input.below(4) ? input.between(0, 60) : input.number()),
                      static_cast<uint64_t>(input.number()),
                      static_cast<uint64_t>(input.number()),
                      {}};
    for (int branches = input.below(4); branches > 0; --branches) {
        Branch& branch = state.branches.emplace_back(Branch{input.moves(70), {}});
        for (int nodes = input.below(80); nodes > 0; --nodes)
            branch.untried.push_back(static_cast<uint8_t>(input.below(16)));
    }
    return state;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    fuzz::Input input(data, size);
    try {
        const auto search = search_of(input);
        if (input.below(2)) search->begin(input.moves(40), input.between(0, 60));
        else search->restore(state_of(input));
        for (int slices = input.below(4); slices >= 0; --slices) {
            if (search->run(static_cast<uint64_t>(input.between(1, 200))) == Status::kFound) (void)search->path();
            search->restore(search->save());  // what it saves, it takes back
        }
        (void)search->split(input.between(0, 40), input.below(6));
    } catch (const std::invalid_argument&) {}
    return 0;
}
