// The module `taquin._processor`: what the compiled core needs and this processor does not have.
//
// The core may have been built for another machine (TAQUIN_NATIVE): the first instruction that is missing here would
// end the whole program. This module is built for every processor, and is asked before the core is loaded.
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "base/features.hpp"

namespace taquin {
namespace {

#define NAME(name, macro, present) name,
#define PRESENT(name, macro, present) (present) != 0,

PyObject* missing(PyObject*, PyObject*) {
    const char* const names[] = {TAQUIN_FEATURES(NAME) nullptr};
    const bool has[] = {TAQUIN_FEATURES(PRESENT) true};
    PyObject* found = PyList_New(0);
    for (int feature = 0; found && names[feature]; ++feature) {
        if (!core_needs[feature] || has[feature]) continue;
        PyObject* name = PyUnicode_FromString(names[feature]);
        if (!name || PyList_Append(found, name) != 0) Py_CLEAR(found);
        Py_XDECREF(name);
    }
    return found;
}

PyMethodDef functions[] = {
    {"missing", missing, METH_NOARGS, "The names of the features that the core needs and this processor lacks."},
    {nullptr, nullptr, 0, nullptr},
};

PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    "_processor",
    "Whether this processor can run the compiled core.",
    0,
    functions,
    nullptr,
    nullptr,
    nullptr,
    nullptr,
};

}  // namespace
}  // namespace taquin

PyMODINIT_FUNC PyInit__processor() { return PyModuleDef_Init(&taquin::definition); }
