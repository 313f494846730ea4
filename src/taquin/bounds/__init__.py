"""Lower bounds that are proven at every size, without any table.

linear_conflict    Manhattan distance and the tiles that must let others pass in their line: at once
groups             what groups of up to four tiles need beyond that: rises while it works
slides             the multi-tile metric, in which a slide of a whole run counts one: at once
"""

from taquin.bounds.linear_conflict import lower_bound
from taquin.bounds.slides import slides_lower_bound

__all__ = ["lower_bound", "slides_lower_bound"]
