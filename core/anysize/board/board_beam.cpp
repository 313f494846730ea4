#include "anysize/board/board_beam.hpp"

#include <algorithm>

namespace taquin::anysize {

template <class Position>
BoardBeamOf<Position>::BoardBeamOf(const std::vector<BoardScore<Position>>& phases, const Arrangement& start,
                                   Cell blank, Step step, std::size_t width, float noise, std::uint64_t seed)
    : phases_(phases), score_(phases.data()), step_(step), width_(width), noise_(std::uint64_t(noise * kWeightUnits)),
      salt_(Random(seed).next() | 1), positions_{score_->root(start, blank)}, distance_(positions_[0].togo) {
    seen_.resize(width);
}

template <class Position>
bool BoardBeamOf<Position>::advance(ThreadTeam& team) {
    if (!making_) {
        if (stretched_ == 0) begin_level(team);
        const auto work = [&](Part& part, std::size_t begin, std::size_t end) { expand(part, begin, end); };
        if (!stretch(team, positions_.size(), work)) return false;
        alive_ = select();
        if (!alive_) return true;
        next_.resize(kept_.size());
        steps_.emplace_back(kept_.size());
        making_ = true;
        return false;
    }
    const auto work = [&](Part& part, std::size_t begin, std::size_t end) { make(part, begin, end); };
    if (!stretch(team, kept_.size(), work)) return false;
    making_ = false;
    end_level();
    return true;
}

template <class Position>
template <class Work>
bool BoardBeamOf<Position>::stretch(ThreadTeam& team, std::size_t size, Work&& work) {
    const std::size_t begin = stretched_, members = std::size_t(team.size());
    stretched_ = std::min(size, begin + kStretch * members);
    parts_.resize(std::max(parts_.size(), used_ + members));
    team.run([&](int member) {
        const auto [from, to] = share(stretched_ - begin, member, team.size());
        work(parts_[used_ + std::size_t(member)], begin + from, begin + to);
    });
    used_ += members;
    if (stretched_ < size) return false;
    stretched_ = used_ = 0;
    return true;
}

template <class Position>
void BoardBeamOf<Position>::begin_level(ThreadTeam& team) {
    change_phase(team);
    for (Part& part : parts_) {
        part.candidates.clear();
        part.leader = 0;
        part.distance = kAny;
    }
    expanded_ += positions_.size();
}

template <class Position>
void BoardBeamOf<Position>::end_level() {
    positions_.swap(next_);
    leader_ = 0;
    distance_ = kAny;
    for (const Part& part : parts_) {
        if (positions_[part.leader].bound < positions_[leader_].bound) leader_ = part.leader;
        distance_ = std::min(distance_, part.distance);
    }
    if (steps_.size() % kPrunePeriod == 0) prune_paths();
}

template <class Position>
void BoardBeamOf<Position>::change_phase(ThreadTeam& team) {
    const BoardScore<Position>* before = score_;
    while (score_ != &phases_.back() && distance_ < score_->from()) ++score_;
    if (score_ == before) return;
    team.run([&](int member) {
        const auto [begin, end] = share(positions_.size(), member, team.size());
        for (std::size_t i = begin; i < end; ++i) score_->rescore(positions_[i]);
    });
    limit_ = kAny;
    cuts_ = {kAny, kAny};
}

template <class Position>
std::pair<std::size_t, std::size_t> BoardBeamOf<Position>::share(std::size_t size, int member, int members) {
    const std::size_t blocks = (size + Children::kBlock - 1) / Children::kBlock;
    auto border = [&](int m) {
        return std::min(size, blocks * std::size_t(m) / std::size_t(members) * Children::kBlock);
    };
    return {border(member), border(member + 1)};
}

template <class Position>
void BoardBeamOf<Position>::expand(Part& part, std::size_t begin, std::size_t end) {
    const bool slides = step_ == Step::slide;
    for (std::size_t i = begin; i < end; i += Children::kBlock) {
        // What is a move too short may be good.
        score_->children(positions_, i, std::min(i + Children::kBlock, end), slides ? kAny : limit_, part.children);
        part.generated += part.children.generated;
        collect(part);
        if (slides) extend(part);
    }
}

// Makes the slides that begin with the children of a block longer, until they end at the border.
template <class Position>
void BoardBeamOf<Position>::extend(Part& part) {
    Children& children = part.children;
    Run &run = part.run, &longer = part.longer;
    for (std::uint8_t length = 2; children.size > 0; ++length) {
        longer.positions.clear();
        longer.parents.clear();
        for (std::size_t k = 0; k < children.size; ++k) {
            const Child& child = children.child[k];
            const bool first = length == 2;
            longer.positions.push_back(first ? positions_[child.parent] : run.positions[child.parent]);
            longer.parents.push_back(first ? child.parent : run.parents[child.parent]);
            score_->apply(longer.positions.back(), child);
            longer.positions.back().next = std::uint8_t(1 << child.move);
        }
        std::swap(run, longer);
        score_->children(run.positions, 0, run.positions.size(), kAny, children);
        part.generated += children.generated;
        const std::size_t found = part.candidates.size();
        collect(part);
        for (std::size_t i = found; i < part.candidates.size(); ++i) {
            Child& child = part.candidates[i].child;
            child.parent = run.parents[child.parent];
            child.length = length;
        }
    }
}

// Takes the children that may be kept for candidates.
template <class Position>
void BoardBeamOf<Position>::collect(Part& part) {
    const Children& children = part.children;
    std::vector<Candidate>& candidates = part.candidates;
    for (std::size_t k = 0; k < children.size; ++k) seen_.prefetch(key(children.child[k]));
    std::size_t left = candidates.size();
    candidates.resize(left + children.size);
    for (std::size_t k = 0; k < children.size; ++k) {
        const Child& child = children.child[k];
        const auto chance = std::int32_t(((child.hash * salt_) >> 40) * noise_ >> 24);
        candidates[left] = {child, child.score + chance};
        left += (candidates[left].rank <= limit_) & !seen_.has(key(child));
    }
    candidates.resize(left);
}

// Keeps the best candidates; false when there is none.
template <class Position>
bool BoardBeamOf<Position>::select() {
    const std::int32_t worst = cut();
    expect(worst);
    kept_.clear();
    for (const Part& part : parts_)
        for (const Candidate& c : part.candidates) {
            if (c.rank > worst || !seen_.add(key(c.child))) continue;
            kept_.push_back(c);
            if (kept_.size() >= 2 * width_) return true;  // one bucket can hold any number of equals
        }
    return !kept_.empty();
}

// The rank of the last candidate to keep.
template <class Position>
std::int32_t BoardBeamOf<Position>::cut() const {
    std::int32_t low = kAny, high = -kAny;
    std::size_t size = 0;
    for (const Part& part : parts_) {
        for (const Candidate& c : part.candidates) {
            low = std::min(low, c.rank);
            high = std::max(high, c.rank);
        }
        size += part.candidates.size();
    }
    if (size <= width_) return kAny;
    RankHistogram<std::int32_t> histogram(low, high);
    for (const Part& part : parts_)
        for (const Candidate& c : part.candidates) histogram.add(c.rank);
    return histogram.cut(width_);
}

// The cut falls evenly from level to level, a little more or less at every second one: what is clearly
// above the next one need not be looked at.
template <class Position>
void BoardBeamOf<Position>::expect(std::int32_t worst) {
    const bool known = worst < kAny && cuts_[0] < kAny && cuts_[1] < kAny;
    limit_ = known ? worst + std::max(worst - cuts_[0], cuts_[0] - cuts_[1]) + kSlack : kAny;
    cuts_ = {worst, cuts_[0]};
}

template <class Position>
void BoardBeamOf<Position>::make(Part& part, std::size_t begin, std::size_t end) {
    std::vector<std::uint32_t>& steps = steps_.back();
    part.leader = begin < end ? begin : 0;
    for (std::size_t i = begin; i < end; ++i) {
        const Child& child = kept_[i].child;
        steps[i] = packed(child.parent, child.length, child.move);
        next_[i] = positions_[child.parent];
        if (step_ == Step::move) score_->apply(next_[i], child);
    }
    if (step_ == Step::slide)
        for (std::size_t i = begin; i < end; i += Children::kBlock)
            make_slides(part, i, std::min(i + Children::kBlock, end));
    for (std::size_t i = begin; i < end; ++i) {
        if (next_[i].bound < next_[part.leader].bound) part.leader = i;
        part.distance = std::min<int>(part.distance, next_[i].togo);
    }
}

// Slides a block of copies of parents, move by move.
template <class Position>
void BoardBeamOf<Position>::make_slides(Part& part, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) next_[i].next = std::uint8_t(1 << kept_[i].child.move);
    for (std::uint8_t length = 1;; ++length) {
        score_->children(next_, begin, end, kAny, part.children);
        if (part.children.size == 0) break;
        for (std::size_t k = 0; k < part.children.size; ++k) {
            const Child& child = part.children.child[k];
            score_->apply(next_[child.parent], child);
            const bool longer = length < kept_[child.parent].child.length;
            next_[child.parent].next = longer ? std::uint8_t(1 << child.move) : 0;
        }
    }
    for (std::size_t i = begin; i < end; ++i) next_[i].next = axis(kept_[i].child) == kRows ? kColumns : kRows;
}

