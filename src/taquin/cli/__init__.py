"""The command line: one sub-command a file, loaded when it is called.

`run` is the only place where an exception becomes a line on standard error and an exit code.
"""

from __future__ import annotations

import os
import re
import sys
import traceback
from importlib import import_module
from typing import Any, Final

import click

from taquin import __version__
from taquin.cli.exits import Exit, exit_code
from taquin.cli.language import said, speak, text
from taquin.errors import TaquinError
from taquin.native import require_setting
from taquin.texts import ENGLISH, AnyOf, languages

__all__ = ["program", "run"]

COMMANDS: Final = {
    "analyse": "Judge a solve move by move.",
    "batch": "Solve every board of a file, on all cores or a cluster.",
    "check": "Is this board valid and solvable, and why?",
    "classroom": "Ask and answer as two course documents do.",
    "compare": "Many algorithms on one board, side by side.",
    "completion": "Print the script for shell completion.",
    "datasets": "List the named sets of puzzles.",
    "depths": "Nodes and branching factor by solution depth.",
    "doctor": "Say what is installed and whether the fast engine is in use.",
    "exercises": "Print a sheet of exercises for a class, with answers.",
    "explain": "Show how a person solves a board, step by step.",
    "hint": "Say what to do next.",
    "improve": "Shorten a solution that somebody else found.",
    "lab": "Run experiments, and turn them into tables and plots.",
    "random": "Make random boards.",
    "solve": "Solve a board.",
    "tables": "Build, list and check the tables that searches use.",
    "trace": "Every step of a search, as text, JSON lines or a picture.",
    "web": "Play, understand, solve and replay in the browser.",
}

_LONGEST_MESSAGE: Final = 1000
"""Characters of an error's line: as many as the names of all algorithms and heuristics take."""


_CLICKS: Final = {
    r"No such command (?P<name>'.*')\.?": "usage.no_command",
    r"Got unexpected extra arguments? \((?P<rest>.*)\)": "usage.extra",
    r"Option (?P<name>'.*') requires an argument\.?": "usage.needs_value",
    r"Option (?P<name>'.*') does not take a value\.?": "usage.takes_no_value",
}
"""What click says without an exception of its own."""


