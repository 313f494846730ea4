"""`python -m taquin`, and the installed command."""

import sys


def main() -> None:
    """Run the command line; Ctrl-C while it is still being loaded ends quietly too."""
    try:
        from taquin.cli import main as run_program
    except KeyboardInterrupt:
        sys.exit(130)
    run_program()


if __name__ == "__main__":
    main()
