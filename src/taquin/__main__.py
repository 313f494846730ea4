"""`python -m taquin`, and the installed command.

Ctrl-C ends the program without a traceback whenever it comes. So there is little to import before it is heeded, here
and in the package's `__init__.py`; what comes before that is Python's own start.
"""

import os
import sys


def main() -> None:
    """Run the command line. Ctrl-C is an exception while it runs, and just the end before and after that."""
    try:
        import signal

        heeded = signal.getsignal(signal.SIGINT) is signal.default_int_handler  # not in the background of a shell
        if heeded:
            signal.signal(signal.SIGINT, _leave)
        from taquin.cli import run

        if heeded:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        code = run(sys.argv[1:])
        if heeded:
            signal.signal(signal.SIGINT, _leave)
        sys.exit(code)
    except KeyboardInterrupt:
        _leave()


def _leave(*_: object) -> None:
    os._exit(130)


if __name__ == "__main__":
    main()