class LazyGroup(click.Group):
    """A group that imports a command's file only when that command is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All names, in alphabetical order."""
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command in the file of this name."""
        return _command(cmd_name) if cmd_name in COMMANDS else None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, COMMANDS[name]) for name in self.list_commands(ctx)])


def _command(name: str) -> click.Command:
    command: click.Command = import_module(f"taquin.cli.{name}").command
    return command


@click.group(
    cls=LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110},
    epilog=f"Exit codes: {', '.join(f'{code.value} {code.short}' for code in Exit)}.",
)
@click.version_option(__version__, prog_name="taquin", message="%(prog)s %(version)s")
@click.option("--debug", is_flag=True, help="Show the traceback of an error.")
def program(debug: bool) -> None:
    """Sliding-tile puzzles: any board, any goal, any size.

    \b
    Example:
      taquin solve "1 2 3/4 0 5/7 8 6"

    A BOARD is a file, '-' for standard input, or the text itself. 'taquin COMMAND --help' tells more.
    """


def run(arguments: list[str]) -> int:
    """Run the command line and return its exit code. No traceback reaches the user without --debug."""
    # Accepted anywhere on the line, since that is where people add it after seeing an error.
    debug = "--debug" in arguments
    arguments = [argument for argument in arguments if argument != "--debug"] or ["--help"]
    _prepare_streams()
    speak(ENGLISH)
    try:
        require_setting()
        return _invoke(arguments)
    except BrokenPipeError:
        # The reader of our output, such as `head`, has gone: not an error. Python must not flush again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return Exit.OK
    except (KeyboardInterrupt, click.exceptions.Abort) as error:
        if isinstance(error.__context__, EOFError):
            _complain(text("usage.input_ended"))
            return Exit.USAGE
        _complain(text("usage.interrupted"))
        return Exit.INTERRUPTED
    except click.exceptions.Exit as error:
        return error.exit_code
    except Exception as error:
        if debug:
            traceback.print_exc()
        if isinstance(error, click.UsageError):
            _speak_as_asked(arguments)
        _complain(_message(error))
        return Exit.USAGE if isinstance(error, click.UsageError) else exit_code(error)


def _speak_as_asked(arguments: list[str]) -> None:
    """Speak the language of --lang or TAQUIN_LANG, which click has not read yet where it understands no option, unless
    the command has no --lang."""
    command = next((_command(name) for name in arguments if name in COMMANDS), None)
    if command is not None and not any("--lang" in option.opts for option in command.params):
        return
    given = re.search(r"(?:^|\0)--lang[=\0](\w+)", "\0".join(arguments))
    wanted = (given[1] if given else os.environ.get("TAQUIN_LANG", "")).lower()
    if wanted in languages():
        speak(wanted)


def _invoke(arguments: list[str]) -> int:
    if "_TAQUIN_COMPLETE" in os.environ:
        program.main(arguments, prog_name="taquin")  # answers the shell and exits
    extra: dict[str, Any] = {"color": False} if os.environ.get("NO_COLOR") else {}
    # Not program.main, which has its own ideas of Ctrl-C and of broken pipes.
    with program.make_context("taquin", list(arguments), **extra) as context:
        result = program.invoke(context)
    sys.stdout.flush()
    return int(result or Exit.OK)


def _prepare_streams() -> None:
    """Write to nowhere, and read nothing, where a stream is closed; write what the terminal cannot show as `?`."""
    if sys.stdin is None:
        sys.stdin = open(os.devnull)  # noqa: PTH123, SIM115
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "w"))  # noqa: PTH123, SIM115
        elif hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


def _message(error: Exception) -> str:
    """What went wrong, in one line."""
    if isinstance(error, click.UsageError):
        path = error.ctx.command_path if error.ctx else "taquin"
        return text("usage.see", message=_complaint(error).rstrip("."), command=path)
    if isinstance(error, click.ClickException):
        return error.format_message()
    if isinstance(error, TaquinError):
        return said(error)
    if isinstance(error, OSError):
        return f"{error.filename or 'output'}: {error.strerror or error}"
    if isinstance(error, MemoryError):
        return text("usage.out_of_memory")
    if isinstance(error, RuntimeError) and "can't start new thread" in str(error):
        return text("usage.out_of_threads")
    return f"internal error: {type(error).__name__}: {error} (run again with --debug and report this)"


def _complaint(error: click.UsageError) -> str:
    """What click says about an error, in the language spoken; why a value is refused is told so by our own types."""
    if type(error) is click.BadParameter and error.param is not None:
        return text("usage.invalid", where=error.param.get_error_hint(error.ctx), message=error.message)
    if isinstance(error, click.MissingParameter) and isinstance(error.param, click.Argument):
        return text("usage.missing_argument", name=error.param.get_error_hint(error.ctx))
    if isinstance(error, click.NoSuchOption):
        if error.option_name == "--lang" and error.ctx is not None and error.ctx.command is program:
            return text("usage.lang_behind")
        near = AnyOf(map(repr, error.possibilities or ()))
        name = "usage.no_option_near" if near else "usage.no_option"
        return text(name, name=repr(error.option_name), near=near)
    message = error.format_message()
    for pattern, name in _CLICKS.items():
        if found := re.fullmatch(pattern, message):
            return text(name, **found.groupdict()) + _advice(name, found[1])
    return message


def _advice(name: str, given: str) -> str:
    """What may have been meant by a command that does not exist, or by numbers of a board without quotes."""
    from taquin.cli.options import meant

    if name == "usage.no_command" and (near := meant(given.strip("'"), COMMANDS)):
        return f": {near.partition(': ')[2]}"
    if name == "usage.extra" and re.fullmatch(r"[\d\s./_-]+", given):
        return text("usage.quotes")
    return ""


def _complain(message: str) -> None:
    """One line on standard error, whatever characters the message has; what an argument made very long is cut."""
    line = " ".join(message.split())
    if len(line) > _LONGEST_MESSAGE:
        line = f"{line[: _LONGEST_MESSAGE // 2]} ... {line[-_LONGEST_MESSAGE // 2 :]}"
    from taquin.cli.output import complain  # which needs boards, as most commands do; the list of commands does not

    complain(line)
