"""`python -m taquin`."""

from taquin.cli import main

main()
