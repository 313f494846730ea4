"""The algorithms of five course documents, to the node: settings of the best-first loop.

000 and 002 are branch and bound on the 15-puzzle, 001 is the Princeton assignment, 003 and 004 are A* on the 8-puzzle.
Two of them call themselves A* but keep the first way found to every board; their answers are not always shortest.
"""

from taquin.search.algorithm import Algorithm
from taquin.search.best_first import Rules

__all__ = ["ASTAR003", "ASTAR004", "BNB000", "BNB002", "PRINCETON"]

_FIRST_WAY = {
    "en": "it keeps the first way found to every board and drops shorter ones found later; "
    "'astar' takes the shorter way and opens the board again",
    "id": "ia menyimpan jalan pertama ke setiap papan dan membuang jalan lebih pendek yang ditemukan kemudian; "
    "'astar' memakai jalan yang lebih pendek dan membuka papan itu lagi",
}

BNB000 = Algorithm(
    Rules(ties="newest", order="ULDR", duplicates="parent", count_root=True),
    title={"en": "Document 000: branch and bound", "id": "Dokumen 000: branch and bound"},
    about={
        "en": "Branch and bound as in document 000, the newest node first.",
        "id": "Branch and bound seperti pada dokumen 000, simpul terbaru dulu.",
    },
    optimal=True,
    heuristic="misplaced-blank",
)

PRINCETON = Algorithm(
    Rules(ties="oldest", order="ULRD", duplicates="parent", count_root=True),
    title={"en": "Document 001: Princeton A*", "id": "Dokumen 001: A* Princeton"},
    about={
        "en": "A* as in document 001, the Princeton sheet.",
        "id": "A* seperti pada dokumen 001, lembar Princeton.",
    },
    optimal=True,
    heuristic="manhattan",
)

BNB002 = Algorithm(
    Rules(ties="heap", order="UDLR", duplicates="parent", count_root=False),
    title={"en": "Document 002: branch and bound", "id": "Dokumen 002: branch and bound"},
    about={
        "en": "Branch and bound as in document 002, with a heap.",
        "id": "Branch and bound seperti pada dokumen 002, dengan heap.",
    },
    optimal=True,
    heuristic="misplaced",
)

ASTAR003 = Algorithm(
    Rules(ties="newest", order="ULRD", duplicates="generated", count_root=True),
    title={"en": "Document 003: A*", "id": "Dokumen 003: A*"},
    about={
        "en": "A* as in document 003: it keeps the first way to every board, so it can miss the shortest.",
        "id": "A* seperti pada dokumen 003: jalan pertama ke tiap papan dipertahankan, jadi yang terpendek bisa "
        "terlewat.",
    },
    optimal=False,
    heuristic="manhattan",
    caveat=_FIRST_WAY,
)

ASTAR004 = Algorithm(
    Rules(ties="oldest", order="UDLR", duplicates="generated", goal_test="generation", root_known=False),
    title={"en": "Document 004: A*", "id": "Dokumen 004: A*"},
    about={
        "en": "A* as in document 004: it keeps the first way to every board and takes the goal as soon as it is made.",
        "id": "A* seperti pada dokumen 004: jalan pertama ke tiap papan dipertahankan, dan tujuan diambil begitu "
        "dibuat.",
    },
    optimal=False,
    heuristic="manhattan",
    caveat={
        "en": _FIRST_WAY["en"] + "; and it takes the goal as soon as it is made",
        "id": _FIRST_WAY["id"] + "; dan ia mengambil tujuan begitu papan itu dibuat",
    },
)
