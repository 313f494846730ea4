// The smallest test harness that does the job: CHECK reports and counts, main() runs every TEST.
#pragma once

#include <cstdio>
#include <functional>
#include <string>
#include <vector>

namespace taquin::testing {

struct Test {
    std::string name;
    std::function<void()> run;
};

inline std::vector<Test>& tests() {
    static std::vector<Test> all;
    return all;
}

inline int failures = 0;

struct Registration {
    Registration(const char* name, std::function<void()> run) { tests().push_back({name, std::move(run)}); }
};

}  // namespace taquin::testing

#define TEST(name)                                                                   \
    static void name();                                                              \
    static const taquin::testing::Registration registration_of_##name(#name, &name); \
    static void name()

#define CHECK(condition)                                                         \
    do {                                                                         \
        if (!(condition)) {                                                      \
            std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition); \
            ++taquin::testing::failures;                                         \
        }                                                                        \
    } while (false)

#define CHECK_THROWS(expression, exception)                                                                     \
    do {                                                                                                        \
        bool thrown = false;                                                                                    \
        try {                                                                                                   \
            (void)(expression);                                                                                 \
        } catch (const exception&) {                                                                            \
            thrown = true;                                                                                      \
        }                                                                                                       \
        if (!thrown) {                                                                                          \
            std::fprintf(stderr, "%s:%d: %s does not throw %s\n", __FILE__, __LINE__, #expression, #exception); \
            ++taquin::testing::failures;                                                                        \
        }                                                                                                       \
    } while (false)
