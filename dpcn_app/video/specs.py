"""Videos named by a text: `shapes:set=easy,seed=7,noise=1.5,frames=300`, or a path."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from dpcn_app.errors import UserError
from dpcn_app.video.opening import open_video
from dpcn_app.video.shapes import BouncingShapes, ShapesConfig
from dpcn_app.video.source import FrameSource

_EXAMPLE = "shapes:set=easy,seed=7,noise=1.5,frames=300"
_SHAPES_FIELDS: dict[str, Callable[[str], Any]] = {
    "set": str,
    "seed": int,
    "noise": float,
    "frames": int,
}


def open_source(text: str, *, wait: bool = True) -> FrameSource:
    """Return the video that a text names.

    Parameters
    ----------
    text
        A generated video, or the path of a file, a folder or a pattern.
    wait
        See `open_video`.
    """
    kind, colon, rest = text.partition(":")
    if kind != "shapes" or not colon:
        if not text or "\0" in text:
            raise UserError(
                f"{text!r} names no video; give a file, a folder or a generated one: {_EXAMPLE}."
            )
        return open_video(Path(text), wait=wait)
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
