#include "tests/check.hpp"

int main() {
    int failed = 0;
    for (const auto& test : taquin::testing::tests()) {
        const int before = taquin::testing::failures;
        test.run();
        if (taquin::testing::failures != before) {
            ++failed;
            std::fprintf(stderr, "FAILED %s\n", test.name.c_str());
        }
    }
    std::printf("%zu passed, %d failed\n", taquin::testing::tests().size() - failed, failed);
    return failed == 0 ? 0 : 1;
}
