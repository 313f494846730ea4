// Memory that will be read soon.
#pragma once

namespace taquin {

inline void prefetch(const void* address) {
#if defined(__GNUC__)
    __builtin_prefetch(address);
#else
    (void)address;
#endif
}

}  // namespace taquin
