"""The upper end of a search: an answer at once, and a better one every moment.

    construct          a solution that cannot fail, of any board towards any goal, in milliseconds
    plain_construction the same in Python, for where there is no core
    walker             tiles that are walked by the blank, as a person does it
    weights            learned weights: of whole boards, and of the flow and the sweep of larger ones
    scores             the score by which boards of a shape are searched as a whole, where there is one
    budget             how much work a board of this size and a time limit are worth
    pace               when to look up, give up and hand over
    slices             workers that work in slices, side by side on threads
    offers             where solutions are taken, and replayed
    windows            re-solving stretches of a solution (native, and a small Python twin)
    window_passes      a whole solution, shortened pass by pass
    schedule           what a descent does that falls behind its time
    followers          windows over the beginning of a way whose end is still looked for
    descent_threads    the threads of one descent: sharing, competing, or following
    descents           one descent after the other, each with what those before it have found
    upper_end          all of it as one stream of ever better solutions
    room               boards that are refused because their first solution would take far too long

Solutions in here are strings of the blank's moves, such as "ULRD", until they leave as a `Solution`.
"""

from taquin.anytime.construct import construct

__all__ = ["construct"]
