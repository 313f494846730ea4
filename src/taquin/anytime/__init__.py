"""Any size: an answer at once, a better one every moment, always with a proven bound beside it.

    construct   a solution that cannot fail, of any board towards any goal, in milliseconds
    bound       a lower bound that is proven at every size
    weights     learned prices: of whole boards, and of the flow and the sweep of larger ones
    knowledge   the score by which boards of a shape are searched as a whole, where there is one
    effort      how much work a board of this size and a time limit are worth
    shorten     windows: re-solving stretches of a solution (native, and a small Python twin)
    schedule    what a descent does that falls behind its time
    follow      windows over the beginning of a way whose end is still looked for
    crew        the threads of one descent: sharing, competing, or following
    proof       the optimal search alongside, on small boards
    stream      all of it as one `improve`: a stream of ever better solutions

Solutions in here are strings of the blank's moves, such as "ULRD", until they leave as a `Solution`.
"""

from taquin.anytime.bound import lower_bound
from taquin.anytime.construct import construct
from taquin.anytime.stream import improve

__all__ = ["construct", "improve", "lower_bound"]
