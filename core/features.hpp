// What a compiler may use of a processor beyond what every one of its kind has.
//
// A list of FEATURE(name, macro, present): the compiler defines the macro where it uses the feature; `present` is
// true where the processor at hand has it.
#pragma once

#if defined(__GNUC__) && (defined(__x86_64__) || defined(__i386__))
#include <cpuid.h>

// A bit of what the instruction CPUID says, for features that older compilers cannot ask for by name.
inline bool cpuid_bit(unsigned leaf, unsigned subleaf, int place, int bit) {
    unsigned words[4] = {};  // eax, ebx, ecx, edx
    return __get_cpuid_count(leaf, subleaf, &words[0], &words[1], &words[2], &words[3]) && (words[place] >> bit & 1);
}

// Without those that compilers use only where a program asks for them by name.
#define TAQUIN_FEATURES(FEATURE)                                                                \
    FEATURE("sse3", __SSE3__, __builtin_cpu_supports("sse3"))                                   \
    FEATURE("ssse3", __SSSE3__, __builtin_cpu_supports("ssse3"))                                \
    FEATURE("sse4.1", __SSE4_1__, __builtin_cpu_supports("sse4.1"))                             \
    FEATURE("sse4.2", __SSE4_2__, __builtin_cpu_supports("sse4.2"))                             \
    FEATURE("popcnt", __POPCNT__, __builtin_cpu_supports("popcnt"))                             \
    FEATURE("lzcnt", __LZCNT__, cpuid_bit(0x80000001, 0, 2, 5))                                 \
    FEATURE("movbe", __MOVBE__, cpuid_bit(1, 0, 2, 22))                                         \
    FEATURE("avx", __AVX__, __builtin_cpu_supports("avx"))                                      \
    FEATURE("fma", __FMA__, __builtin_cpu_supports("fma"))                                      \
    FEATURE("fma4", __FMA4__, __builtin_cpu_supports("fma4"))                                   \
    FEATURE("xop", __XOP__, __builtin_cpu_supports("xop"))                                      \
    FEATURE("tbm", __TBM__, cpuid_bit(0x80000001, 0, 2, 21))                                    \
    FEATURE("bmi1", __BMI__, __builtin_cpu_supports("bmi"))                                     \
    FEATURE("bmi2", __BMI2__, __builtin_cpu_supports("bmi2"))                                   \
    FEATURE("avx2", __AVX2__, __builtin_cpu_supports("avx2"))                                   \
    FEATURE("avx_vnni", __AVXVNNI__, cpuid_bit(7, 1, 0, 4))                                     \
    FEATURE("gfni", __GFNI__, __builtin_cpu_supports("gfni"))                                   \
    FEATURE("avx512f", __AVX512F__, __builtin_cpu_supports("avx512f"))                          \
    FEATURE("avx512cd", __AVX512CD__, __builtin_cpu_supports("avx512cd"))                       \
    FEATURE("avx512bw", __AVX512BW__, __builtin_cpu_supports("avx512bw"))                       \
    FEATURE("avx512dq", __AVX512DQ__, __builtin_cpu_supports("avx512dq"))                       \
    FEATURE("avx512vl", __AVX512VL__, __builtin_cpu_supports("avx512vl"))                       \
    FEATURE("avx512ifma", __AVX512IFMA__, __builtin_cpu_supports("avx512ifma"))                 \
    FEATURE("avx512vbmi", __AVX512VBMI__, __builtin_cpu_supports("avx512vbmi"))                 \
    FEATURE("avx512_vbmi2", __AVX512VBMI2__, __builtin_cpu_supports("avx512vbmi2"))             \
    FEATURE("avx512_vnni", __AVX512VNNI__, __builtin_cpu_supports("avx512vnni"))                \
    FEATURE("avx512_bitalg", __AVX512BITALG__, __builtin_cpu_supports("avx512bitalg"))          \
    FEATURE("avx512_vpopcntdq", __AVX512VPOPCNTDQ__, __builtin_cpu_supports("avx512vpopcntdq"))

#elif defined(__aarch64__) && defined(__linux__)
#include <asm/hwcap.h>
#include <sys/auxv.h>

#define TAQUIN_FEATURES(FEATURE)                                                     \
    FEATURE("atomics", __ARM_FEATURE_ATOMICS, getauxval(AT_HWCAP) & HWCAP_ATOMICS)   \
    FEATURE("crc32", __ARM_FEATURE_CRC32, getauxval(AT_HWCAP) & HWCAP_CRC32)         \
    FEATURE("asimddp", __ARM_FEATURE_DOTPROD, getauxval(AT_HWCAP) & HWCAP_ASIMDDP)   \
    FEATURE("sve", __ARM_FEATURE_SVE, getauxval(AT_HWCAP) & HWCAP_SVE)               \
    FEATURE("sve2", __ARM_FEATURE_SVE2, getauxval(AT_HWCAP2) & HWCAP2_SVE2)

#else  // elsewhere the core is built for every processor
#define TAQUIN_FEATURES(FEATURE)
#endif

namespace taquin {

extern const bool core_needs[];  // in the order of the list: whether the compiler may use it in the core

}  // namespace taquin
