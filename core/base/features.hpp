// What a compiler may use of a processor beyond what every one of its kind has.
//
// A list of FEATURE(name, macro, present): the compiler defines the macro where it uses the feature; `present` is
// true where the processor at hand has it.
#pragma once

#if defined(__GNUC__) && defined(__x86_64__)
#include <cpuid.h>

// A bit of what the instruction CPUID says, for features that older compilers cannot ask for by name.
inline bool cpuid_bit(unsigned leaf, unsigned subleaf, int place, int bit) {
    unsigned words[4] = {};  // eax, ebx, ecx, edx
    return __get_cpuid_count(leaf, subleaf, &words[0], &words[1], &words[2], &words[3]) && (words[place] >> bit & 1);
}

#if defined(__clang__)  // which uses this one of its own accord; gcc does not
#define TAQUIN_SSE4A(FEATURE) FEATURE("sse4a", __SSE4A__, __builtin_cpu_supports("sse4a"))
#else
#define TAQUIN_SSE4A(FEATURE)
#endif

// Extensions that compilers never use of their own accord (AES, SHA ...) are left out.
#define TAQUIN_FEATURES(FEATURE)                                                                \
    TAQUIN_SSE4A(FEATURE)                                                                       \
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
    FEATURE("avx512_vpopcntdq", __AVX512VPOPCNTDQ__, __builtin_cpu_supports("avx512vpopcntdq")) \
    FEATURE("avx512_fp16", __AVX512FP16__, cpuid_bit(7, 0, 3, 23))                              \
    FEATURE("avx_vnni_int8", __AVXVNNIINT8__, cpuid_bit(7, 1, 3, 4))                            \
    FEATURE("avx_vnni_int16", __AVXVNNIINT16__, cpuid_bit(7, 1, 3, 10))

#elif defined(__GNUC__) && defined(__aarch64__) && defined(__linux__)
#include <sys/auxv.h>

// A bit of what Linux says of the processor; the headers of older systems do not name them all.
inline bool hwcap_bit(int bit) { return getauxval(AT_HWCAP) >> bit & 1; }
inline bool hwcap2_bit(int bit) { return getauxval(AT_HWCAP2) >> bit & 1; }

#define TAQUIN_FEATURES(FEATURE)                                            \
    FEATURE("crc32", __ARM_FEATURE_CRC32, hwcap_bit(7))                     \
    FEATURE("atomics", __ARM_FEATURE_ATOMICS, hwcap_bit(8))                 \
    FEATURE("asimdhp", __ARM_FEATURE_FP16_VECTOR_ARITHMETIC, hwcap_bit(10)) \
    FEATURE("asimdrdm", __ARM_FEATURE_QRDMX, hwcap_bit(12))                 \
    FEATURE("lrcpc", __ARM_FEATURE_RCPC, hwcap_bit(15))                     \
    FEATURE("sha3", __ARM_FEATURE_SHA3, hwcap_bit(17))                      \
    FEATURE("asimddp", __ARM_FEATURE_DOTPROD, hwcap_bit(20))                \
    FEATURE("sve", __ARM_FEATURE_SVE, hwcap_bit(22))                        \
    FEATURE("sve2", __ARM_FEATURE_SVE2, hwcap2_bit(1))                      \
    FEATURE("i8mm", __ARM_FEATURE_MATMUL_INT8, hwcap2_bit(13))

#elif defined(_MSC_VER) && defined(_M_X64) && !defined(__clang__)
#include <immintrin.h>
#include <intrin.h>

// A bit of what the instruction CPUID says.
inline bool cpuid_bit(int leaf, int subleaf, int place, int bit) {
    int words[4] = {};  // eax, ebx, ecx, edx
    __cpuid(words, leaf & 0x80000000);
    if (unsigned(words[0]) < unsigned(leaf)) return false;
    __cpuidex(words, leaf, subleaf);
    return words[place] >> bit & 1;
}
// Whether the system keeps the registers of AVX when it changes from one program to another.
inline bool keeps_avx() { return cpuid_bit(1, 0, 2, 27) && (_xgetbv(0) & 6) == 6; }

// One option, /arch:AVX2, lets this compiler use all of them.
#define TAQUIN_FEATURES(FEATURE)                                   \
    FEATURE("popcnt", __AVX__, cpuid_bit(1, 0, 2, 23))             \
    FEATURE("lzcnt", __AVX2__, cpuid_bit(0x80000001, 0, 2, 5))     \
    FEATURE("movbe", __AVX2__, cpuid_bit(1, 0, 2, 22))             \
    FEATURE("avx", __AVX__, keeps_avx() && cpuid_bit(1, 0, 2, 28)) \
    FEATURE("fma", __AVX2__, cpuid_bit(1, 0, 2, 12))               \
    FEATURE("bmi1", __AVX2__, cpuid_bit(7, 0, 1, 3))               \
    FEATURE("bmi2", __AVX2__, cpuid_bit(7, 0, 1, 8))               \
    FEATURE("avx2", __AVX2__, keeps_avx() && cpuid_bit(7, 0, 1, 5))

#else  // elsewhere the core is built for every processor (CMakeLists.txt)
#define TAQUIN_FEATURES(FEATURE)
#endif

namespace taquin {

extern const bool core_needs[];  // in the order of the list: whether the compiler may use it in the core

}  // namespace taquin
