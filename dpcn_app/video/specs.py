"""Videos named by a text: `shapes:set=easy,seed=7`, `photographs:seed=7`, or a path."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from dpcn_app.errors import UserError
from dpcn_app.video.open_file import open_video
from dpcn_app.video.photographs import MovingPhotographs, PhotographsConfig
from dpcn_app.video.shapes import BouncingShapes, ShapesConfig
from dpcn_app.video.source import FrameSource

_EXAMPLES = {
    "shapes": "shapes:set=easy,seed=7,noise=1.5,frames=300",
    "photographs": "photographs:seed=7,part=held-out,frames=300",
}
_FIELDS: dict[str, dict[str, Callable[[str], Any]]] = {
    "shapes": {"set": str, "seed": int, "noise": float, "frames": int},
    "photographs": {"seed": int, "part": str, "frames": int},
}

GENERATED = tuple(f"{kind}:" for kind in _FIELDS)
"""How the names of generated videos begin."""


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
    if kind not in _FIELDS or not colon:
        if not text or "\0" in text:
            examples = " or ".join(_EXAMPLES.values())
            raise UserError(
                f"{text!r} names no video; give a file, a folder or a generated one: {examples}."
            )
        return open_video(Path(text), wait=wait)
    given: dict[str, Any] = {}
    for part in filter(None, rest.split(",")):
        name, _, value = part.partition("=")
        if name not in _FIELDS[kind] or not value:
            raise UserError(
                f"{part!r} is not understood in {text!r}; write it like {_EXAMPLES[kind]}."
            )
        try:
            given[name] = _FIELDS[kind][name](value)
        except ValueError:
            raise UserError(f"{value!r} is no number for {name} in {text!r}.") from None
    if given.get("seed", 0) < 0:
        raise UserError("A seed is a whole number of zero or more.")
    frames = given.pop("frames", 300)
    if kind == "photographs":
        return MovingPhotographs(PhotographsConfig(**given), frames)
    config = ShapesConfig.named(
        given.get("set", "easy"), noise=given.get("noise", 0.0), seed=given.get("seed", 0)
    )
    return BouncingShapes(config, frames)
