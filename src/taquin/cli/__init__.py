"""The command line: one sub-command a file, loaded when it is called.

`main` is the only place where an exception becomes a line on standard error and an exit code.
"""

from __future__ import annotations

import os
import sys
from importlib import import_module
from typing import Any, Final

import click

from taquin import __version__
from taquin.cli.exits import Exit, exit_code
from taquin.errors import TaquinError
from taquin.native import require_setting

__all__ = ["main", "program"]

COMMANDS: Final = {
    "check": "Is this board valid and solvable, and why?",
    "completion": "Print the script for shell completion.",
    "doctor": "Say what is installed and how fast it is.",
    "hint": "Say what to do next.",
    "improve": "Shorten a solution that somebody else found.",
    "random": "Make random boards.",
    "solve": "Solve a board.",
}


class LazyGroup(click.Group):
    """A group that imports a command's file only when that command is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All names, in alphabetical order."""
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command in the file of this name."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"taquin.cli.{cmd_name}").command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, COMMANDS[name]) for name in self.list_commands(ctx)])


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@click.version_option(__version__, prog_name="taquin", message="%(prog)s %(version)s")
@click.option("--debug", is_flag=True, help="Show the traceback of an error.")
def program(debug: bool) -> None:
    """Sliding-tile puzzles: any board, any goal, any size.

    \b
    Example:
      taquin solve "1 2 3/4 0 5/7 8 6"

    A BOARD is a file, '-' for standard input, or the text itself. 'taquin COMMAND --help' tells more.
    Exit codes: 0 solved or done, 1 internal error, 2 usage, 3 bad board, 4 unsolvable, 5 limit reached,
    6 table problem, 130 interrupted.
    """


def main(arguments: list[str] | None = None) -> None:
    """Run the command line and exit with its code. No traceback reaches the user without --debug."""
    sys.exit(run(sys.argv[1:] if arguments is None else arguments))


def run(arguments: list[str]) -> int:
    """Run the command line; the exit code comes back as a value."""
    debug = "--debug" in arguments
    # Accepted anywhere on the line, since that is where people add it after seeing an error.
    arguments = [argument for argument in arguments if argument != "--debug"]
    extra: dict[str, Any] = {"color": False} if os.environ.get("NO_COLOR") else {}
    try:
        require_setting()
        if "_TAQUIN_COMPLETE" in os.environ:
            program.main(arguments, prog_name="taquin")  # answers the shell and exits
        # Not program.main, which has its own ideas of Ctrl-C and of broken pipes.
        with program.make_context("taquin", arguments, **extra) as context:
            result = program.invoke(context)
        sys.stdout.flush()
        return int(result or Exit.OK)
    except BrokenPipeError:
        # The reader of our output, such as `head`, has gone: not an error. Python must not flush again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return Exit.OK
    except (KeyboardInterrupt, click.exceptions.Abort):
        _complain("interrupted")
        return Exit.INTERRUPTED
    except click.exceptions.Exit as error:
        return error.exit_code
    except click.UsageError as error:
        if debug:
            raise
        path = error.ctx.command_path if error.ctx else "taquin"
        message = error.format_message().splitlines()
        _complain(f"{' '.join(line.strip() for line in message).rstrip('.')} (see '{path} --help')")
        return Exit.USAGE
    except (TaquinError, OSError, ValueError) as error:
        if debug:
            raise
        _complain(str(error))
        return exit_code(error)
    except Exception as error:
        if debug:
            raise
        _complain(f"internal error: {type(error).__name__}: {error} (run again with --debug and report this)")
        return Exit.INTERNAL


def _complain(message: str) -> None:
    """One line on standard error, whatever characters the message has."""
    line = " ".join(message.split())
    click.echo(f"taquin: {line}".encode(errors="replace"), err=True)
