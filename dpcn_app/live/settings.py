"""What the user can set about what is watched and how: small, frozen, easy to undo."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

from dpcn_app.engine.spec import PriorSpec
from dpcn_app.errors import UserError
from dpcn_app.video.preprocess import WHOLE, Region
from dpcn_app.video.shapes import BouncingShapes, ShapesConfig

MODE_TITLES = {
    "off": "Bottom-up",
    "coherence": "Coherence",
    "predictions": "Predictions",
    "both": "Top-down",
    "prior": "Prior",
    "average": "Moving average",
    "placebo": "Placebo",
}
"""Ways of watching: no top-down, the paper's two parts, both of them, the extended prior, and the
two controls."""

PART_TITLES = {"T": "time", "D": "handed down", "K": "at the top"}
"""Parts of the extended prior, as in `prior:T+D`."""

PART_CHOICES = ("T", "D", "K", "T+D", "T+K", "D+K", "T+D+K")

MODES_IN_TURN = (
    *("off", "coherence", "predictions", "both", "prior"),
    *(f"prior:{part}" for part in PART_TITLES),
    *("average", "placebo"),
)
"""Ways of watching that follow each other when the next one is asked for."""


def has_parts(mode: str) -> bool:
    """Whether a way of watching has the extended prior's parts."""
    return mode.startswith(("prior", "placebo"))


def mode_title(mode: str) -> str:
    """Return what a way of watching is called, its parts included."""
    kind, _, parts = mode.partition(":")
    return f"{MODE_TITLES[kind]}: {PART_TITLES.get(parts, parts)}" if parts else MODE_TITLES[kind]


def is_mode(mode: str) -> bool:
    """Whether there is such a way of watching."""
    kind, colon, parts = mode.partition(":")
    return kind in MODE_TITLES and (not colon or (has_parts(kind) and parts in PART_CHOICES))


def own_strengths(prior: PriorSpec, strengths: tuple[tuple[str, float], ...]) -> PriorSpec:
    """Return a prior with strengths of one's own in place of some of its."""
    if not {name for name, _ in strengths} <= set(strength_names()):
        raise UserError("it names a strength of the prior that is not known here")
    changed: dict[str, Any] = dict(strengths)
    return replace(prior, **changed)


def strength_names() -> tuple[str, ...]:
    """Return what can be set of a prior."""
    return tuple(field.name for field in fields(PriorSpec) if field.name != "parts")


def main_mode(modes: tuple[str, ...]) -> str:
    """Return the way of watching that is meant where bottom-up stands beside it to compare."""
    return next((mode for mode in modes if mode != "off"), modes[0])


FRAMES_PER_SECOND = 30.0
"""Frames shown per second at speed 1."""

SPEEDS = (0.25, 0.5, 1.0, 2.0, 4.0, 0.0)
"""Factors on that rate; 0 is as fast as it goes."""


PHOTOGRAPHS = "photographs:frames=3000"
"""A video of natural scenes that needs no file."""


NATURAL_NETWORK = "natural"
"""The bundled network for natural scenes."""


def network_for(source: str) -> str:
    """Return the bundled network that suits a video which settings name by a text."""
    if not source.startswith("shapes:"):
        return NATURAL_NETWORK
    return "shapes-hard" if "set=hard" in source else "shapes-easy"


def source_name(source: str) -> str:
    """Return what a video is called that settings name by a text."""
    return "moving photographs" if source == PHOTOGRAPHS else Path(source).name or source


@dataclass(frozen=True)
class Settings:
    """What is watched, and how.

    Parameters
    ----------
    model
        Name of the network in the list of networks.
    shape_set, noise, seed, frames
        The generated video.
    source
        The video to watch instead, as `open_source` understands it; empty for the generated one.
    noise_kind
        Kind of the noise on it; `noise` and `seed` are its amount and seed.
    region, scale
        Part of its frames to look at, and factor on their size; `WHOLE` and 0: as suits the model.
    modes
        Ways of watching shown side by side; the first is the main one.
    speed
        One of `SPEEDS`.
    loop
        Whether playing starts again at the end.
    surprise
        Whether what was not expected of a frame is tinted.
    strengths
        Fields of `PriorSpec` that are not the network's own, with their values.
    """

    model: str = "shapes-easy"
    shape_set: str = "easy"
    noise: float = 1.5
    seed: int = 7
    frames: int = 300
    modes: tuple[str, ...] = ("off",)
    speed: float = 1.0
    loop: bool = True
    source: str = ""
    noise_kind: str = "structured"
    region: Region = WHOLE
    scale: float = 0.0
    surprise: bool = False
    strengths: tuple[tuple[str, float], ...] = ()

    def video(self) -> BouncingShapes:
        """Return the generated video that these settings name."""
        config = ShapesConfig.named(self.shape_set, noise=self.noise, seed=self.seed)
        return BouncingShapes(config, self.frames)

    @property
    def what(self) -> tuple[object, ...]:
        """All that a change of which makes inferred states void."""
        if self.source:
            noise = (self.noise_kind, self.noise, self.seed) if self.noise else ()
            return (self.model, self.source, self.region, self.scale, *noise)
        return (self.model, self.shape_set, self.noise, self.seed, self.frames)
