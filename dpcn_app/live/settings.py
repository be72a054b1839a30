"""The user's settings: what is watched, and how. They are frozen, so that undo is easy."""

from __future__ import annotations

from dataclasses import dataclass

from dpcn_app.engine.modes import mode_and_parts
from dpcn_app.engine.spec import PriorSpec
from dpcn_app.errors import UserError
from dpcn_app.live.network_modes import with_strengths
from dpcn_app.video.edition import Edition
from dpcn_app.video.noise import Noise
from dpcn_app.video.preprocess import WHOLE, Region
from dpcn_app.video.source_spec import CAMERA, FILE, SHAPES, SourceSpec, source_kind
from dpcn_app.video.strokes import Strokes, check_strokes

FRAMES_PER_SECOND = 30.0
"""Frames of a generated video shown per second at speed 1."""

SPEEDS = (0.25, 0.5, 1.0, 2.0, 4.0, 0.0)
"""Factors on the frame rate; 0 is as fast as possible."""

MOST_MODES = 12
"""Most modes side by side: more pictures would be too small to see."""

MOST_SEED = 999_999
"""Largest seed that the window can show."""

MOVING_PHOTOGRAPHS = "photographs:seed=0,frames=3000"
"""A video of natural scenes that needs no file."""


def shapes_source(shape_set: str = "easy", frames: int = 300) -> str:
    """Return the text that names bouncing shapes; it names no seed: that of the settings counts."""
    return SourceSpec(SHAPES, given={"set": shape_set, "frames": frames}).text


@dataclass(frozen=True)
class Settings:
    """What is watched, and how.

    Parameters
    ----------
    model
        Name of the network in the list of networks.
    source
        Text that names the video (see `SourceSpec`), but not the noise, which has its own settings.
    edition
        Which edition of the file that it names was opened; None for other videos.
    noise_kind, noise
        Kind and amount of the noise on it.
    seed
        Seed of the noise, and of a generated video whose text names no seed.
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
        Whether the unexpected part of a frame is tinted.
    strengths
        Strengths of the extended prior that differ from the network's: names of fields of
        `PriorSpec`, with their values.
    strokes
        What the user has painted on the video.
    mirrored
        Whether a camera's pictures are shown as in a mirror.
    drawing
        Whether a network that has learnt shapes is shown the drawings in the pictures of a camera
        or a still, redrawn, and not the pictures. No other network is.
    closed
        First frame that the network does not see: from it on its eyes are closed, and it gets its
        own expectation instead; −1 while they are open.
    """

    model: str = "shapes-easy"
    source: str = shapes_source()
    edition: Edition | None = None
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
    strokes: Strokes = ()
    mirrored: bool = False
    drawing: bool = True
    closed: int = -1

    def __post_init__(self) -> None:
        if self.edition is not None and self.source_kind != FILE:  # left from a file before
            object.__setattr__(self, "edition", None)

    def check(self) -> None:
        """Refuse values that nothing could be shown for; what they name is not opened."""
        if not 1 <= len(self.modes) <= MOST_MODES:
            raise UserError(
                f"The window shows 1 to {MOST_MODES} modes side by side, not {len(self.modes)}; "
                "choose others."
            )
        if len(set(self.modes)) < len(self.modes):
            raise UserError("The window shows a mode only once; name none of them twice.")
        for mode in self.modes:
            mode_and_parts(mode)
        if self.speed not in SPEEDS:
            speeds = ", ".join(f"{speed:g}" for speed in SPEEDS)
            raise UserError(f"There is no speed {self.speed}; choose from {speeds}.")
        if not 0 <= self.seed <= MOST_SEED:
            raise UserError(f"A seed is a whole number from 0 to {MOST_SEED:,}; choose another.")
        Noise(self.noise_kind, self.noise, self.seed)
        with_strengths(PriorSpec(), self.strengths)
        SourceSpec.parse(self.source)
        check_strokes(self.strokes)
        if self.closed < -1 or self.closed == 0:
            raise UserError("Eyes are closed from frame 2 on or later; leave them open before.")

    @property
    def source_kind(self) -> str:
        """Kind of the video: `SHAPES`, `PHOTOGRAPHS`, `CAMERA` or `FILE`."""
        return source_kind(self.source)

    @property
    def video_name(self) -> str:
        """What the video is called."""
        return SourceSpec.parse(self.source).name

    @property
    def video_key(self) -> tuple[object, ...]:
        """Key of the video: while it stays the same, the open video can stay open."""
        if self.source_kind == FILE:
            return self.source, self.edition
        return (self.source, self.seed) if self._draws_video else (self.source,)

    @property
    def _draws_video(self) -> bool:
        """Whether the video is generated from the seed of these settings."""
        generated = self.source_kind not in (FILE, CAMERA)
        return generated and "seed" not in SourceSpec.parse(self.source).given

    @property
    def seed_matters(self) -> bool:
        """Whether another seed would change the picture."""
        return self.noise > 0 or self._draws_video

    @property
    def inference_key(self) -> tuple[object, ...]:
        """Key of all that inferred states depend on, but for the mode and the prior's strengths."""
        return (*self.frames_key, self.closed)

    @property
    def frames_key(self) -> tuple[object, ...]:
        """The same with the eyes open: while it stays, the frames and what is inferred stay."""
        return (*self.unpainted_key, self.strokes)

    @property
    def unpainted_key(self) -> tuple[object, ...]:
        """The same but for the strokes: while it stays, states near a stroke can be taken over."""
        noise = (self.noise_kind, self.noise, self.seed) if self.noise else ()
        shown = (self.region, self.scale, self.mirrored, self.drawing)
        return (self.model, *self.video_key, *shown, *noise)
