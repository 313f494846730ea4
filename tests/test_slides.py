"""The multi-tile metric: a slide of a whole run counts one.

The oracles are breadth-first search in Python, the complete table of all distances, whose Python twin is
`distances_python`, and the published numbers of boards at each distance.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from itertools import groupby, islice, pairwise
from pathlib import Path

import pytest

from taquin import Board, Limits, Puzzle, hint, improve, solve
from taquin.batch.check import problem_of_moves
from taquin.bounds import slides_lower_bound
from taquin.cli import run as run_command
from taquin.datasets import dataset
from taquin.errors import TaquinError
from taquin.hints import Plan, RankedSlide
from taquin.move import Moves, letters_of
from taquin.notation import format_board, format_slides, multi_tile_length, parse_moves
from taquin.optimal import all_solutions, count_solutions, distances
from taquin.optimal.native_heuristics import native_search
from taquin.optimal.plain_slides import Side, SlidesFromBothSides, shortest_in_slides, slides
from taquin.optimal.search import Search
from taquin.optimal.small import distances_python
from taquin.random_boards import scramble
from taquin.solving import Solving
from taquin.tables import forget, store
from taquin.tables import slides as tables
from tests import published
from tests.support import needs_core

GOALS = [
    Board.blank_last(2),
    Board.blank_last(3, 2),
    Board.blank_first(2, 3),
    Board([[1, 0, 2], [3, 4, 5]]),
    Board.blank_first(4, 2),
    Board([[1, 2], [3, 0], [4, 5], [6, 7]]),
]
"""Small spaces, with the blank in corners and elsewhere."""
LARGER_GOALS = [
    Board.blank_last(3),
    Board.spiral(3),
    Board([[1, 2, 3], [0, 4, 5], [6, 7, 8]]),
    Board.blank_last(5, 2),
    Board.blank_first(2, 5),
    Board([[1, 2, 0, 3, 4], [5, 6, 7, 8, 9]]),
]


def shortest(puzzle: Puzzle) -> str:
    """A solution with the fewest slides, by the native search alone."""
    search = native_search(puzzle, "slides", tables.slide_tables(puzzle.goal))
    for bound in range(search.lower_bound, 100):
        search.begin("", bound)
        if search.run(10**9) == "found":
            return search.path()
    raise AssertionError("no solution")


def walked(goal: Board, count: int, seed: int) -> Board:
    """A board so many slides from the goal, or fewer."""
    numbers, board = random.Random(seed), goal
    for _ in range(count):
        board = numbers.choice([slid for _, slid in slides(board)])
    return board


@pytest.mark.parametrize("goal", GOALS, ids=str)
def test_every_board_of_a_small_space(goal: Board) -> None:
    expected = distances_python(goal, multi_tile=True)
    for board, distance in islice(expected.items(), 0, None, 1 + len(expected) // 3000):
        puzzle = Puzzle(board, goal)
        moves = shortest(puzzle)
        assert puzzle.is_solution(moves) and multi_tile_length(moves) == distance
        assert slides_lower_bound(puzzle) <= distance


@pytest.mark.proof
@pytest.mark.parametrize("shape", ["2x2", "3x2", "4x2"])
def test_published_numbers_of_boards_by_search(shape: str) -> None:
    width, height = map(int, shape.split("x"))
    goal = Board.blank_last(width, height)
    found = Counter(multi_tile_length(shortest(Puzzle(board, goal))) for board in distances_python(goal))
    assert [found[length] for length in range(max(found) + 1)] == published.distances(shape, "corner", "mtm")


@pytest.mark.parametrize("goal", LARGER_GOALS, ids=str)
def test_boards_of_larger_spaces(goal: Board) -> None:
    table = distances(goal, multi_tile=True)
    for seed in range(60):
        board = scramble(*goal.shape, goal=goal, seed=seed)
        puzzle = Puzzle(board, goal)
        moves = shortest(puzzle)
        assert puzzle.is_solution(moves) and multi_tile_length(moves) == table.distance(board.tiles)
        assert slides_lower_bound(puzzle) <= multi_tile_length(moves)


@pytest.mark.slow
@pytest.mark.parametrize("goal", LARGER_GOALS, ids=str)
def test_every_board_of_larger_spaces(goal: Board) -> None:
    table = distances(goal, multi_tile=True)
    boards = (
        distances_python(goal) if len(goal) == 9 else (scramble(*goal.shape, goal=goal, seed=n) for n in range(20_000))
    )
    for board in boards:
        assert multi_tile_length(shortest(Puzzle(board, goal))) == table.distance(board.tiles)


@pytest.mark.parametrize("blank", [11, 10, 7, 0])
@pytest.mark.parametrize("width", [3, 4])
def test_twelve_cells_against_breadth_first_search(width: int, blank: int) -> None:
    numbers = list(range(1, 12))
    goal = Board([*numbers[:blank], 0, *numbers[blank:]], width)
    for seed in range(4):
        puzzle = Puzzle(walked(goal, 10, seed), goal)
        assert multi_tile_length(shortest(puzzle)) == multi_tile_length(letters_of(shortest_in_slides(puzzle)))


@pytest.mark.proof
@pytest.mark.parametrize(
    "blank", [15, 0, pytest.param(14, marks=pytest.mark.slow), pytest.param(6, marks=pytest.mark.slow)]
)
def test_fifteen_puzzles_against_breadth_first_search(blank: int) -> None:
    numbers = list(range(1, 16))
    goal = Board([*numbers[:blank], 0, *numbers[blank:]], 4)
    for seed in range(5):
        puzzle = Puzzle(walked(goal, 13, seed), goal)
        solution = solve(puzzle, metric="mtm")
        assert solution.optimal and solution.slides == multi_tile_length(letters_of(shortest_in_slides(puzzle)))


@pytest.mark.proof
def test_random_fifteen_puzzles_are_proven_and_neighbors_agree() -> None:
    # A slide changes the distance by one at most, and some slide brings it down by one.
    puzzle = Puzzle(scramble(4, 4, seed=17))
    solution = solve(puzzle, metric="mtm")
    assert solution.optimal and puzzle.is_solution(solution.moves)
    around = [solve(Puzzle(board), metric="mtm").slides for _, board in slides(puzzle.start)]
    assert solution.slides is not None
    assert set(around) <= {solution.slides - 1, solution.slides, solution.slides + 1} and solution.slides - 1 in around
    single = solve(puzzle)
    assert single.slides is not None and solution.length is not None and single.length is not None
    assert solution.slides <= single.slides and single.length <= solution.length


@pytest.mark.proof
def test_no_shortcut_on_the_way_of_a_fifteen_puzzle() -> None:
    # A search of its own, breadth first from both sides, looks for fewer slides between two boards of a solution.
    for seed in range(2):
        solution = solve(scramble(4, seed=seed), metric="mtm")
        runs = ["".join(run) for _, run in groupby(letters_of(solution.moves))]
        boards = [solution.puzzle.start]
        for run in runs:
            boards.append(boards[-1].play(run))
        for first in range(0, len(runs) - 14, 6):
            way = shortest_in_slides(Puzzle(boards[first], boards[first + 14]))
            assert multi_tile_length(letters_of(way)) == 14


@pytest.mark.proof
@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.slow), pytest.param(3, marks=pytest.mark.slow)])
def test_a_fifteen_puzzle_turned_around_has_as_many_slides(seed: int) -> None:
    # From the goal to the start, and reflected on the diagonal: other boards, other bounds, the same length.
    goal = Board.blank_last(4)
    start = next(board for number in range(100 * seed, 200 * seed) if not (board := scramble(4, seed=number)).tiles[0])
    back = solve(Puzzle(goal, start), metric="mtm")
    across = solve(Puzzle(transposed(start), transposed(goal)), metric="mtm")
    assert solve(Puzzle(start, goal), metric="mtm").slides == back.slides == across.slides


def transposed(board: Board) -> Board:
    """The board reflected on its diagonal, the tiles as they are."""
    return Board(
        [[board.tiles[row * board.width + column] for row in range(board.height)] for column in range(board.width)]
    )


def reflected(board: Board) -> Board:
    """The board reflected on its diagonal, its tiles numbered anew, so that the usual goal stays itself."""
    numbers = {tile: place for place, tile in enumerate(transposed(Board.blank_last(*board.shape)).tiles, start=1)}
    return Board([[numbers[tile] if tile else 0 for tile in row] for row in transposed(board).rows])


def farthest() -> list[Board]:
    """The boards of 43 slides, without the reflections of others."""
    found: list[Board] = []
    for instance in dataset("antipodes15-mtm").instances():
        if reflected(instance.puzzle.start) not in found:
            found.append(instance.puzzle.start)
    return found


def test_the_farthest_boards_are_those_that_were_counted() -> None:
    # Norskog and Davidson: two are their own reflections, the others are seven pairs.
    boards = [instance.puzzle.start for instance in dataset("antipodes15-mtm").instances()]
    assert {reflected(board) for board in boards} == set(boards)
    assert sum(board == reflected(board) for board in boards) == 2 and len(farthest()) == 9


@pytest.mark.slow
@pytest.mark.parametrize("number", range(9))
def test_the_farthest_boards_need_43_slides(number: int) -> None:
    solution = solve(farthest()[number], optimal=True, metric="mtm")
    assert solution.optimal and solution.slides == solution.bound == 43


def test_no_two_slides_go_along_one_line() -> None:
    moves = shortest(Puzzle(scramble(3, 3, seed=5)))
    runs = [letter for letter, _ in groupby(moves)]
    assert all({"U": 0, "D": 0}.get(a, 1) != {"U": 0, "D": 0}.get(b, 1) for a, b in pairwise(runs))


@pytest.mark.parametrize("goal", [Board.blank_last(3, 2), Board.blank_first(4, 2)], ids=str)
def test_all_solutions_with_the_fewest_slides(goal: Board) -> None:
    table = distances_python(goal, multi_tile=True)

    def counted(board: Board) -> int:
        return 1 if board == goal else sum(counted(slid) for _, slid in slides(board) if table[slid] < table[board])

    for board in islice((board for board, distance in table.items() if distance > 5), 0, None, 1 + len(table) // 12):
        puzzle = Puzzle(board, goal)
        found = list(all_solutions(puzzle, table[board], metric="mtm"))
        assert len(set(found)) == len(found) == counted(board) == count_solutions(puzzle, table[board], metric="mtm")
        assert all(puzzle.is_solution(moves) and multi_tile_length(moves) == table[board] for moves in found)
        if not goal.tiles[-1]:  # in the order U L R D, and by length
            assert found == sorted(found, key=lambda moves: [("ULRD".index(way), n) for way, n in runs(moves)])


def runs(moves: Moves) -> list[tuple[str, int]]:
    """The slides of a solution: direction and length."""
    return [(way, len(list(run))) for way, run in groupby(letters_of(moves))]


def test_the_table_is_no_higher_than_any_board_of_these_colors() -> None:
    pattern, goal = tables.colored(4, 2, 7), Board.blank_last(4, 2)
    table = tables.slide_tables(goal).rows
    nearest: dict[tuple[int, ...], int] = {}
    found = []
    for board, distance in distances_python(goal, multi_tile=True).items():
        colors = tuple(-1 if not tile else pattern.home[tile - 1] for tile in board.tiles)
        nearest[colors] = min(distance, nearest.get(colors, distance))
        found.append((board, colors))
    for board, colors in islice(found, 0, None, 20):
        assert table.distance([(tile or 8) - 1 for tile in board.tiles]) <= nearest[colors]


def test_slides_are_written_as_players_write_them() -> None:
    moves = parse_moves("RRDLLLU")
    assert format_slides(moves) == "L2 U R3 D"
    assert parse_moves(format_slides(moves), "tile") == moves
    assert format_slides(()) == ""


def test_a_solution_in_slides_says_so() -> None:
    solution = solve(Board([[8, 6, 7], [2, 5, 4], [3, 0, 1]]), metric="mtm")
    found = solution.to_json()
    assert (solution.slides, solution.bound, solution.gap, solution.measured) == (20, 20, 0, 20)
    assert (found["metric"], found["length_mtm"], found["bound"], found["optimal"]) == ("mtm", 20, 20, True)
    assert found["slides"] == format_slides(solution.moves) and found["length"] == len(solution.moves)
    with pytest.raises(RuntimeError, match="slides where at least 21"):
        type(solution)(solution.puzzle, solution.outcome, solution.moves, bound=21, metric="mtm")


def test_threads_and_limits() -> None:
    puzzle = Puzzle(scramble(4, 3, seed=1))
    whole = Search(puzzle, heuristic="slides", threads=2).run()
    again = Search(puzzle, heuristic="slides")
    while not (part := again.run(Limits(nodes=again.progress().generated + 3000))).solved:
        assert part.bound <= whole.bound
    assert part.bound == whole.bound and part.optimal and whole.optimal
    assert again.progress().generated == Search(puzzle, heuristic="slides").run().stats.generated
    for nodes in range(1, 40):  # every limit is reached, or the search goes on
        limited = Search(puzzle, heuristic="slides")
        assert limited.run(Limits(nodes=nodes)).solved or limited.progress().generated >= nodes
    few = solve(puzzle, Limits(nodes=50), metric="mtm", threads=1)
    assert few.solved and few.bound <= whole.bound and few.metric == "mtm"


def test_a_search_in_slides_is_stopped_with_the_best_so_far() -> None:
    solving = Solving(scramble(6, 6, seed=1), Limits(seconds=60), metric="mtm")
    for solution in solving:
        assert solution.metric == "mtm" and solution.bound > 0
        solving.stop()
    assert solving.best is not None and solving.best.puzzle.is_solution(solving.best.moves)


def test_larger_boards_keep_the_fewest_slides() -> None:
    found = list(improve(scramble(5, 5, seed=3), Limits(seconds=1), metric="mtm", threads=1))
    lengths = [solution.measured for solution in found]
    assert lengths == sorted(lengths, reverse=True) and found[-1].bound == slides_lower_bound(found[-1].puzzle)
    with pytest.raises(TaquinError, match="proven up to 16 cells"):
        solve(scramble(5, 5, seed=3), metric="mtm", optimal=True)


def test_one_line_is_one_slide() -> None:
    for goal in (Board([[1, 2, 3, 0]]), Board([[1], [2], [0]])):
        start = Board([0, *(tile for tile in goal.tiles if tile)], goal.width)
        solution = solve(Puzzle(start, goal), metric="mtm")
        assert (solution.slides, solution.optimal) == (1, True)
        assert solve(Puzzle(goal, goal), metric="mtm").slides == 0


def test_what_the_metric_refuses() -> None:
    board = scramble(3, 3, seed=1)
    with pytest.raises(TaquinError, match="no metric 'ftm': choose stm or mtm"):
        solve(board, metric="ftm")  # type: ignore[arg-type]
    with pytest.raises(TaquinError, match="counts single-tile moves"):
        solve(board, metric="mtm", heuristic="manhattan")
    with pytest.raises(TaquinError, match="not saved"):
        Solving(board, metric="mtm", checkpoint="search.json")


@pytest.mark.parametrize("goal", [Board.blank_last(3), Board.spiral(3)], ids=str)
def test_hints_in_slides_judge_every_slide(goal: Board) -> None:
    table = distances(goal, multi_tile=True)
    tables.slide_tables(goal)
    for seed in range(8):
        board = scramble(3, 3, goal=goal, seed=seed)
        found = hint(board, goal, budget_ms=5000, rank=True, metric="mtm")
        distance = table.distance(board.tiles)
        assert found.optimal and found.remaining == found.bound == distance
        ways = [(way, slid) for way, slid in slides(board)]
        assert found.moves is not None and len(found.moves) == len(ways)
        for ranked, (way, slid) in zip(found.moves, ways, strict=True):
            assert isinstance(ranked, RankedSlide) and ranked.move == way[0] and len(ranked.tiles) == len(way)
            assert ranked.remaining == table.distance(slid.tiles) and ranked.cost == ranked.remaining + 1 - distance
        assert [ranked.verdict for ranked in found.moves].count("best") == 1
        assert found.move is not None
        after = board.play([found.move] * len(found.tiles))
        follow = hint(after, goal, plan=found.plan, metric="mtm")
        assert found.plan.moves.endswith(follow.plan.moves) and follow.optimal and follow.remaining == distance - 1


def test_hints_in_slides_on_a_large_board() -> None:
    found = hint(scramble(6, 6, seed=1), metric="mtm", rank=True)
    assert found.move is not None and found.moves is not None and not found.optimal
    assert {ranked.verdict for ranked in found.moves} == {"unknown"}
    assert isinstance(found.plan, Plan) and multi_tile_length(found.plan.moves) == found.remaining


def test_a_damaged_table_is_set_aside_and_built_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAQUIN_CACHE", str(tmp_path))
    forget()
    goal = Board.blank_last(7, 2)
    warnings: list[str] = []
    checksum = tables.slide_tables(goal).checksum
    (path, *_) = [store.path_of(pattern, tables.KIND) for pattern in tables.patterns(7, 2, 13)]
    bits = bytearray(path.read_bytes())
    bits[store.HEADER + 1000] ^= 4
    path.write_bytes(bits)
    forget()
    assert tables.slide_tables(goal, on_warning=warnings.append).checksum == checksum
    assert len(warnings) == 1 and "damaged" in warnings[0]
    assert all(not record.problem for record in store.records())
    forget()


def test_a_wrong_result_of_a_worker_is_seen() -> None:
    puzzle = Puzzle(Board([[1, 2, 3], [4, 0, 5], [7, 8, 6]]))
    assert problem_of_moves(puzzle, "RD", 2, 2, "mtm") == ""
    assert problem_of_moves(puzzle, "RD", 1, 1, "mtm")


Run = Callable[..., tuple[int, str, str]]
WRITTEN = ("text", "moves", "slides", "json")


@pytest.fixture(name="run")
def fixture_run(capsys: pytest.CaptureFixture[str]) -> Run:
    """A command of the command line: its exit code and what it prints."""

    def call(*arguments: str) -> tuple[int, str, str]:
        code = run_command(list(arguments))
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    return call


def test_the_commands(run: Run) -> None:
    board = "8 6 7/2 5 4/3 0 1"
    code, out, _ = run("solve", "--metric", "mtm", board)
    assert code == 0 and "20 slides (shortest possible, proven)" in out and "multi-tile" in out
    code, out, _ = run("solve", "--metric", "mtm", "--format", "slides", board)
    assert Puzzle(Board.parse(board)).is_solution(parse_moves(out, "tile"))
    assert run("solve", "--metric", "mtm", "--count", board)[1] == "2\n"
    written = {form: run("solve", "--metric", "mtm", "--all", "--format", form, board)[1] for form in WRITTEN}
    assert {len(lines.splitlines()) for lines in written.values()} == {2} and written["text"] == written["moves"]
    puzzle = Puzzle(Board.parse(board))
    for moves, slid, line in zip(*(written[form].splitlines() for form in ("moves", "slides", "json")), strict=True):
        assert puzzle.is_solution(moves) and list(parse_moves(slid, "tile")) == list(parse_moves(moves))
        assert json.loads(line) == {"moves": moves, "slides": slid, "length": len(moves), "length_mtm": 20}
    code, _, error = run("solve", "--all", "--format", "boards", board)
    assert code == 2 and error.startswith("taquin: ") and error.count("\n") == 1
    code, out, _ = run("hint", "--metric", "mtm", "--budget", "5000", "--all", "--json", board)
    assert json.loads(out)["remaining"] == 20 and json.loads(out)["metric"] == "mtm"
    code, out, _ = run("improve", "--metric", "mtm", "--time", "1", "--json", "1 2 3/4 0 5/7 8 6", "LRRD")
    found = json.loads(out)
    assert (found["given_length_mtm"], found["length_mtm"], found["optimal"]) == (3, 2, True)
    for extra in (["--algorithm", "bfs"], ["--tables", "large"], ["--engine", "python"], ["--checkpoint", "x"]):
        code, _, error = run("solve", "--metric", "mtm", *extra, board)
        assert code == 2 and error.startswith("taquin: ") and error.count("\n") == 1
    assert run("solve", "--metric", "ftm", board)[0] == 2


def test_hints_in_slides_fit_into_a_line(run: Run) -> None:
    board = format_board(scramble(30, seed=1), "line")
    _, out, _ = run("hint", "--metric", "mtm", "--all", board)
    assert max(map(len, out.splitlines())) <= 80 and ", ..., " in out


def test_compare_in_slides(run: Run) -> None:
    board = "8 6 7/2 5 4/3 0 1"
    code, out, _ = run("compare", board, "--algorithms", "astar,greedy", "--metric", "mtm")
    assert code == 0 and "Fewest slides: 20 slides." in out
    assert [line.split()[5:7] for line in out.splitlines()[1:3]] == [["+6", "10,185"], ["+9", "106"]]
    code, out, _ = run("compare", board, "--algorithms", "astar,greedy", "--metric", "mtm", "--json")
    for line in map(json.loads, out.splitlines()):
        assert line["length_mtm"] == multi_tile_length(parse_moves(line["moves"])) >= line["shortest_mtm"] == 20


def test_improve_reads_every_notation(run: Run) -> None:
    board = "1 2 3/4 0 5/7 8 6"
    for moves in ("LRRD", "RLLU", "4 4 5 6", "R@0.1 L@0.2 L@0.4 U@0.5"):
        assert run("improve", board, moves, "--time", "1")[1].startswith("2 moves saved")
    assert run("improve", board, "RLLU", "--notation", "blank")[0] == 3


def test_batch(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "boards.txt"
    path.write_text("8 6 7/2 5 4/3 0 1\n1 2 3/4 0 5/7 8 6\n")
    code, out, _ = run("batch", str(path), "--metric", "mtm", "--quiet", "--workers", "1")
    lines = [json.loads(line) for line in out.splitlines()]
    assert code == 0 and [(line["length_mtm"], line["metric"]) for line in lines] == [(20, "mtm"), (2, "mtm")]
    assert run("batch", str(path), "--metric", "mtm", "--algorithm", "astar")[0] == 2


def test_without_the_core() -> None:
    program = (
        "from taquin import Board, solve\n"
        "solution = solve(Board([[8, 6, 7], [2, 5, 4], [3, 0, 1]]), metric='mtm')\n"
        "print(solution.slides, solution.optimal, solution.engine)\n"
        "try:\n    solve(Board([[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 0, 11]]), metric='mtm')\n"
        "except ValueError as error:\n    print(error)\n"
    )
    environment = {**os.environ, "TAQUIN_ENGINE": "python"}
    done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True)
    first, second = done.stdout.splitlines()
    assert first == "20 True python" and "needs the native engine" in second


def test_a_search_from_both_sides_agrees_with_breadth_first_search_from_one() -> None:
    """On every 3x2 board, with one side for all of them; its bound holds at every moment."""
    goal = Board.blank_first(3, 2)
    home = Side(goal)
    for board, distance in distances_python(goal, multi_tile=True).items():
        for shared in (None, home):
            search = SlidesFromBothSides(Puzzle(board, goal), home=shared)
            assert all(search.bound <= distance for _ in search)
            assert search.way is not None and Puzzle(board, goal).is_solution(search.way)
            assert search.bound == multi_tile_length(search.way) == distance


@needs_core
def test_large_boards_near_their_goal_are_proven_in_slides() -> None:
    for side, moves in ((5, "UULLDRRUULLDD"), (17, "LLLLUUUURRDD")):
        puzzle = Puzzle(Board.blank_last(side).play(moves))
        for limits in (None, Limits(seconds=5), Limits(nodes=100_000)):
            found = solve(puzzle, limits, metric="mtm")
            assert found.optimal and found.slides == found.bound <= multi_tile_length(moves)
        told = hint(puzzle.start, metric="mtm", rank=True, budget_ms=2000)
        assert told.optimal and told.remaining == found.slides and told.moves is not None
        assert side > 5 or {one.cost for one in told.moves} <= {0, 1, 2}
    far = solve(scramble(5, seed=1), Limits(nodes=20_000), metric="mtm")
    assert not far.optimal
