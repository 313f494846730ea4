"""The upper end of a search: an answer at once, and a better one every moment.

    construct          a solution that cannot fail, of any board towards any goal, in milliseconds
    plain_construction the same in Python, for where there is no core
    weights            learned weights: of whole boards, and of the flow and the sweep of larger ones
    scores             the score by which boards of a shape are searched as a whole, where there is one
    budget             how much work a board of this size and a time limit are worth
    windows            re-solving stretches of a solution (native, and a small Python twin)
    schedule           what a descent does that falls behind its time
    followers          windows over the beginning of a way whose end is still looked for
    descent_threads    the threads of one descent: sharing, competing, or following
    upper_end          all of it as one stream of ever better solutions

Solutions in here are strings of the blank's moves, such as "ULRD", until they leave as a `Solution`.
"""

from taquin.anytime.construct import construct
from taquin.anytime.upper_end import UpperEnd

__all__ = ["UpperEnd", "construct"]
