// Pattern tables as Python holds them.
#pragma once

#include <nanobind/nanobind.h>

#include <memory>
#include <vector>

#include "bind/buffer.hpp"
#include "optimal/detours.hpp"
#include "patterns/additive.hpp"
#include "patterns/coloring.hpp"

namespace taquin::bind {

// A table together with the memory it reads.
struct MappedTable {
    Buffer buffer;
    PatternTable table;

    MappedTable(std::shared_ptr<PlacementSpace> space, std::vector<int> home, int blank, const Memory& memory);
};

// The same for distances in slides.
struct MappedSlideTable {
    Buffer buffer;
    SlideTable table;

    MappedSlideTable(int width, int height, std::vector<int> colors, int blank, const Memory& memory);
};

// Detours that are kept on disk.
struct KeptDetours {
    std::shared_ptr<const Detours> detours;
};

struct Heuristic {
    std::vector<std::shared_ptr<MappedTable>> tables;  // kept alive
    std::shared_ptr<const AdditiveHeuristic> additive;
    std::shared_ptr<const Detours> detours;  // for all searches with these tables
};

}  // namespace taquin::bind
