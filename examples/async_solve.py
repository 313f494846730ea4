"""Solve several boards in asyncio, show every better solution, and cancel what takes too long.

    python examples/async_solve.py [SECONDS]

`Solving` can be awaited and iterated over without holding up the event loop. Whoever is cancelled has stopped its
search, and the best solution so far stays in `best`.
"""

from __future__ import annotations

import asyncio
import sys

from taquin import Solution, Solving, scramble


async def watch(name: str, solving: Solving) -> None:
    """Show every better solution of a search as it comes."""
    async for solution in solving:
        print(f"{name}: {solution.summary}")


async def solve_within(side: int, seconds: float) -> Solution | None:
    """The best solution of a board that is found in time."""
    solving = Solving(scramble(side, seed=1), quality="best")
    try:
        async with asyncio.timeout(seconds):
            await watch(f"{side}x{side}", solving)
    except TimeoutError:
        print(f"{side}x{side}: cancelled")
    return solving.best


async def main(seconds: float) -> list[Solution | None]:
    """Two boards side by side, one that is soon proven and one whose search never ends by itself."""
    return list(await asyncio.gather(solve_within(4, seconds), solve_within(8, seconds)))


if __name__ == "__main__":
    for found in asyncio.run(main(float(sys.argv[1]) if len(sys.argv) > 1 else 3)):
        print(found)
