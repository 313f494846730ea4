"""Every format in and out; nothing is guessed, nothing but ParseError comes out of garbage."""

from __future__ import annotations

import re
from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from taquin import Board, ParseError
from taquin.errors import InvalidBoard
from taquin.notation import FORMATS, format_board, format_moves, parse_board, parse_boards
from tests.support import boards

EIGHT = Board([[1, 2, 3], [4, 0, 5], [7, 8, 6]])
FIFTEEN = Board([[5, 3, 8, 9], [0, 2, 4, 1], [7, 10, 14, 13], [12, 11, 6, 15]])


@pytest.mark.parametrize(
    "text",
    [
        "1 2 3\n4 0 5\n7 8 6",
        "1 2 3\n4 9 5\n7 8 6",
        "1 2 3\n4 - 5\n7 8 6",
        "1 2 3\n4 _ 5\n7 8 6",
        "1 2 3\n4 . 5\n7 8 6",
        "1 2 3\n4 x 5\n7 8 6",
        "3\n1 2 3\n4 0 5\n7 8 6",
        "3 3\n1 2 3\n4 0 5\n7 8 6",
        "3\n1 2 3 4 0 5 7 8 6",
        "3 3\n1 2 3 4 0 5 7 8 6",
        "1 2 3 4 0 5 7 8 6",
        "1,2,3,4,0,5,7,8,6",
        "1, 2, 3\n4, 0, 5\n7, 8, 6\n",
        "1 2 3/4 0 5/7 8 6",
        "1 2 3 / 4 x 5 / 7 8 6",
        "[[1, 2, 3], [4, 0, 5], [7, 8, 6]]",
        "((1, 2, 3), (4, 9, 5), (7, 8, 6))",
        "[1, 2, 3, 4, 0, 5, 7, 8, 6]",
        "[[1, 2, 3], [4, null, 5], [7, 8, 6]]",
        "[[1, 2, 3], [4, None, 5], [7, 8, 6]]",
        "Board([[1, 2, 3], [4, 0, 5], [7, 8, 6]])",
        "array([[1, 2, 3],\n       [4, 0, 5],\n       [7, 8, 6]])",
        '{"board": [[1, 2, 3], [4, 0, 5], [7, 8, 6]]}',
        "\ufeff1 2 3\r\n4 0 5\r\n7 8 6\r\n\r\n",
        "  1\t2   3 \n\n4 0 5\n\n7 8 6\n\n\n",
        "# a comment\n1 2 3 # the first row\n4 0 5\n# in between\n7 8 6",
        "|1 2 3|\n|4 0 5|\n|7 8 6|",
        "+---+---+---+\n| 1 | 2 | 3 |\n+---+---+---+\n| 4 |   | 5 |\n+---+---+---+\n| 7 | 8 | 6 |\n+---+---+---+",
        "3\n\n1 2 3\n4 0 5\n7 8 6",
        "# a comment\n[[1, 2, 3], [4, 0, 5], [7, 8, 6]]",
        "np.array([[1, 2, 3], [4, 0, 5], [7, 8, 6]], dtype=np.uint8)",
    ],
)
def test_the_many_ways_to_write_one_board(text: str) -> None:
    assert parse_board(text) == EIGHT


def test_the_players_line() -> None:
    assert parse_board("5 3 8 9/0 2 4 1/7 10 14 13/12 11 6 15") == FIFTEEN


def test_rectangles_rows_and_columns() -> None:
    assert parse_board("1 2 3\n4 5 0") == Board.blank_last(3, 2)
    assert parse_board("3 2\n1 2 3\n4 5 0") == Board.blank_last(3, 2)
    assert parse_board("3 2\n1 2 3 4 5 0") == Board.blank_last(3, 2)
    assert parse_board("4 1\n1 2 3 0") == Board.blank_last(4, 1)
    assert parse_board("1 4\n1\n2\n3\n0") == Board.blank_last(1, 4)
    assert parse_board("1/2/0") == Board.blank_last(1, 3)
    assert parse_board("1 2 3 0") == Board.blank_last(2)
    assert parse_board("0") == Board.blank_last(1)
    assert parse_board("1\n0") == Board.blank_last(1)  # document 001's format for N = 1


