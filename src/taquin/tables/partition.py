"""How the tiles of a goal are divided into patterns.

Large and compact patterns see most of how tiles are in each other's way. A second division, along columns where the
first goes along rows, sees what the first does not; in goals with the blank in a corner of a square it is the mirror
image and shares the tables.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import inf
from typing import Final

from taquin.errors import TaquinError

__all__ = [
    "NAMES",
    "PICTURES",
    "SIZES",
    "Group",
    "Partition",
    "is_corner",
    "partitions",
    "pictures_of",
    "require_size",
    "sizes",
    "squares",
]

Group = tuple[int, ...]
Partition = tuple[Group, ...]

_MOST_TILES: Final = {
    "default": {16: 7, 25: 6, inf: 5},
    "large": {16: 8, 20: 7, 25: 6, inf: 5},
}
"""How many tiles a pattern has at most, on boards of up to so many cells: a table has an entry for each placement."""

SIZES: Final = tuple(_MOST_TILES)
"""The names of tables that there are for every shape."""

_MOST_PICTURES: Final = 4
"""Partitions of a set at most: the core looks no more of them up."""
_LARGEST_GROUP: Final = 8
"""Tiles of a group at most: the core makes no larger tables."""

PICTURES: Final = {
    # Divisions known to be good.
    (4, 4, "default"): (".aaa aaaa bbbc bbbc",),
    (4, 4, "large"): (".aaa aaaa bbbb bbbb",),
    # Sizes that have been published, to compare with; not among SIZES, since the others are better.
    (4, 4, "5-5-5"): (".aab aaab ccbb cccb",),
    (4, 4, "6-6-3"): (".aaa aaab cbbb ccbb",),
    # 6-6-6-6, as in the literature. There is no larger one, so this serves for "large", too.
    (5, 5, "default"): (".aabb aaabb ccabb ccddd ccddd",),
}
"""Width, height and name -> divisions: a letter is a group of up to eight tiles, a space ends a row. The blank, '.', is
in the first cell; for goals with the blank in another corner, such as the usual one, the picture is turned or mirrored.
A shape without a picture for "large" uses that for "default". A name of your own is a set of tables of your own
(`taquin tables build 4x4-NAME`, `taquin solve --tables NAME`), for goals with the blank in a corner only."""

NAMES: Final = tuple(dict.fromkeys((*SIZES, *(size for _, _, size in PICTURES))))
"""All names of tables, those that only one shape has, too."""


def is_corner(width: int, height: int, cell: int) -> bool:
    """Whether this is a corner of the board."""
    return cell in (0, width - 1, (height - 1) * width, height * width - 1)


def sizes(width: int, height: int, blank: int) -> tuple[str, ...]:
    """All sizes that there are for goals of this shape with the blank in this cell."""
    if not is_corner(width, height, blank):
        return SIZES
    return tuple(dict.fromkeys((*SIZES, *(size for *shape, size in PICTURES if shape == [width, height]))))


def require_size(width: int, height: int, blank: int, size: str) -> None:
    """Raise TaquinError where there is no such size; the message names those that there are.

    Pictures are a size of their own: `.aabb/aaabb/ccabb/ccddd/ccddd`, or several with a plus sign between them.
    """
    if size in SIZES:
        return
    if size.startswith(".") and is_corner(width, height, blank):
        if len(_own_pictures(size)) > _MOST_PICTURES:
            raise TaquinError(f"a set of tables has at most {_MOST_PICTURES} pictures")
        for picture in _own_pictures(size):
            _groups(picture, width, height)
        return
    known = sizes(width, height, blank)
    if size not in known:
        place = f"{width}x{height} with the blank in row {blank // width + 1}, column {blank % width + 1} of the goal"
        raise TaquinError(f"there are no tables {size!r} for {place}: choose {', '.join(known)}")


def partitions(width: int, height: int, blank: int, size: str = "default") -> list[Partition]:
    """Divisions of all cells but the blank's into groups, best first; a lower bound is the largest of their sums.

    Raises TaquinError where there is no such size.
    """
    require_size(width, height, blank, size)
    cells = width * height
    across, down = _flips(width, height, blank)

    def place(row: int, column: int) -> int:
        """Back from the picture in which the blank is in the upper left quarter."""
        return (height - 1 - row if down else row) * width + (width - 1 - column if across else column)

    pictured = [place(*divmod(cell, width)) for cell in range(cells)]
    home = pictured.index(blank)
    found = []
    for picture in _pictures(width, height, size) if home == 0 else ():
        found.append(_groups(picture, width, height))
    if size.startswith("."):
        return [_placed(groups, pictured) for groups in found]
    if not found:
        found.append(_strips(width, height, home, _group_sizes(cells, size)))
    if width == height:
        for groups in list(found):
            mirrored = [[cell % width * width + cell // width for cell in group] for group in groups]
            if home == 0:
                found.append(mirrored)
        if home != 0:
            turned = _strips(width, height, home % width * width + home // width, _group_sizes(cells, size))
            found.append([[cell % width * width + cell // width for cell in group] for group in turned])
    else:
        turned = _strips(height, width, home % width * height + home // width, _group_sizes(cells, size))
        found.append([[cell % height * width + cell // height for cell in group] for group in turned])
    result: list[Partition] = []
    for groups in found:
        partition = _placed(groups, pictured)
        if partition not in result:
            result.append(partition)
    return result


def pictures_of(width: int, height: int, blank: int, chosen: Iterable[Partition]) -> str:
    """The size that stands for these partitions of a goal with the blank in a corner, and no others."""
    across, down = _flips(width, height, blank)

    def picture(partition: Partition) -> str:
        letters = ["."] * (width * height)
        for letter, group in zip("abcdefgh", partition, strict=False):
            for cell in group:
                row, column = divmod(cell, width)
                seen = (height - 1 - row if down else row) * width + (width - 1 - column if across else column)
                letters[seen] = letter
        return "/".join("".join(letters[start : start + width]) for start in range(0, width * height, width))

    return "+".join(map(picture, chosen))


def _own_pictures(size: str) -> tuple[str, ...]:
    """The pictures of a size that is made of them."""
    return tuple(picture.replace("/", " ") for picture in size.split("+"))


def _placed(groups: list[list[int]], pictured: list[int]) -> Partition:
    """The groups of a picture on the board; `pictured` says where its cells lie there."""
    return tuple(sorted(tuple(sorted(pictured[cell] for cell in group)) for group in groups))


def _pictures(width: int, height: int, size: str) -> tuple[str, ...]:
    """The pictures of a shape. One without pictures for "large" uses those for "default"."""
    if size.startswith("."):
        return _own_pictures(size)
    usual = PICTURES.get((width, height, "default"), ()) if size in SIZES else ()
    return PICTURES.get((width, height, size), usual)


def _groups(picture: str, width: int, height: int) -> list[list[int]]:
    """The cells of every letter of a picture. Raises TaquinError where the picture is not one of this shape."""
    text = picture.replace(" ", "")
    groups = [[cell for cell, letter in enumerate(text) if letter == name] for name in sorted(set(text) - {"."})]
    problem = None
    if [len(row) for row in picture.split(" ")] != [width] * height:
        problem = f"it must have {height} rows of {width} letters, with a space between them"
    elif text[0] != "." or text.count(".") != 1:
        problem = "its first letter, and no other, must be '.', the blank"
    elif max(map(len, groups), default=0) > _LARGEST_GROUP:
        problem = f"a letter may stand for at most {_LARGEST_GROUP} tiles"
    if problem:
        raise TaquinError(f"the picture {picture!r} of tables for {width}x{height} is not possible: {problem}")
    return groups


def squares(width: int, height: int) -> list[Partition]:
    """Four divisions into groups of up to four cells, squares where there is room, of a goal with its blank last.

    The squares of the four begin at even or odd rows and columns. What is left at the edges is joined while four cells
    are not exceeded, the most compact pairs first.
    """

    def spread(group: list[int]) -> float:
        ways = [divmod(cell, width) for cell in group]
        return sum((y - v) ** 2 + (x - u) ** 2 for i, (y, x) in enumerate(ways) for v, u in ways[:i]) / len(group)

    def touch(one: list[int], other: list[int]) -> bool:
        return any(abs(a // width - b // width) + abs(a % width - b % width) == 1 for a in one for b in other)

    found: list[Partition] = []
    for down, across in ((0, 0), (1, 1), (0, 1), (1, 0)):
        blocks: dict[tuple[int, int], list[int]] = {}
        for cell in range(width * height - 1):
            blocks.setdefault(((cell // width + down) // 2, (cell % width + across) // 2), []).append(cell)
        groups = list(blocks.values())
        while pairs := [
            (spread(one + other), -len(one + other), second, first)
            for second, one in enumerate(groups)
            for first, other in enumerate(groups[:second])
            if len(one + other) <= 4 and touch(one, other)
        ]:
            *_, second, first = min(pairs)
            groups[first] = sorted(groups[first] + groups.pop(second))
        partition = tuple(map(tuple, groups))
        if partition not in found:
            found.append(partition)
    return found


def _flips(width: int, height: int, blank: int) -> tuple[bool, bool]:
    """Whether to mirror left-right and up-down to have the blank in the upper left quarter."""
    row, column = divmod(blank, width)
    return 2 * column > width - 1, 2 * row > height - 1


def _group_sizes(cells: int, size: str) -> list[int]:
    """How many tiles each group has: as few groups as the largest pattern of this size allows. Sizes that only have
    pictures count as the default size."""
    largest = next(tiles for most, tiles in _MOST_TILES.get(size, _MOST_TILES["default"]).items() if cells <= most)
    whole, rest = divmod(cells - 1, largest)
    if rest == 1 and whole > 1:  # a tile alone sees nothing but its own distance
        return [largest] * (whole - 1) + [largest - 1, 2]
    return [largest] * whole + ([rest] if rest else [])


def _strips(width: int, height: int, blank: int, sizes: list[int]) -> list[list[int]]:
    """Fill group after group row by row, then exchange cells between groups while that makes them more compact."""
    cells = [cell for cell in range(width * height) if cell != blank]
    groups, start = [], 0
    for size in sizes:
        groups.append(cells[start : start + size])
        start += size

    def spread(group: list[int]) -> int:
        rows = [cell // width for cell in group]
        columns = [cell % width for cell in group]
        return sum(
            (rows[i] - rows[j]) ** 2 + (columns[i] - columns[j]) ** 2 for i in range(len(group)) for j in range(i)
        )

    def improve() -> bool:
        for first in range(1, len(groups)):
            for second in range(first + 1, len(groups)):
                before = spread(groups[first]) + spread(groups[second])
                for i, one in enumerate(groups[first]):
                    for j, other in enumerate(groups[second]):
                        groups[first][i], groups[second][j] = other, one
                        if spread(groups[first]) + spread(groups[second]) < before:
                            return True
                        groups[first][i], groups[second][j] = one, other
        return False

    while improve():
        pass
    return groups
