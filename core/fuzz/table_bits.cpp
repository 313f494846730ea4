// Tables with any bits: the distance of a placement is a number or an exception, and the walk to it ends.
#include <algorithm>

#include "fuzz/input.hpp"
#include "patterns/coloring.hpp"
#include "patterns/pattern.hpp"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    using namespace taquin;
    static const auto space = std::make_shared<PlacementSpace>(Shape(3, 2), 3);
    fuzz::Input input(data, size);
    const auto home = input.board(6), cells = input.board(6);
    std::vector<int> homes(home.begin(), home.begin() + 3);
    std::sort(homes.begin(), homes.end());
    std::vector<uint64_t> bits(table_words(*space));
    for (uint64_t& word : bits) word = static_cast<uint64_t>(input.number());
    const PatternTable table(space, Pattern{Shape(3, 2), homes, home[3]}, bits.data());
    try {
        (void)table.locate({cells[0], cells[1], cells[2]}, cells[3]);
    } catch (const DamagedTable&) {}
    std::vector<int> colors(6);
    for (int& color : colors) color = input.below(Coloring::kColors);
    const Coloring coloring(Shape(3, 2), colors, home[3]);
    std::vector<uint32_t> words(coloring.size());
    for (uint32_t& word : words) word = static_cast<uint32_t>(input.number());
    try {
        (void)SlideTable(coloring, words.data()).distance(coloring.goal(), cells[3]);
    } catch (const DamagedTable&) {}
    return 0;
}
