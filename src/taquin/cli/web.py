"""`taquin web`: the page to play, understand, solve and replay."""

from __future__ import annotations

import click

from taquin.cli.options import WholeNumber

__all__ = ["command"]


@click.command("web")
@click.option("--port", type=WholeNumber(0, 65535), default=0, help="The port.  [default: any free one]")
@click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    help="The address to listen on. One that others can reach asks them for a token, which is in the printed link.",
)
@click.option("--no-browser", is_flag=True, help="Do not open the browser.")
def command(port: int, host: str, no_browser: bool) -> None:
    """Open the web app; Ctrl-C ends it.

    \b
    Example:
      taquin web --port 8000

    Only this machine can reach it, unless --host names another address. Then, as for a class, whoever has the link
    can use it: a token is in it, made anew at every start. The limits on time, memory and searches at once are tighter.
    """
    from taquin.web.serve import serve

    def announce(address: str, public: bool) -> None:
        click.echo(f"Taquin is at {address} (Ctrl-C ends it)")
        if public:
            click.echo("Other machines can reach it: whoever has this link can use it, and nothing is encrypted.")

    serve(host, port, announce, browser=not no_browser)
