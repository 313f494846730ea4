"""How values show themselves where a notebook asks them to: by pictures that `taquin.render` draws.

Jupyter, VS Code and Colab ask `_repr_mimebundle_`, and take the richest form that they can show. marimo asks `_mime_`,
and runs no script but in a frame of its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

__all__ = ["Displayed"]

_LONGEST: Final = 300
"""Characters of the text at most: it is saved with the notebook, below the picture."""


class Displayed:
    """A value with a picture. `_drawn` gives the picture by its MIME type, either SVG or HTML."""

    __slots__ = ()

    def _drawn(self) -> Mapping[str, str]:
        raise NotImplementedError

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        """The picture, and the text for whoever has no room for it."""
        text = repr(self)
        return {"text/plain": text if len(text) <= _LONGEST else f"{text[:_LONGEST]} ...", **self._drawn()}

    def _mime_(self) -> tuple[str, str]:
        """What marimo shows."""
        ((_, picture),) = self._drawn().items()
        if "<script>" not in picture:
            return "text/html", picture
        from html import escape  # here, since it takes milliseconds that `import taquin` need not take

        frame = f"<meta charset=utf-8><style>:root{{color-scheme:light dark}}</style>{picture}"
        fitted = "this.style.height=this.contentDocument.documentElement.scrollHeight+'px'"
        style = "border:0;width:100%;height:30em"
        return "text/html", f'<iframe srcdoc="{escape(frame)}" style="{style}" onload="{fitted}"></iframe>'
