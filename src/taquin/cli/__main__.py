"""`python -m taquin.cli`."""

from taquin.cli import main

main()
