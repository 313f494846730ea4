"""Teaching algorithms: small, pure Python, chosen by name.

Each takes a puzzle, a heuristic (a function from a board to a lower bound) and limits, and returns a Solution.
"""