MEANINGS: list[tuple[str, list[list[int]]]] = [
    ("1 2/3 0", [[1, 2], [3, 0]]),
    ("1 2/3 4", [[1, 2], [3, 0]]),
    ("01/", [[0]]),
    ("00", [[0]]),
    ("1", [[0]]),
    ("1\n0", [[0]]),
    ("1 1\n1", [[0]]),
    ("/0/1", [[0], [1]]),
    ("1/2/0", [[1], [2], [0]]),
    ("1 2/3 0/", [[1, 2], [3, 0]]),
    ("01 02/03 00", [[1, 2], [3, 0]]),
    ("1 2/3 X", [[1, 2], [3, 0]]),
    ("1 2/. 3", [[1, 2], [0, 3]]),
    ("1 0 2/3 4 5", [[1, 0, 2], [3, 4, 5]]),
    ("1 2/3 0 # 4", [[1, 2], [3, 0]]),
    ("1 2 3 0", [[1, 2], [3, 0]]),
    ("4 1 2 3", [[0, 1], [2, 3]]),
    ("1 2\n3 0", [[1, 2], [3, 0]]),
    ("3 0\n1 2", [[3, 0], [1, 2]]),
    ("2 1\n1 0", [[1, 0]]),
    ("1 2\n1 0", [[1], [0]]),
    ("1 2\n1\n0", [[1], [0]]),
    ("2\n3 1\n2 0", [[3, 1], [2, 0]]),
    ("2 3\n1 2\n3 4\n5 0", [[1, 2], [3, 4], [5, 0]]),
    ("3 2\n1 2 3 4 5 0", [[1, 2, 3], [4, 5, 0]]),
    ("4 1\n1 2 3 0", [[1, 2, 3, 0]]),
    ("1 4\n1 2 3 0", [[1], [2], [3], [0]]),
    ("1 2|3 0", [[1, 2], [3, 0]]),
    ("1 2 3|4 0 5|7 8 6", [[1, 2, 3], [4, 0, 5], [7, 8, 6]]),
    ("1 2 3 | 4 0 5 | 7 8 6  # rows", [[1, 2, 3], [4, 0, 5], [7, 8, 6]]),
    ("123|456|780", [[1, 2, 3], [4, 5, 6], [7, 8, 0]]),
    ("1|2\n3|0", [[1, 2], [3, 0]]),
    ("1 2|3 4\n5 6|7 0", [[1, 2, 3, 4], [5, 6, 7, 0]]),
    ("9 1\n1 2 3|4 0 5|7 8 6", [[1, 2, 3, 4, 0, 5, 7, 8, 6]]),
    ("|1|2| |3|", [[1, 2, 0, 3]]),
    ("|1 2 3 0|", [[1, 2, 3, 0]]),
    ("+-+-+-+\n|1|2| |\n+-+-+-+", [[1, 2, 0]]),
    ("[1, 2, 3, 0]", [[1, 2], [3, 0]]),
    ("[[1, 2, 0]]", [[1, 2, 0]]),
    ("((1,), (2,), (0,))", [[1], [2], [0]]),
    ('{"board": [[1, 2], [3, null]]}', [[1, 2], [3, 0]]),
    ("Board([[1, 2], [3, 0]])", [[1, 2], [3, 0]]),
    ("array([[1, 2], [3, 4]])", [[1, 2], [3, 0]]),
    ("10 11 8 9/1 2 3 4/5 6 7 0/12 13 14 15", [[10, 11, 8, 9], [1, 2, 3, 4], [5, 6, 7, 0], [12, 13, 14, 15]]),
    ("10/11/8/9/1/2/3/4/5/6/7/0", [[10], [11], [8], [9], [1], [2], [3], [4], [5], [6], [7], [0]]),
    ("1,2,3;4,5,6;7,8,0", [[1, 2, 3], [4, 5, 6], [7, 8, 0]]),
    ("1 2; 3 0", [[1, 2], [3, 0]]),
    ("1;2;3\n4;5;6\n7;8;0", [[1, 2, 3], [4, 5, 6], [7, 8, 0]]),
    ("123/456/78_", [[1, 2, 3], [4, 5, 6], [7, 8, 0]]),
    ("123\n456\n780  # the goal", [[1, 2, 3], [4, 5, 6], [7, 8, 0]]),
    ("12/34", [[1, 2], [3, 0]]),
    ("[7 2 4 5 0 6 8 3 1]", [[7, 2, 4], [5, 0, 6], [8, 3, 1]]),
    ("[[1 2 3]\n [4 0 5]\n [7 8 6]]", [[1, 2, 3], [4, 0, 5], [7, 8, 6]]),
    (
        "[[ 1  2  3  4]\n [ 5  6  7  8]\n [ 9 10 11 12]\n [13 14 15  0]]",
        [[*range(1, 5)], [*range(5, 9)], [9, 10, 11, 12], [13, 14, 15, 0]],
    ),
    ("[[1 2 0]]", [[1, 2, 0]]),
    ("[[1]\n [0]]", [[1], [0]]),
]
"""Short texts of every style, among them those that a further format would most easily read in another way: as digits
without spaces between them, as hexadecimal digits, as a size line. Entries are added, never changed."""


