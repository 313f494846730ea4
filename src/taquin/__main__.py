"""`python -m taquin`, and the installed command.

Ctrl-C ends the program without a traceback whenever it comes. So there is little to import before it is heeded, here
and in the package's `__init__.py`; what comes before that is Python's own start.
"""

import os
import sys

_INTERRUPTED = 130
"""`Exit.INTERRUPTED`, which is not imported yet when it is first needed."""


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
        if code == _INTERRUPTED:
            _flush()
            _leave()
        sys.exit(code)
    except KeyboardInterrupt:
        _leave()


def _leave(*_: object) -> None:
    """The end after Ctrl-C, without Python's own. That would wait for threads, or end the process by an abort where one
    is still at work in the core, or by a signal where Ctrl-C came while a class was being made.
    """
    os._exit(_INTERRUPTED)


def _flush() -> None:
    from contextlib import suppress

    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):  # where nobody takes it
            stream.flush()


if __name__ == "__main__":
    main()
