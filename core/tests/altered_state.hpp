// A saved search with one of its parts changed, as a damaged file would have it: for the tests that it is refused, or
// searched without leaving any array.
#pragma once

#include "base/random.hpp"
#include "optimal/ida.hpp"

namespace taquin::testing {

inline SearchState altered(SearchState state, anysize::Random& random) {
    const auto below = [&random](size_t limit) { return static_cast<size_t>(random.below(limit)); };
    Branch& branch = state.branches[below(state.branches.size())];
    switch (below(7)) {
        case 0: state.bound = static_cast<int>(below(64)) - 4; break;
        case 1:
            if (!branch.path.empty()) branch.path[below(branch.path.size())] = "ULRDx"[below(5)];
            break;
        case 2: branch.path.resize(below(2 * branch.path.size() + 1), "ULRD"[below(4)]); break;
        case 3: branch.untried.resize(below(2 * branch.untried.size() + 2), static_cast<uint8_t>(below(16))); break;
        case 4:
            if (!branch.untried.empty())
                branch.untried[below(branch.untried.size())] = static_cast<uint8_t>(below(below(2) ? 256 : 16));
            break;
        case 5: state.branches.push_back(Branch(branch)); break;
        default: state.generated = ~uint64_t{0} - below(1000); break;
    }
    return state;
}

}  // namespace taquin::testing
