// The paths to all open nodes of a search, as a tree: a node knows its parent and the move that led to it.
// It is kept as long as it is open or has children that are kept.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "shape.hpp"

namespace taquin {

class Paths {
public:
    using Node = uint32_t;
    static constexpr Node kRoot = 0;  // the empty path, always kept

    void clear() {
        links_.assign(1, {kRoot, 0, 0});
        free_.clear();
    }
    // The path goes on: a new open node.
    Node child(Node parent, int move) {
        ++links_[parent].users;
        const Link link{parent, static_cast<uint8_t>(move), 1};
        if (free_.empty()) {
            links_.push_back(link);
            return static_cast<Node>(links_.size() - 1);
        }
        const Node node = free_.back();
        free_.pop_back();
        links_[node] = link;
        return node;
    }
    // The node is no longer open.
    void close(Node node) {
        while (node != kRoot && --links_[node].users == 0) {
            free_.push_back(node);
            node = links_[node].parent;
        }
    }
    std::string moves(Node node) const {
        std::string backwards;
        for (; node != kRoot; node = links_[node].parent) backwards += kMoveLetters[links_[node].move];
        return {backwards.rbegin(), backwards.rend()};
    }

private:
    struct Link {
        Node parent;
        uint8_t move;
        uint8_t users;  // itself while it is open, and its children
    };
    std::vector<Link> links_;
    std::vector<Node> free_;
};

}  // namespace taquin