@pytest.mark.parametrize(("text", "rows"), MEANINGS)
def test_a_text_keeps_its_meaning(text: str, rows: list[list[int]]) -> None:
    board = parse_board(text)
    assert [list(row) for row in board.rows] == rows, "no format may give another meaning to a text that is read today"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("3x3 D2 R2", "0 1 2/4 5 3/7 8 6"),  # as tiles slide: the first move cannot be the blank's
        ("3x3: U2 L2", "0 1 2/4 5 3/7 8 6"),  # as the blank travels
        ("3 x 3  down down, right 2", "0 1 2/4 5 3/7 8 6"),
        ("3×3 ↓2→2 # of csTimer", "0 1 2/4 5 3/7 8 6"),
        ("\ufeff3x2 R\nD", "1 0 3/4 2 5"),
        ("2x1 R", "0 1"),
    ],
)
def test_a_scramble_makes_a_board(text: str, line: str) -> None:
    rows = [[int(tile) for tile in row.split()] for row in line.split("/")]
    assert parse_board(text) == Board(rows)
    assert parse_boards(f"{text}\n\n{text}") == [Board(rows)] * 2


@pytest.mark.parametrize("size", ["4x4", "3x5", "2x7", "9x2"])
def test_the_moves_that_make_a_board_are_read_back(size: str) -> None:
    choose = Random(size)
    for _ in range(5):
        board, moves = Board.blank_last(*map(int, size.split("x"))), []
        for _ in range(30):
            move, board = choose.choice(list(board.successors()))
            moves.append(move)
        for notation in ("tile", "blank"):
            for runs in (True, False):
                assert parse_board(f"{size} {format_moves(moves, notation, runs=runs, space=' ')}") == board


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("D2 R", "line 1, column 1: these are moves; a scramble needs the size of the board before it"),
        ("# mine\nup left", "these are moves"),
        ("4x4 D2 Q", "'Q' is not a move"),
        ("3x3 D3", "move 3 is not possible"),
        ("3x3 D U2", "as directions of the tiles move 3"),
        ("4x4", "'4x4' is not a tile"),
        ("4x4 1 2", "'4x4' is not a tile"),
        ("0x4 D", "'0x4' is not a tile"),
        ("4x4 D2\n4x4 R", "there are 2 boards here where one is expected"),
    ],
)
def test_a_scramble_that_makes_no_board_is_refused(text: str, complaint: str) -> None:
    with pytest.raises(ParseError, match=complaint):
        parse_board(text)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("1 2 3 4 5 0", "ambiguous: 6 numbers on one line can be 6x1 or 3x2 or 2x3 or 1x6"),
        ("[1, 2, 3, 4, 5, 0]", "ambiguous: 6 numbers"),
        ("1 2 3 4 5 6 7 8 9 10 11 12 13 14 15", "with a 0 for the blank they would be 4x4: is the 0 missing?"),
        ("1 2/3 0\n3 2/1 0", "there are 2 boards here where one is expected"),
        ("4\n1 2 3\n4 0 5\n7 8 6", "the size line says 4x4, but there are 3 rows of 3 numbers"),
        ("3 3\n1 2 3\n4 0 5", "the size line says 3x3, but there are 2 rows of 3 numbers"),
        ("|1 2 3|4 0 5|7 8 6|", "ambiguous: | between 9 numbers on one line can separate 3 rows of 3, or"),
        ("1|2|3|0", "ambiguous: one number between two | on one line can be a column or a row"),
        ("[1 2 3 4 5 0]", "ambiguous: 6 numbers"),
        ("1\n0\n2", "one number a line: a board of one column needs its size line '1 3' first"),
    ],
)
def test_what_is_ambiguous_is_said(text: str, complaint: str) -> None:
    with pytest.raises(ParseError, match=re.escape(complaint)):
        parse_board(text)


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [("1 2 3\n4 five 6", 2, 3), ("1 2/3 ?", 1, 7), ("\n\n  @", 3, 3), ("1 2\n3 -1", 2, 3), ("9999999999 1", 1, 1)],
)
def test_errors_of_syntax_say_where(text: str, line: int, column: int) -> None:
    with pytest.raises(ParseError) as caught:
        parse_board(text)
    assert (caught.value.line, caught.value.column) == (line, column)


@pytest.mark.parametrize(
    "text", ["", " \n\n", "# nothing", "[[1, 2], [3", "{}", "{1: 2}", "[]", "[[]]", "[1.5, 0]", "+--+", "/"]
)
def test_texts_without_a_board(text: str) -> None:
    with pytest.raises(ParseError):
        parse_board(text)


