// The paths to the open nodes of a search, as a tree: a node knows its parent and the move that led to it.
//
// The tree only grows, which costs next to nothing; when it is `crowded`, the search names the nodes that are
// still open and everything that leads to none of them is forgotten.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace taquin {

// A move is a number of so many bits.
template <int Bits>
class Paths {
public:
    using Node = uint32_t;
    static constexpr Node kRoot = 0;  // the empty path

    void clear() {
        links_.assign(1, 0);
        limit_ = kSmallest;
    }
    Node child(Node parent, int move) {
        links_.push_back(parent << Bits | static_cast<Node>(move));
        return static_cast<Node>(links_.size() - 1);
    }
    // The path, with a letter for each move, as `letter` tells it.
    template <class Letter>
    std::string spelled(Node node, Letter letter) const {
        std::string backwards;
        for (; node != kRoot; node = links_[node] >> Bits) backwards += letter(links_[node] & kMove);
        return {backwards.rbegin(), backwards.rend()};
    }
    bool crowded() const { return links_.size() >= limit_; }
    // Keeps the paths to these nodes, which get new names.
    template <class OpenNodes>
    void keep(OpenNodes& nodes) {
        std::vector<Node> old(1, 0), name(links_.size(), kRoot), chain;
        old.swap(links_);
        for (auto& node : nodes) {
            for (Node at = node.path; at != kRoot && name[at] == kRoot; at = old[at] >> Bits) chain.push_back(at);
            for (; !chain.empty(); chain.pop_back()) {
                const Node at = chain.back();
                name[at] = child(name[old[at] >> Bits], static_cast<int>(old[at] & kMove));
            }
            node.path = name[node.path];
        }
        limit_ = std::max(kSmallest, 4 * links_.size());
    }

private:
    static constexpr size_t kSmallest = 1 << 14;  // links before the first look for paths that nobody uses
    static constexpr Node kMove = (Node{1} << Bits) - 1;

    std::vector<Node> links_;  // the parent and, in the last bits, the move
    size_t limit_ = kSmallest;
};

}  // namespace taquin
