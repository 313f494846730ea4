#include "anysize/board/board_beam.hpp"

namespace taquin::anysize {

template <class Position>
BoardBeamOf<Position>::BoardBeamOf(const std::vector<BoardScore<Position>>& phases, const Arrangement& start,
                                   Cell blank, std::size_t width, float noise, std::uint64_t seed)
    : phases_(phases), score_(phases.data()), width_(width), noise_(std::uint64_t(noise * kWeightUnits)),
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
    Children& children = part.children;
    std::vector<Candidate>& candidates = part.candidates;
    for (std::size_t i = begin; i < end; i += Children::kBlock) {
        score_->children(positions_, i, std::min(i + Children::kBlock, end), limit_, children);
        part.generated += children.generated;
        for (std::size_t k = 0; k < children.size; ++k) seen_.prefetch(children.child[k].hash);
        std::size_t left = candidates.size();
        candidates.resize(left + children.size);
        for (std::size_t k = 0; k < children.size; ++k) {
            const Child& child = children.child[k];
            const auto chance = std::int32_t(((child.hash * salt_) >> 40) * noise_ >> 24);
            candidates[left] = {child, child.score + chance};
            left += (candidates[left].rank <= limit_) & !seen_.has(child.hash);
        }
        candidates.resize(left);
    }
}

// Keeps the best candidates; false when there is none.
template <class Position>
bool BoardBeamOf<Position>::select() {
    const std::int32_t worst = cut();
    expect(worst);
    kept_.clear();
    for (const Part& part : parts_)
        for (const Candidate& c : part.candidates) {
            if (c.rank > worst || !seen_.add(c.child.hash)) continue;
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
        steps[i] = step(child.parent, child.move);
        next_[i] = positions_[child.parent];
        score_->apply(next_[i], child);
        if (next_[i].bound < next_[part.leader].bound) part.leader = i;
        part.distance = std::min<int>(part.distance, next_[i].togo);
    }
}

template <class Position>
Path BoardBeamOf<Position>::way_to(std::size_t position) const {
    Path way(steps_.size());
    for (std::size_t level = steps_.size(); level-- > 0; position = steps_[level][position] >> 2)
        way[level] = steps_[level][position] & 3;
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
        for (const std::uint32_t s : after) number[s >> 2] = 1;
        std::uint32_t left = 0;
        for (std::size_t i = 0; i < before.size(); ++i)
            if (number[i]) {
                before[left] = before[i];
                number[i] = left++;
            }
        if (left == before.size() && level + kPrunePeriod < steps_.size()) break;  // swept already
        before.resize(left);
        before.shrink_to_fit();
        for (std::uint32_t& s : after) s = step(number[s >> 2], s & 3);
    }
}

template class BoardBeamOf<SmallPosition>;
template class BoardBeamOf<LargePosition>;

}  // namespace taquin::anysize
