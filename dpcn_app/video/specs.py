"""Videos named on the command line: `shapes:set=easy,seed=7,noise=1.5,frames=300`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from dpcn_app.errors import UserError
from dpcn_app.video.shapes import BouncingShapes, ShapesConfig
from dpcn_app.video.source import FrameSource

_EXAMPLE = "shapes:set=easy,seed=7,noise=1.5,frames=300"
_SHAPES_FIELDS: dict[str, Callable[[str], Any]] = {
    "set": str,
    "seed": int,
    "noise": float,
    "frames": int,
}


def open_source(text: str) -> FrameSource:
    """Return the video that a text names."""
    kind, _, rest = text.partition(":")
    if kind != "shapes":
        raise UserError(
            f"{text!r} is not a video that can be read; give a generated one such as {_EXAMPLE}."
        )
    given: dict[str, Any] = {}
    for part in filter(None, rest.split(",")):
        name, _, value = part.partition("=")
        if name not in _SHAPES_FIELDS or not value:
            raise UserError(f"{part!r} is not understood in {text!r}; write it like {_EXAMPLE}.")
        try:
            given[name] = _SHAPES_FIELDS[name](value)
        except ValueError:
            raise UserError(f"{value!r} is no number for {name} in {text!r}.") from None
    if given.get("seed", 0) < 0:
        raise UserError("A seed is a whole number of zero or more.")
    config = ShapesConfig.named(
        given.get("set", "easy"), noise=given.get("noise", 0.0), seed=given.get("seed", 0)
    )
    return BouncingShapes(config, given.get("frames", 300))