def test_errors_of_meaning_come_all_together() -> None:
    with pytest.raises(InvalidBoard) as caught:
        parse_board("2 3 5 10\n1 4 6 7\n11 12 15 14\n16 10 8 9")  # document 000's second unsolvable board
    assert "10 appears twice" in str(caught.value) and "13 is missing" in str(caught.value)
    with pytest.raises(InvalidBoard, match="the blank appears twice"):
        parse_board("1 2/- 0")
    with pytest.raises(InvalidBoard, match="4 is out of range"):
        parse_board("1 4/- 2")
    with pytest.raises(InvalidBoard, match=r"^row 2 has 2 numbers instead of 3; 5 is missing$"):
        parse_board("3\n1 2 3\n4 0\n7 8 6")
    with pytest.raises(InvalidBoard, match=r"^row 3 has 2 numbers instead of 3; there is no blank"):
        parse_board("1 2 3/4 5 6/7 8")


@pytest.mark.parametrize("style", FORMATS)
@given(board=boards())
def test_every_format_is_read_back(style: str, board: Board) -> None:
    assert parse_board(format_board(board, style)) == board


@pytest.mark.parametrize("sign", ["0", "-", "_", ".", "x", "last"])
@pytest.mark.parametrize("style", ["rows", "sized", "flat", "line"])
@given(board=boards())
def test_every_sign_for_the_blank_is_read_back(style: str, sign: str, board: Board) -> None:
    assert parse_board(format_board(board, style, sign)) == board


@given(boards())
def test_str_is_read_back(board: Board) -> None:
    assert Board.parse(str(board)) == board


@given(st.lists(boards(smallest_side=2), min_size=1, max_size=5), st.sampled_from(["rows", "sized", "picture"]))
def test_many_boards_separated_by_empty_lines(found: list[Board], style: str) -> None:
    text = "\n\n".join(format_board(board, style) for board in found)
    assert parse_boards(text) == found


@given(st.lists(boards(smallest_side=2), min_size=1, max_size=5), st.sampled_from(["line", "json", "python"]))
def test_many_boards_one_a_line(found: list[Board], style: str) -> None:
    text = "# boards\n" + "\n".join(format_board(board, style) for board in found) + "\n"
    assert parse_boards(text) == found


def test_errors_among_many_boards_name_the_line() -> None:
    with pytest.raises(ParseError) as caught:
        parse_boards("1 2/3 0\n\n\n1 2/3 3")
    assert caught.value.line == 4
    with pytest.raises(ParseError) as caught:
        parse_boards("1 2/3 0\n# a comment\n# another\n1 2/3 ?")
    assert (caught.value.line, caught.value.column) == (4, 7)
    with pytest.raises(ParseError) as caught:
        parse_boards("\n1 2\n# a comment\n3 ?")
    assert (caught.value.line, caught.value.column) == (4, 3)
    with pytest.raises(ParseError, match="no board"):
        parse_boards("# nothing\n")


def test_two_boards_are_not_one() -> None:
    with pytest.raises(ParseError, match="there are 2 boards here"):
        parse_board("1 2\n3 0\n\n1 2\n3 0")


@given(st.text())
@example("9" * 5000)
@example("[" * 100_000)
@example("(" * 300)
@example("{" * 3000)
@example("[[1,2],[3,0]]]")
@example("[[0x" + "f" * 5000 + ", 0]]")
@example("[[" + "9" * 4000 + ", 0]]")
@example('{"board": "[1]"}')
@example("Board(")
@example("٣ ٠")
def test_any_text_gives_a_board_or_a_parse_error(text: str) -> None:
    for parse in (parse_board, parse_boards):
        try:
            parse(text)
        except ParseError as error:
            assert str(error)


@given(st.text(alphabet="0123456789 \n/,-_.x#[]()|+─│┌", max_size=60))
def test_any_text_of_board_characters_gives_a_board_or_a_parse_error(text: str) -> None:
    try:
        board = parse_board(text)
    except ParseError:
        return
    assert Board.parse(str(board)) == board


@given(st.binary())
def test_any_bytes_give_a_board_or_a_parse_error(content: bytes) -> None:
    for encoding in ("latin-1", "utf-8"):
        try:
            parse_board(content.decode(encoding, errors="surrogateescape"))
        except ParseError as error:
            assert str(error)


def test_a_very_large_board_is_read_and_written() -> None:
    board = Board.blank_last(127)
    for style in FORMATS:
        assert parse_board(format_board(board, style)) == board
