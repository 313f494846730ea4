"""How the weights in src/taquin/anytime/weights/ were made, and the tables of the small pool: a command for each.

Not part of the package.

    python -m learning.board 7 7    the weights of whole boards of a shape (core/learn/board_ranking.hpp)
    python -m learning.sweep        the weights of the sweep (core/learn/sweep_ranking.hpp)
    python -m learning.flow         the weights of the flow, by evolution (evolution.py)
    python -m learning.pool         the tables of the small pool

The first three need the module `taquin_learn`, which developer builds have. The same options give the same result.
"""
