// What both learners share (board_ranking.hpp says what it is for): how strongly a comparison of two boards pulls, and
// how far a weight goes.
#pragma once
#include <cmath>

namespace taquin::anysize {

// The slope of log(1 + exp(difference)) for the winner of a comparison with one of so many others; the other one has
// the opposite slope.  `difference` is score(winner) - score(other), in temperatures.
inline float ranking_slope(float difference, int others) {
    return 1.f / (float(others) * (1.f + std::exp(-difference)));
}

// The step of a weight by Adagrad: down its gradient, shorter the more that has varied so far.  `squares` is the sum of
// the squares of all its gradients.
inline float adagrad_step(float gradient, float& squares, float rate) {
    squares += gradient * gradient;
    return -rate * gradient / std::sqrt(squares);
}

}  // namespace taquin::anysize
