"""Videos named by a text: `shapes:set=easy`, `photographs:seed=7`, `camera:0`, or a path."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from dpcn_app.errors import UserError
from dpcn_app.video.camera_devices import MOST_CAMERA, camera_name
from dpcn_app.video.context_shapes import ContextShapes, check_around
from dpcn_app.video.mixed_shapes import MixedShapes, mix_named
from dpcn_app.video.noise import Noise, noisy_shapes, with_noise
from dpcn_app.video.open_file import open_video
from dpcn_app.video.photographs import MovingPhotographs, PhotographsConfig
from dpcn_app.video.pictures import PICTURE_ENDINGS
from dpcn_app.video.shapes import ShapesConfig
from dpcn_app.video.source import FrameSource

SHAPES, PHOTOGRAPHS, CAMERA, FILE = "shapes", "photographs", "camera", "file"
"""Kinds of video."""

_EXAMPLES = {
    SHAPES: "shapes:set=easy,seed=7,noise=1.5,frames=300",
    PHOTOGRAPHS: "photographs:seed=7,part=held-out,frames=300",
}
_FIELDS: dict[str, dict[str, Callable[[str], Any]]] = {
    SHAPES: {
        "set": str,
        "size": int,
        "objects": int,
        "mix": str,
        "around": str,
        "seed": int,
        "noise": float,
        "frames": int,
    },
    PHOTOGRAPHS: {"seed": int, "part": str, "frames": int},
}
_FRAMES = 300  # of a generated video whose text names no number
_MOST_FRAMES = 10_000_000  # of a generated video: days of work
_MOST_SEED = 2**31 - 1
_LONGEST = 4096  # characters, the most that a path has on most systems


@dataclass(frozen=True)
class SourceSpec:
    """What a text says about a video.

    Parameters
    ----------
    kind
        `SHAPES`, `PHOTOGRAPHS`, `CAMERA` or `FILE`.
    path
        Of a file, a folder or a pattern; the number of a camera; empty for generated videos.
    given
        The values that the text names for a generated video, such as its seed.
    """

    kind: str
    path: str = ""
    given: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def parse(cls, text: str) -> SourceSpec:
        """Return what a text says; refuse one that names no video."""
        kind, colon, rest = text.partition(":")
        if len(text) > _LONGEST:
            raise UserError(
                f"{text[:40] + '…'!r} has {len(text):,} characters, too many for a video's name; "
                "choose another video."
            )
        if kind == CAMERA and colon:
            return cls(CAMERA, str(_camera_number(text, rest)))
        if kind not in _FIELDS or not colon:
            if not text or "\0" in text:
                examples = " or ".join(_EXAMPLES.values())
                raise UserError(
                    f"{text!r} names no video; give a file, a folder or a generated one: "
                    f"{examples}."
                )
            return cls(FILE, text)
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
        _check(given)
        return cls(kind, given=given)

    @property
    def text(self) -> str:
        """The text that says this."""
        if self.kind == FILE:
            return self.path
        if self.kind == CAMERA:
            return f"{CAMERA}:{self.path}"
        return f"{self.kind}:" + ",".join(f"{name}={value}" for name, value in self.given.items())

    @property
    def name(self) -> str:
        """What the video is called in a list."""
        if self.kind == SHAPES:
            mix = self.given.get("mix", "").replace("+", " and ")
            if "around" in self.given:
                mix += f", {self.given['around']} around"
            size = f", {self.given['size']} pixels" if "size" in self.given else ""
            return f"shapes, {self.given.get('set', 'easy')}{size}{mix and f', {mix}'}"
        if self.kind == PHOTOGRAPHS:
            return "moving photographs"
        if self.kind == CAMERA:
            return camera_name(int(self.path))
        return Path(self.path).name or self.path

    @property
    def shapes(self) -> ShapesConfig:
        """The bouncing shapes that it names."""
        return _shapes_config(self.given)

    @property
    def shows_paper(self) -> bool:
        """Whether drawings on paper may be shown: to a camera, or by a picture (by its name)."""
        return self.kind == CAMERA or (
            self.kind == FILE and Path(self.path).suffix.lower() in PICTURE_ENDINGS
        )

    def open(self, *, wait: bool = True, seed: int = 0) -> FrameSource:
        """Open the video; a camera, which may take long, is opened by `video.camera_reader`.

        Parameters
        ----------
        wait
            See `open_video`.
        seed
            Seed of a generated video whose text names none.
        """
        if self.kind == CAMERA:
            raise UserError(
                f"A camera has no end, and is watched in the window alone: dpcn-app {self.text}. "
                "Give a video file here."
            )
        if self.kind == FILE:
            try:
                return open_video(Path(self.path), wait=wait)
            except OSError as error:  # such as a folder in a pattern that may not be looked into
                reason = error.strerror or type(error).__name__
                raise UserError(
                    f"{self.path} cannot be opened: {reason}; choose another video."
                ) from error
        given = {"seed": seed} | dict(self.given)
        frames = given.pop("frames", _FRAMES)
        if self.kind == PHOTOGRAPHS:
            return MovingPhotographs(PhotographsConfig(**given), frames)
        config = _shapes_config(given)
        if "mix" in given:
            mix = mix_named(given["mix"], config.classes)
            mixed: FrameSource = MixedShapes(config, mix, frames)
            if "around" in given:
                mixed = ContextShapes(config, mix, given["around"], frames)
            return with_noise(mixed, Noise("structured", given.get("noise", 0.0), config.seed))
        return noisy_shapes(config, frames, given.get("noise", 0.0))


def _camera_number(text: str, number: str) -> int:
    """Return the number of a camera that a text names; refuse one that names none."""
    if number.isascii() and number.isdecimal() and len(number) <= 2 and int(number) <= MOST_CAMERA:
        return int(number)
    raise UserError(
        f"{text[:60]!r} names no camera; cameras have numbers from 0 to {MOST_CAMERA}: the first "
        "is camera:0."
    )


def _check(given: Mapping[str, Any]) -> None:
    """Refuse values that no generated video can have, before one is made of them."""
    if not 0 <= given.get("seed", 0) <= _MOST_SEED:
        raise UserError(f"A seed is a whole number from 0 to {_MOST_SEED}; choose another one.")
    if not 1 <= given.get("frames", 1) <= _MOST_FRAMES:
        raise UserError(
            f"A generated video has at least one frame and at most {_MOST_FRAMES:,}; choose "
            "another number of frames."
        )
    config = _shapes_config(given)
    if "mix" in given:
        mix_named(given["mix"], config.classes)
    if "around" in given:
        check_around(given["around"], config)
        if "mix" not in given:
            raise UserError(
                f"{given['around'].capitalize()} can only be around two shapes that overlap; name "
                f"them too, such as mix={config.shapes[0]}+{config.shapes[1]}."
            )
    Noise("structured", given.get("noise", 0.0))


def _shapes_config(given: Mapping[str, Any]) -> ShapesConfig:
    """Return bouncing shapes as a text asks for them: `size` is that of the square frames."""
    config = ShapesConfig.named(given.get("set", "easy"), seed=given.get("seed", 0))
    size = given.get("size")
    return replace(
        config,
        frame_shape=config.frame_shape if size is None else (size, size),
        objects=given.get("objects", config.objects),
    )


def source_kind(text: str) -> str:
    """Return what kind of video a text names, whether or not it can be opened."""
    kind, colon, _ = text.partition(":")
    return kind if kind in (*_FIELDS, CAMERA) and colon else FILE


def open_source(text: str, *, wait: bool = True, seed: int = 0) -> FrameSource:
    """Return the video that a text names; parameters as for `SourceSpec.open`."""
    return SourceSpec.parse(text).open(wait=wait, seed=seed)
