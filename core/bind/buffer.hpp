// What both halves of the binding need: the memory of a Python object.
#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <stdexcept>

namespace taquin {

namespace nb = nanobind;

// An argument that lends its memory; what lends none is a TypeError.
class Memory : public nb::object {
    NB_OBJECT_DEFAULT(Memory, nb::object, "bytes | bytearray | memoryview", PyObject_CheckBuffer)
};

// A Python object's memory, held as long as this lives.
class Buffer {
public:
    Buffer(const Memory& object, bool writable) {
        if (PyObject_GetBuffer(object.ptr(), &view_, writable ? PyBUF_WRITABLE : PyBUF_SIMPLE) != 0)
            throw nb::python_error();
    }
    Buffer(const Buffer&) = delete;
    ~Buffer() {
        nb::gil_scoped_acquire gil;
        PyBuffer_Release(&view_);
    }
    void require(size_t bytes) const {
        if (static_cast<size_t>(view_.len) != bytes || reinterpret_cast<uintptr_t>(view_.buf) % alignof(uint64_t))
            throw std::invalid_argument("the memory for a table has the wrong size or alignment");
    }
    void* data() const { return view_.buf; }
    size_t bytes() const { return static_cast<size_t>(view_.len); }

private:
    Py_buffer view_{};
};

}  // namespace taquin
