// Compiled with the options of the core: which features the compiler may have used. Only data, so that it can be read
// on a processor that lacks them.
#include "base/features.hpp"

// A macro that is not defined stands for itself, and begins with an underscore.
#define TEXT(anything) #anything
#define DEFINED(macro) (TEXT(macro)[0] != '_')
#define NEEDED(name, macro, present) DEFINED(macro),

namespace taquin {

constinit const bool core_needs[] = {TAQUIN_FEATURES(NEEDED) false};  // in the order of the list

}  // namespace taquin
