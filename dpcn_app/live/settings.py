"""What the user can set about what is watched and how: small, frozen, easy to undo."""

from __future__ import annotations

from dataclasses import dataclass

from dpcn_app.video.preprocess import WHOLE, Region
from dpcn_app.video.specs import FILE, SHAPES, SourceSpec, source_kind

FRAMES_PER_SECOND = 30.0
"""Frames of a generated video shown per second at speed 1."""

SPEEDS = (0.25, 0.5, 1.0, 2.0, 4.0, 0.0)
"""Factors on that rate; 0 is as fast as it goes."""

MOVING_PHOTOGRAPHS = "photographs:seed=0,frames=3000"
"""A video of natural scenes that needs no file."""


def shapes_source(shape_set: str = "easy", frames: int = 300) -> str:
    """Return the text that names bouncing shapes; their seed is the settings'."""
    return SourceSpec(SHAPES, given={"set": shape_set, "frames": frames}).text


@dataclass(frozen=True)
class Settings:
    """What is watched, and how.

    Parameters
    ----------
    model
        Name of the network in the list of networks.
    source
        The video, as `SourceSpec` reads it; a text that names no noise, which has its own settings.
    noise_kind, noise
        Kind and amount of the noise on it.
    seed
        Of the noise, and of a generated video whose text names none.
    region, scale
        Part of its frames to look at, and factor on their size; `WHOLE` and 0: as suits the model.
        Bouncing shapes are always seen as they are.
    modes
        Modes shown side by side; the first is the main one.
    speed
        One of `SPEEDS`.
    loop
        Whether playing starts again at the end.
    surprise
        Whether what was not expected of a frame is tinted.
    strengths
        Strengths of the extended prior that differ from the network's: names of fields of
        `PriorSpec`, with their values.
    """

    model: str = "shapes-easy"
    source: str = shapes_source()
    noise_kind: str = "structured"
    noise: float = 1.5
    seed: int = 7
    region: Region = WHOLE
    scale: float = 0.0
    modes: tuple[str, ...] = ("off",)
    speed: float = 1.0
    loop: bool = True
    surprise: bool = False
    strengths: tuple[tuple[str, float], ...] = ()

    @property
    def source_kind(self) -> str:
        """Kind of the video: `SHAPES`, `PHOTOGRAPHS` or `FILE`."""
        return source_kind(self.source)

    @property
    def video_name(self) -> str:
        """What the video is called."""
        return SourceSpec.parse(self.source).name

    @property
    def video_key(self) -> tuple[object, ...]:
        """What decides which video it is: with the same key the open one can stay open."""
        own_seed = self.source_kind == FILE or "seed" in SourceSpec.parse(self.source).given
        return (self.source,) if own_seed else (self.source, self.seed)

    @property
    def seed_matters(self) -> bool:
        """Whether another seed would show another picture."""
        return self.noise > 0 or len(self.video_key) > 1

    @property
    def inference_key(self) -> tuple[object, ...]:
        """What inferred states depend on, beside the mode: with another key they are void."""
        noise = (self.noise_kind, self.noise, self.seed) if self.noise else ()
        return (self.model, *self.video_key, self.region, self.scale, *noise)
