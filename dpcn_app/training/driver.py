"""Training a preset from nothing to a model, with checkpoints on the way."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from dpcn_app.engine.health import Health
from dpcn_app.engine.network import Network
from dpcn_app.engine.trainer import Progress, Trainer
from dpcn_app.errors import UserError
from dpcn_app.storage.checkpoints import load_checkpoint, save_checkpoint
from dpcn_app.storage.models import Model
from dpcn_app.training.fields_of_view import FieldsOfView, photographs_stream, video_stream
from dpcn_app.training.presets import Preset
from dpcn_app.training.shapes_stream import ShapesStream
from dpcn_app.video.preprocess import NONE, Preprocessing
from dpcn_app.video.shapes import ShapesConfig
from dpcn_app.video.source import FrameSource

CHECKPOINT_SECONDS = 30.0
"""Time between two checkpoints."""

OnProgress = Callable[[Progress], None]


@dataclass(frozen=True)
class Trained:
    """A trained network, how healthy its top layer is if it was judged, and the seconds taken."""

    network: Network
    health: Health | None
    restarts: int
    seconds: float


def checkpoint_path(model: Path) -> Path:
    """Return where the checkpoint of a model in the making is kept."""
    return model.with_name(model.name + ".checkpoint")


def looking_at(preset: Preset, preprocessing: Preprocessing) -> Preset:
    """Return a preset that learns from frames preprocessed otherwise; shapes stay as they are."""
    if preset.shapes and preprocessing != preset.preprocessing:
        raise UserError(
            f"The preset {preset.name} learns from shapes as they are; give no region and no scale."
        )
    return replace(preset, preprocessing=preprocessing)


def make_stream(
    preset: Preset, frames: int, seed: int, video: FrameSource | None = None
) -> ShapesStream | FieldsOfView:
    """Return the training video of a preset: the one given, or generated frames."""
    if preset.shapes:
        if video is not None:
            raise UserError(f"The preset {preset.name} learns from shapes alone; give no video.")
        config = ShapesConfig.named(preset.shapes, seed=seed)
        return ShapesStream(preset.network, config, frames)
    if video is None:
        return photographs_stream(preset.network, preset.preprocessing, frames, seed)
    return video_stream(preset.network, preset.preprocessing, video, frames, seed)


def make_trainer(
    preset: Preset, frames: int, seed: int, video: FrameSource | None = None
) -> Trainer:
    """Return a trainer of a preset that has not begun."""
    if not 0 <= seed < 2**31:
        raise UserError(f"A seed is a whole number from 0 to {2**31 - 1}, not {seed}.")
    return Trainer(preset.network, preset.learning, make_stream(preset, frames, seed, video), seed)


def resume_trainer(
    preset: Preset,
    frames: int,
    seed: int,
    checkpoint: Path,
    video: FrameSource | None = None,
) -> Trainer:
    """Return a trainer that goes on from a checkpoint file."""
    fresh = make_trainer(preset, frames, seed, video)
    return Trainer.resume(
        load_checkpoint(checkpoint), fresh.spec, fresh.learning, fresh.stream, fresh.seed
    )


def preprocessing_of(trainer: Trainer) -> Preprocessing:
    """Return what was done to the frames that a trainer learns from."""
    preprocessing: Preprocessing = getattr(trainer.stream, "preprocessing", NONE)
    return preprocessing


def train(
    trainer: Trainer, on_progress: OnProgress | None = None, checkpoint: Path | None = None
) -> Trained:
    """Carry a training out.

    With a checkpoint file, the state is kept there now and then, and when the training is
    interrupted; the file is left for the caller to remove.
    """
    begun = kept = time.monotonic()
    try:
        for progress in trainer:
            if on_progress is not None:
                on_progress(progress)
            if checkpoint is not None and time.monotonic() - kept > CHECKPOINT_SECONDS:
                save_checkpoint(checkpoint, trainer.checkpoint())
                kept = time.monotonic()
    except KeyboardInterrupt:
        if checkpoint is not None:
            save_checkpoint(checkpoint, trainer.checkpoint())
        raise
    top = trainer.health[trainer.spec.depth - 1]
    return Trained(
        network=trainer.network,
        health=max(top, key=lambda health: health.score, default=None),
        restarts=len(top),
        seconds=time.monotonic() - begun,
    )


def as_model(
    preset: Preset,
    network: Network,
    *,
    frames: int,
    seed: int,
    health: Health | None,
    scores: dict[str, float] | None = None,
    preprocessing: Preprocessing = NONE,
) -> Model:
    """Return a trained network with all that should be known of it."""
    return Model(
        network=network,
        name=preset.name,
        preset=preset.name,
        seed=seed,
        recipe={
            "frames": frames,
            "learning": [asdict(each) for each in preset.learning],
            "health": None if health is None else asdict(health),
        },
        scores=scores or {},
        classes=ShapesConfig.named(preset.shapes).shapes if preset.shapes else (),
        preprocessing=preprocessing,
    )
