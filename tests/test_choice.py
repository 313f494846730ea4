"""Tables that suit a board: all partitions, samples of a tree, the best two, and the search that goes on with them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from taquin import Board, Limits, Solution
from taquin.batch import LocalThreads
from taquin.batch.hard import SharedIteration, solve_hard
from taquin.cli import run as command
from taquin.datasets import dataset
from taquin.errors import TableError, TaquinError
from taquin.move import letters_of
from taquin.native import core
from taquin.optimal import Search, choice, forecast
from taquin.optimal.forecast import Forecast
from taquin.optimal.native_heuristics import native_search
from taquin.optimal.subtrees import cut
from taquin.tables import canonical, partitions, pool, region, table_set
from taquin.tables.build import obtain
from taquin.tables.partition import Partition, pictures_of, require_size
from taquin.tables.pattern import Pattern
from taquin.tables.pool import POOLS, build_pool, partitions_at_hand, pool_patterns
from taquin.tables.store import path_of

pytestmark = pytest.mark.skipif(core is None, reason="needs the native engine")

CORNERS = (0, 4, 20, 24)
HARD = list(dataset("korf100").instances())[9].puzzle
GOAL = HARD.goal
LENGTH = 59
"""Of its shortest solutions."""
PICTURES = (".aab/aaab/ccbb/cccb", ".aaa/aaab/cbbb/ccbb", ".aaa/aaaa/bbbc/bbbc", ".aaa/abbb/aabb/cccc")


def every(blank: int) -> tuple[Partition, ...]:
    return pool._every_partition(blank)


def test_all_partitions_into_connected_patterns_of_six_tiles() -> None:
    assert [len(set(every(blank))) for blank in CORNERS] == [2182] * 4
    mirrored = {
        tuple(sorted(tuple(sorted(cell % 5 * 5 + cell // 5 for cell in group)) for group in partition))
        for partition in every(0)
    }
    assert mirrored == set(every(0))
    assert (
        len({min(p, tuple(sorted(tuple(sorted(c % 5 * 5 + c // 5 for c in g)) for g in p))) for p in every(0)}) == 1093
    )
    assert len({group for partition in every(0) for group in partition}) == 727
    for blank in CORNERS:
        assert {canonical(5, 5, group, blank)[0] for p in every(blank) for group in p} == set(pool_patterns(POOLS[-1]))
        assert set(partitions(5, 5, blank)) <= set(every(blank))
        for partition in every(blank)[::97]:
            assert sorted(cell for group in partition for cell in group) == [c for c in range(25) if c != blank]
            for group in partition:  # connected: from its first cell every other one is reached
                others = [cell for cell in range(25) if cell not in group]
                assert len(group) == 6 and region(5, 5, others, group[0]) == set(group)
    assert len(pool_patterns(POOLS[-1])) == 139


def test_pictures_are_sets_of_tables() -> None:
    for blank in CORNERS:
        chosen = every(blank)[5:7]
        name = pictures_of(5, 5, blank, chosen)
        require_size(5, 5, blank, name)
        assert partitions(5, 5, blank, name) == list(chosen)
    for wrong in (".aab", ".aab/aaab/ccbb/ccc.", ".aaa/aaaa/aabb/bbbb", "+".join([PICTURES[0]] * 5)):
        with pytest.raises(TaquinError):
            require_size(4, 4, GOAL.blank, wrong)
    with pytest.raises(TaquinError, match="there are no tables"):
        require_size(4, 4, 5, PICTURES[0])  # the blank is in no corner


def iterations(size: str) -> Iterator[tuple[core.Search, int]]:
    search = native_search(HARD, "patterns", table_set(GOAL, size))
    for bound in range(search.lower_bound, LENGTH, 2):
        yield search, bound


def whole(search: core.Search, bound: int) -> tuple[int, int]:
    search.begin("", bound)
    while search.run(10**9) == "running":
        pass
    return search.generated, search.expanded


def test_a_sample_that_follows_all_nodes_counts_them() -> None:
    for search, bound in list(iterations("5-5-5"))[:-3]:
        generated, expanded, paths = search.sample(bound, 10**6, 50, 1)
        assert (generated, expanded) == whole(search, bound)
        assert len(paths) == min(50, expanded) == len(set(paths))


def test_a_sample_estimates_an_iteration_and_draws_every_node_alike() -> None:
    search, bound = list(iterations("5-5-5"))[-1]
    exact, _ = whole(search, bound)
    samples = [search.sample(bound, 1000, 300, seed) for seed in range(20)]
    assert abs(sum(generated for generated, _, _ in samples) / 20 / exact - 1) < 0.1
    assert samples[3] == search.sample(bound, 1000, 300, 3)
    # Of the nodes below a cut, the sample has as many as there are: depth is what a bias would show in first.
    parts, deep = cut(search, bound, 200), 0
    length = len(str(parts[0]))
    for part in map(str, parts):
        search.begin(part, bound)
        while search.run(10**9) == "running":
            pass
        deep += search.expanded if len(part) == length else 0
    search.begin("", bound)
    _, total = whole(search, bound)
    drawn = [path for _, _, paths in samples for path in paths]
    assert abs(sum(len(path) >= length for path in drawn) / len(drawn) - deep / total) < 0.03
    with pytest.raises(ValueError, match="pattern tables"):
        native_search(HARD, "manhattan").sample(bound, 10, 10, 1)


def sampled(bound: int) -> tuple[list[str], core.SampledBoards]:
    search = native_search(HARD, "patterns", table_set(GOAL, "5-5-5"))
    paths = search.sample(bound, 5000, 400, 7)[2]
    return paths, core.SampledBoards(4, 4, GOAL.tiles, HARD.start.tiles, paths)


def test_distances_and_the_best_pair_are_those_of_the_plain_definition() -> None:
    bound = LENGTH - 2
    paths, boards = sampled(bound)
    ends = [HARD.start.play(path) for path in paths]
    known: dict[tuple[int, ...], bytes] = {}
    options = [partition for picture in PICTURES for partition in partitions(4, 4, GOAL.blank, picture)]
    for group in {group for partition in options for group in partition}:
        pattern, frame = canonical(4, 4, group, GOAL.blank)
        table = obtain(pattern)
        known[group] = boards.distances(table, frame)
        for end, distance in list(zip(ends, known[group], strict=True))[::7]:
            places = {frame[cell]: frame[end.tiles.index(GOAL.tiles[cell])] for cell in group}
            assert table.distance([places[home] for home in pattern.home], frame[end.blank]) == distance
    groups = list(known)
    numbered = [[groups.index(group) for group in partition] for partition in options]
    left = [
        {n for n, path in enumerate(paths) if len(path) + sum(known[group][n] for group in partition) <= bound}
        for partition in options
    ]
    pairs = [(len(a & b), i, j) for i, a in enumerate(left) for j, b in enumerate(left) if i <= j]
    for firsts in (len(options), 2):
        kept, first, second = min(pair for pair in pairs if pair[1] < firsts)
        assert boards.best_pair(bound, [known[group] for group in groups], numbered, firsts) == (first, second, kept)
        assert 0 < kept < len(paths)
    with pytest.raises(ValueError, match="distance for every board"):
        boards.best_pair(bound, [b"1"], [[0]], 1)


@pytest.fixture
def small_pool(monkeypatch: pytest.MonkeyPatch) -> None:
    """Some partitions of 4x4 in the place of a pool, and a search that begins with the worst tables."""
    at_hand = [p for picture in ("5-5-5", *PICTURES[1:]) for p in partitions(4, 4, GOAL.blank, picture)]
    monkeypatch.setattr(choice, "partitions_at_hand", lambda goal: at_hand)
    monkeypatch.setattr(choice, "DEFAULT", "5-5-5")
    monkeypatch.setattr(choice, "WORTH_CHOOSING", 20_000)
    monkeypatch.setattr(choice, "WORTH_ANOTHER", 100_000)
    monkeypatch.setattr("taquin.optimal.tables_in_use.SIZES", ("5-5-5",))


@cache
def shortest() -> str:
    return letters_of(Search(HARD).run().moves)


def solution_of(search: Search) -> Solution:
    """With the optimum known beforehand: every iteration below it, to the last node."""
    search.offer(shortest())
    return search.run()


@pytest.mark.usefixtures("small_pool")
def test_a_search_goes_on_with_the_best_pair_and_says_so() -> None:
    known = solution_of(Search(HARD, tables="5-5-5"))
    assert not known.choices  # nobody asked for that
    by_name = solution_of(Search(HARD, tables=PICTURES[0], choose=True))
    assert not by_name.choices and by_name.length == LENGTH
    search = Search(HARD, tables="5-5-5", choose=True)
    solution = solution_of(search)
    assert solution.optimal and solution.length == LENGTH == known.length
    assert 1 <= len(solution.choices) <= 3
    for chosen in solution.choices:
        assert chosen.nodes < 0.9 * chosen.usual_nodes
        set_in_use = native_search(HARD, "patterns", table_set(GOAL, chosen.tables))
        assert abs(chosen.nodes / whole(set_in_use, chosen.bound)[0] - 1) < 0.2
    assert solution.stats.generated < 0.7 * known.stats.generated
    first, *others = solution.checksums
    assert first == table_set(GOAL, "5-5-5").checksum
    assert others == [table_set(GOAL, chosen.tables).checksum for chosen in solution.choices]
    assert solution.tables == (f"4x4-{solution.choices[-1].tables}",)
    assert json.loads(json.dumps(solution.to_json()))["choices"][0]["bound"] == solution.choices[0].bound


@pytest.mark.usefixtures("small_pool")
@pytest.mark.parametrize("threads", [1, 2])
def test_threads_and_saved_searches_make_the_same_choices_and_counts(threads: int, tmp_path: Path) -> None:
    known = solution_of(Search(HARD, tables="5-5-5", choose=True))
    path, nodes = tmp_path / "search", 0
    search = Search(HARD, tables="5-5-5", choose=True, threads=threads)
    for _ in range(40):
        search.offer(shortest())
        nodes += 30_000
        solution = search.run(Limits(nodes=nodes))
        search.save(path)
        if solution.solved:
            break
        search = Search.load(path, threads=threads, choose=True)
    assert solution.solved and solution.choices == known.choices
    assert solution.stats.generated == known.stats.generated and solution.checksums == known.checksums


def test_a_pool_is_built_table_by_table(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TAQUIN_CACHE", str(tmp_path))
    wanted = (Pattern(3, 3, (1, 2), 0), Pattern(3, 3, (1, 3), 0), Pattern(3, 3, (1, 3, 4), 0))
    monkeypatch.setattr(pool, "pool_patterns", lambda name: wanted)
    told: list[tuple[int, int]] = []

    def on_table(done: int, of: int) -> None:
        told.append((done, of))
        if done == 2 and len(told) == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        build_pool("pool", on_table=on_table)
    assert [path_of(pattern).is_file() for pattern in wanted] == [True, True, False]
    first = path_of(wanted[0]).stat().st_mtime_ns
    assert build_pool("pool", on_table=on_table) == wanted and told[-1] == (3, 3)
    assert path_of(wanted[2]).is_file() and path_of(wanted[0]).stat().st_mtime_ns == first
    path_of(wanted[1]).unlink()
    monkeypatch.setattr("shutil.disk_usage", lambda place: SimpleNamespace(free=4000))
    with pytest.raises(TableError, match="1 tables take 0 MB, and 0 MB are free"):
        build_pool("pool")
    assert not path_of(wanted[1]).exists()


def test_without_a_pool_there_is_nothing_to_choose_from(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TAQUIN_CACHE", str(tmp_path))
    for goal in (Board.blank_last(5), Board.blank_last(4), Board(tuple(range(30)), 6)):
        assert partitions_at_hand(goal) == []
    kept = set(pool_patterns("pool"))
    monkeypatch.setattr(pool, "is_kept", lambda pattern: pattern in kept)
    found = partitions_at_hand(Board.blank_last(5))
    assert found[:2] == partitions(5, 5, 24) and len(found) == len(set(found)) > 20
    kept.pop()
    assert partitions_at_hand(Board.blank_last(5)) == []


def test_the_estimate_of_what_is_left_is_near_the_truth(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forecast, "_WORTH_SAMPLES", 1000)
    found = list(iterations("5-5-5"))
    counts = [whole(search, bound)[0] for search, bound in found]
    own = Forecast(2)
    for place in range(len(found) - 4, len(found)):
        search, bound = found[place]
        own.begin(search, bound, 1000, LENGTH)
        left, truth = own.nodes_left(bound, counts[place] // 2, LENGTH), sum(counts[place:]) - counts[place] // 2
        assert left is not None and abs(left / truth - 1) < 0.25
        assert own.seconds_left(bound, 0, LENGTH) is None  # nobody has worked yet
    assert own.nodes_left(bound + 2, 0, LENGTH) is None
    own.begin(search, bound, 999, LENGTH)
    assert own.nodes_left(bound, 0, LENGTH) is None


@pytest.mark.usefixtures("small_pool")
def test_workers_get_the_choice_and_a_checkpoint_keeps_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, seen = tmp_path / "parts", dict[int, tuple[int, int]]()

    def note(iteration: SharedIteration) -> None:
        if iteration.done == iteration.subtrees and iteration.solution is None:
            seen[iteration.bound] = (iteration.generated, iteration.expanded)

    with LocalThreads(2) as workers:
        asked: dict[str, Any] = {"tables": "5-5-5", "checkpoint": path, "on_iteration": note}
        half = solve_hard(HARD, workers, Limits(nodes=400_000), **asked)
        assert half.outcome == "limit" and half.choices
        monkeypatch.setattr(choice, "partitions_at_hand", lambda goal: [])  # the pool is gone
        solution = solve_hard(HARD, workers, **asked)
    assert solution.optimal and solution.length == LENGTH and solution.choices == half.choices
    assert solution.checksums[-1] == table_set(GOAL, solution.choices[-1].tables).checksum
    for chosen in solution.choices:
        if chosen.bound in seen:
            set_in_use = native_search(HARD, "patterns", table_set(GOAL, chosen.tables))
            assert seen[chosen.bound] == whole(set_in_use, chosen.bound)
    assert any(chosen.bound in seen for chosen in solution.choices)


def test_the_command_says_how_far_a_pool_is_and_refuses_what_is_none(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TAQUIN_CACHE", str(tmp_path))
    monkeypatch.setattr("shutil.disk_usage", lambda place: SimpleNamespace(free=4000))
    assert command(["tables", "build", "5x5-pool"]) == 6
    refused = capsys.readouterr().err
    assert refused.count("\n") == 1 and "38 tables take 862 MB, and 0 MB are free" in refused
    for name in ("4x4-pool", "5x5-pools"):
        assert command(["tables", "build", name]) == 2 and "there are no tables" in capsys.readouterr().err
    assert not list(tmp_path.glob("*.table"))
