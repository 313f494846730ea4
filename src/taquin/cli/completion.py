"""`taquin completion`: the script that makes a shell complete taquin's commands and options."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from taquin.cli import program

__all__ = ["command"]


@click.command("completion")
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def command(shell: str) -> None:
    """Print the completion script for a SHELL; evaluate it in your shell's start-up file.

    \b
    Example:
      taquin completion bash
    """
    kind = get_completion_class(shell)
    assert kind is not None
    click.echo(kind(program, {}, "taquin", "_TAQUIN_COMPLETE").source())
