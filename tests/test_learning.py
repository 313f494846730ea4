"""How the weights are made and the pool's tables are chosen: `learning/`, which needs a developer's build."""

from __future__ import annotations

import json
from collections.abc import Callable

import numpy as np
import pytest

from taquin import TaquinError, native
from taquin.anytime.weights import flow as flow_file
from taquin.anytime.weights import flow_weights, sweep_weights
from taquin.anytime.weights import sweep as sweep_file
from taquin.tables.pattern import Pattern

taquin_learn = pytest.importorskip("taquin_learn", reason="this is no developer's build")

from learning import board, evolution, flow, pool, sweep  # noqa: E402


def test_learned_weights_make_a_flow_shorter() -> None:
    core = native.core
    costs = [
        sum(taquin_learn.flow_cost(14, 13, 40, seed, weights) for seed in range(8))
        for weights in (core.FlowWeights([0.0] * 625), flow_weights())
    ]
    assert 8 < costs[1] < 0.99 * costs[0]
    mistakes: list[Callable[[], object]] = [
        lambda: core.FlowWeights([0.0]),
        lambda: taquin_learn.flow_cost(1, 9, 40, 1, flow_weights()),
    ]
    for mistake in mistakes:
        with pytest.raises(ValueError, match=r"weights|2x2"):
            mistake()
    weights = flow_file.read_weights()
    assert flow.learn(weights, 1, 5, 1) == flow.learn(weights, 1, 5, 1)


def test_the_flows_weights_come_from_their_file_and_are_the_same_in_a_mirror() -> None:
    weights = flow_file.read_weights()
    assert flow_file.as_file(weights) == json.loads(flow_file.PATH.read_text())
    assert sorted(place for places in flow.mirrored() for place in places) == list(range(625))
    assert all(len({weights[place] for place in places}) == 1 for places in flow.mirrored())
    # A tile that wants far left beside one that wants far right, and the other way round: each its own image.
    for pair in ((2, 22), (22, 2)):
        assert [25 * pair[0] + pair[1]] in flow.mirrored()
    assert (len(flow.mirrored()), len(flow.alike())) == (175, 27)
    assert all(any(set(fine) <= set(coarse) for coarse in flow.alike()) for fine in flow.mirrored())


def test_evolution_finds_what_costs_least() -> None:
    aim = [3.0, -2.0, 0.0, 1.0]

    def cost(numbers: list[float], generation: int) -> float:
        return generation + sum((number - best) ** 2 for number, best in zip(numbers, aim, strict=True))

    found = evolution.evolve([0.0] * 4, cost, generations=150)
    assert found == pytest.approx(aim, abs=0.05)
    assert found == evolution.evolve([0.0] * 4, cost, generations=150)


@pytest.mark.proof
def test_the_sweeps_weights_come_from_their_file_and_are_learned_alike_again() -> None:
    weights = sweep_weights()
    assert weights is not None
    assert sweep_file.as_file(weights) == json.loads(sweep_file.PATH.read_text())
    assert sweep.learn(boards=2, beam=20) == sweep.learn(boards=2, beam=20)
    old = {**sweep_file.as_file(weights), "version": native.core.SWEEP_VERSION - 1}
    with pytest.raises(
        TaquinError, match=r"learned for version \d+ of the sweep's order, and the core has version \d+: "
    ):
        sweep_file.from_file(old)
    with pytest.raises(ValueError, match="weights"):
        native.core.SweepWeights(b"", b"", b"", b"", 0.2)


def test_learning_a_shape_repeats_itself() -> None:
    assert board.learn(4, 4, boards=3, beam=30) == board.learn(4, 4, boards=3, beam=30)


def test_a_pool_takes_what_gains_most_for_each_table() -> None:
    usual, other, both, much, rare = (Pattern(5, 5, (cell,), 0) for cell in range(1, 6))
    # Of eight nodes: the default partitions leave all, and the others some.
    needs = [frozenset(need) for need in ({usual}, {usual}, {usual, other}, {other, both}, {much, rare}, {rare})]
    left = np.ones((1, len(needs), 8), np.float32)
    for number, cut in {2: 2, 3: 5, 4: 7, 5: 1}.items():
        left[0, number, :cut] = 0
    assert pool.choose(left, needs, 1) == [usual]
    assert pool.choose(left, needs, 2) == [usual, other]  # two nodes for one table, not one
    assert pool.choose(left, needs, 3) == [usual, much, rare]  # 3.5 nodes for a table, not two
    assert set(pool.choose(left, needs, 9)) == {usual, other, both, much, rare}
    assert pool.parts_left(left, [0, 1]) == [1.0]
    assert pool.parts_left(left, [0, 1, 2, 4]) == [0.25]  # of the nodes 1, 3, 5, 7 the fifth partition leaves the last