template <class Position>
Path BoardBeamOf<Position>::way_to(std::size_t position) const {
    Path way;
    for (std::size_t level = steps_.size(); level-- > 0;) {
        const std::uint32_t step = steps_[level][position];
        way.insert(way.end(), step >> 2 & kLongest, std::uint8_t(step & 3));
        position = step >> kParentShift;
    }
    std::reverse(way.begin(), way.end());
    return way;
}

template <class Position>
std::uint64_t BoardBeamOf<Position>::generated() const {
    std::uint64_t sum = 0;
    for (const Part& part : parts_) sum += part.generated;
    return sum;
}

// Drops every step that leads to no position of the last level.
template <class Position>
void BoardBeamOf<Position>::prune_paths() {
    for (std::size_t level = steps_.size() - 1; level > 0; --level) {
        std::vector<std::uint32_t>&before = steps_[level - 1], &after = steps_[level];
        std::vector<std::uint32_t> number(before.size(), 0);
        for (const std::uint32_t s : after) number[s >> kParentShift] = 1;
        std::uint32_t left = 0;
        for (std::size_t i = 0; i < before.size(); ++i)
            if (number[i]) {
                before[left] = before[i];
                number[i] = left++;
            }
        if (left == before.size() && level + kPrunePeriod < steps_.size()) break;  // swept already
        before.resize(left);
        before.shrink_to_fit();
        for (std::uint32_t& s : after) s = number[s >> kParentShift] << kParentShift | (s & ((1u << kParentShift) - 1));
    }
}

template class BoardBeamOf<SmallPosition>;
template class BoardBeamOf<LargePosition>;

}  // namespace taquin::anysize
