"""Commands from the window to the engine thread: small frozen values."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from dpcn_app.live.settings import Settings
from dpcn_app.storage.models import Model
from dpcn_app.training.presets import Preset


@dataclass(frozen=True)
class Change:
    """Use other settings."""

    settings: Settings


@dataclass(frozen=True)
class Play:
    """Play the video, or pause it."""

    on: bool


@dataclass(frozen=True)
class Step:
    """Go some frames forward, or back if negative; playing stops."""

    frames: int


@dataclass(frozen=True)
class Jump:
    """Go to a frame; a video that plays goes on playing."""

    index: int


@dataclass(frozen=True, eq=False)
class AddModel:
    """Put a network into the list, and use it."""

    name: str
    model: Model


@dataclass(frozen=True)
class RenameModel:
    """Call a network in the list by another name, which its file has already."""

    name: str
    new: str


@dataclass(frozen=True)
class ListModels:
    """Look again which networks are kept: some may have come or gone."""


@dataclass(frozen=True)
class Examine:
    """Keep every iteration of the inference of each frame that is shown, or stop doing so.

    In one of the modes shown, and for one top unit.
    """

    on: bool
    mode: str = ""
    unit: int = 0


@dataclass(frozen=True)
class StartTraining:
    """Train a preset from nothing, or with `resume` from a checkpoint; one training at a time.

    It learns from generated frames, or from the video that `source` names. Its first steps are
    slowed down for about `slow_seconds` in all, so that atoms are seen to form. What comes of it is
    kept, unless `keep` is off: then it is in the list for this session, if it was not stopped.
    """

    preset: Preset
    frames: int
    seed: int
    checkpoint: Path | None = None
    resume: bool = False
    source: str = ""
    slow_seconds: float = 0.0
    keep: bool = True

    @property
    def about(self) -> str:
        """What it is about, in a word or two: the video, or else the preset."""
        return Path(self.source).stem or self.preset.name


@dataclass(frozen=True)
class ResumeTraining:
    """Go on with a training that was left unfinished, as its checkpoint says."""

    checkpoint: Path


@dataclass(frozen=True)
class CollectDriving:
    """Look through the whole video for what drives the causes of a layer, from 0; −1 for none."""

    layer: int


@dataclass(frozen=True)
class PauseTraining:
    """Pause the training, or let it go on."""

    on: bool


@dataclass(frozen=True)
class HurryTraining:
    """End the slow start of the training: from now on it takes its steps as fast as it can."""


@dataclass(frozen=True)
class StopTraining:
    """End the training where it is; its network so far joins the list."""


@dataclass(frozen=True)
class Prepared:
    """So many of the engine's preparations are done (see `engine.preparation`)."""

    count: int


Command = (
    Change
    | Play
    | Step
    | Jump
    | AddModel
    | RenameModel
    | ListModels
    | Examine
    | CollectDriving
    | StartTraining
    | ResumeTraining
    | PauseTraining
    | HurryTraining
    | StopTraining
    | Prepared
)
