// The module `taquin._core`, one file of this folder for each folder of the core. Only these files know Python. Python
// validates what users say; what is checked here keeps a wrong call from leaving the memory that it was given.
#include <nanobind/nanobind.h>

namespace nb = nanobind;

namespace taquin::bind {
void bind_base(nb::module_& module);
void bind_patterns(nb::module_& module);
void bind_optimal(nb::module_& module);
void bind_weights(nb::module_& module);
void bind_anysize(nb::module_& module);
}  // namespace taquin::bind

NB_MODULE(_core, module) {
    module.doc() =
        "The compiled core of taquin. Boards are lists of tiles row by row, the blank 0; cells are numbered row by row "
        "from 0; moves are the blank's, a text of the letters U L R D. A wrong argument is a ValueError or "
        "TypeError. Use it through taquin.native.";
    // Tables are kept in memory until the program ends, and Python does not let go of all of them then.
    nb::set_leak_warnings(false);
    taquin::bind::bind_base(module);
    taquin::bind::bind_patterns(module);
    taquin::bind::bind_optimal(module);
    taquin::bind::bind_weights(module);
    taquin::bind::bind_anysize(module);
}
