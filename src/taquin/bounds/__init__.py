"""Lower bounds that are proven at every size, without any table.

linear_conflict    Manhattan distance and the tiles that must let others pass in their line: at once
groups             what groups of up to four tiles need beyond that: rises while it works
"""

from taquin.bounds.linear_conflict import lower_bound

__all__ = ["lower_bound"]
