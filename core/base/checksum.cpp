#include "base/checksum.hpp"

#include <array>
#include <bit>
#include <cstring>

namespace taquin {
namespace {

constexpr int kLanes = 8;  // sums that are made side by side
constexpr size_t kBlock = kLanes * sizeof(uint64_t);  // bytes, a word for every lane

// Two odd numbers whose bits look random; the second is 2^64 divided by the golden ratio.
constexpr uint64_t kWordFactor = 0xC2B2AE3D27D4EB4F;
constexpr uint64_t kSumFactor = 0x9E3779B97F4A7C15;

uint64_t mixed(uint64_t sum, uint64_t word) { return std::rotl(sum + word * kWordFactor, 31) * kSumFactor; }

void add(std::array<uint64_t, kLanes>& lanes, const char* block) {
    for (int lane = 0; lane < kLanes; ++lane) {
        uint64_t word;
        std::memcpy(&word, block + lane * sizeof word, sizeof word);
        lanes[lane] = mixed(lanes[lane], word);
    }
}

}  // namespace

uint64_t checksum(const void* data, size_t bytes) {
    std::array<uint64_t, kLanes> lanes;
    for (int lane = 0; lane < kLanes; ++lane) lanes[lane] = mixed(bytes, lane);
    const char* at = static_cast<const char*>(data);
    for (size_t block = 0; block < bytes / kBlock; ++block, at += kBlock) add(lanes, at);
    if (bytes % kBlock) {  // filled up with zeros; the number of bytes tells them from data
        std::array<char, kBlock> rest{};
        std::memcpy(rest.data(), at, bytes % kBlock);
        add(lanes, rest.data());
    }
    uint64_t sum = bytes;
    for (uint64_t lane : lanes) sum = mixed(sum, lane);
    return sum;
}

}  // namespace taquin
