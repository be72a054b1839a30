"""The driver of all trainings: from nothing, or from a checkpoint, to a model.

The command line, the experiments and the window all train with it: to the end with `run`, or a step
at a time with `advance`.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from threadpoolctl import threadpool_limits

from dpcn_app.engine.health import Health
from dpcn_app.engine.network import Network
from dpcn_app.engine.trainer import Progress, Trainer
from dpcn_app.errors import DamagedFileError, UserError
from dpcn_app.storage.checkpoints import load_checkpoint, save_checkpoint
from dpcn_app.storage.models import Model
from dpcn_app.training.assignment import Assignment
from dpcn_app.training.curves import CurveRow, GrowingCurves, curves_as_json
from dpcn_app.training.fields_of_view import FieldsOfView, photographs_stream, video_stream
from dpcn_app.training.presets import Preset
from dpcn_app.training.shapes_stream import ShapesStream
from dpcn_app.training.status import TrainingStatus
from dpcn_app.video.preprocess import Preprocessing
from dpcn_app.video.shapes import ShapesConfig
from dpcn_app.video.source import FrameSource

CHECKPOINT_SECONDS = 10.0
"""Time between two checkpoints."""

OnProgress = Callable[[Progress], None]
Stream = ShapesStream | FieldsOfView


@dataclass(frozen=True)
class Trained:
    """A trained network, how healthy its top layer is if it was judged, and the seconds taken."""

    network: Network
    health: Health | None
    restarts: int
    seconds: float


class Training:
    """A training of a preset.

    Parameters
    ----------
    preset, frames, seed
        What is trained, on how many frames, and the seed: the same three give the same network.
    video
        What to learn from in place of generated frames; it is closed with the training.
    stream
        A stream to learn from, in place of generated frames and video.
    checkpoint
        File to which the training is saved now and then, so that it can be resumed.
    resume
        Whether to go on from that file.
    source
        What the video was opened from, which the checkpoint tells (see `read_assignment`).
    """

    def __init__(
        self,
        preset: Preset,
        frames: int,
        seed: int,
        video: FrameSource | None = None,
        *,
        stream: Stream | None = None,
        checkpoint: Path | None = None,
        resume: bool = False,
        source: str = "",
    ) -> None:
        if not 0 <= seed < 2**31:
            raise UserError(f"A seed is a whole number from 0 to {2**31 - 1}, not {seed}.")
        self.preset, self.frames, self.seed = preset, frames, seed
        self._assignment = Assignment(preset, frames, seed, source)
        self.state = TrainingStatus.RUNNING
        self._video, self._checkpoint = video, checkpoint
        self._keeps = checkpoint is not None  # False once writing has failed
        self._stream = make_stream(preset, frames, seed, video) if stream is None else stream
        self._curves, self._learnt = GrowingCurves(), 0  # steps that have changed the network
        self.trainer = self._make_trainer(resume)
        self.seconds, self._first_share, self._share = 0.0, 0.0, 0.0
        self._kept = time.monotonic()

    def _make_trainer(self, resume: bool) -> Trainer:
        what = (self.preset.network, self.preset.learning, self._stream, self.seed)
        if not resume:
            return Trainer(*what)
        if self._checkpoint is None:
            raise UserError("A training can only go on from a checkpoint; name its file.")
        checkpoint = load_checkpoint(self._checkpoint)
        self._learnt = _count(checkpoint.meta.pop("learnt", 0))
        self._curves = GrowingCurves.going_on(checkpoint.meta.pop("curves", None))
        return Trainer.resume(checkpoint, *what)

    # --- steps ------------------------------------------------------------------------------------

    def run(self, on_progress: OnProgress | None = None) -> Trained:
        """Train to the end; where that is interrupted (Ctrl-C), keep a checkpoint.

        With one thread in BLAS: its sums depend on the number of threads, and with more of them the
        small products of a training are slower, not faster.
        """
        try:
            with threadpool_limits(1):
                while self.state is TrainingStatus.RUNNING:
                    progress = self.advance()
                    if on_progress is not None:
                        on_progress(progress)
                    self.keep_checkpoint_if_due()
        except KeyboardInterrupt:
            self.keep_checkpoint()
            raise
        finally:
            self.close()
        return self.result()

    def advance(self) -> Progress:
        """Take one step; after the last one the training is done."""
        begun = time.monotonic()
        progress = self.trainer.advance()
        if self.seconds == 0:
            self._first_share = progress.share
        self._share = progress.share
        if progress.place.phase == "learn":
            self._curves.add([CurveRow.of(self._learnt, progress)])
            self._learnt += 1
        self.seconds += time.monotonic() - begun
        if self.trainer.done:
            self.state = TrainingStatus.DONE
            self.close()
        return progress

    def pause(self, on: bool) -> None:
        """Pause, with a checkpoint, or go on."""
        if self.state.under_way:
            self.state = TrainingStatus.PAUSED if on else TrainingStatus.RUNNING
            if on:
                self.keep_checkpoint()

    def stop(self) -> None:
        """End the training for good; the network stays as learnt so far, and so does the file."""
        if self.state.under_way:
            self.state = TrainingStatus.STOPPED
            self.close()

    def close(self) -> None:
        """Close the video; no further step is taken."""
        if self._video is not None:
            self._video.close()

    # --- checkpoints ------------------------------------------------------------------------------

    def keep_checkpoint_if_due(self) -> None:
        """Write a checkpoint where the last one is older than `CHECKPOINT_SECONDS`."""
        if time.monotonic() - self._kept > CHECKPOINT_SECONDS:
            self.keep_checkpoint()

    def keep_checkpoint(self) -> None:
        """Write where the training stands, so that it can be resumed.

        If that fails, it raises once and is not tried again; the training can go on.
        """
        if not self._keeps or self._checkpoint is None or self.trainer.done:
            return
        try:
            checkpoint = self.trainer.checkpoint()
            checkpoint.meta.update(learnt=self._learnt, curves=self._curves.standing())
            checkpoint.meta.update(self._assignment.as_meta())
            save_checkpoint(self._checkpoint, checkpoint)
        except UserError:
            self._keeps = False
            raise
        self._kept = time.monotonic()

    def forget_checkpoint(self) -> None:
        """Remove the checkpoint file."""
        if self._checkpoint is not None:
            self._checkpoint.unlink(missing_ok=True)

    # --- results ----------------------------------------------------------------------------------

    @property
    def seconds_left(self) -> float | None:
        """About how many seconds of work are left; None while that is unknown."""
        done = self._share - self._first_share
        return self.seconds / done * (1 - self._share) if done > 0 else None

    @property
    def learnt(self) -> int:
        """Number of steps that have changed the network."""
        return self._learnt

    @property
    def curves_so_far(self) -> GrowingCurves | None:
        """The curves of those steps; None before the first."""
        return self._curves if self._learnt else None

    @property
    def health(self) -> Health | None:
        """The best verdict on the top layer so far; None where it has not been judged."""
        verdicts = self.trainer.health[self.trainer.spec.depth - 1]
        return max(verdicts, key=lambda health: health.score, default=None)

    @property
    def preprocessing(self) -> Preprocessing:
        """What is done to the frames that are learnt from."""
        return self._stream.preprocessing

    def result(self) -> Trained:
        """Return what was learnt."""
        restarts = len(self.trainer.health[self.trainer.spec.depth - 1])
        return Trained(self.trainer.network, self.health, restarts, self.seconds)

    def model(self, scores: dict[str, float] | None = None) -> Model:
        """Return the network as learnt so far, with how it was trained."""
        # A training that was stopped may have learnt further since its top layer was judged.
        health = self.health if self.trainer.done else None
        return Model(
            network=self.trainer.network,
            name=self.preset.name,
            preset=self.preset.name,
            seed=self.seed,
            recipe={
                "frames": self.frames,
                "learning": [asdict(each) for each in self.preset.learning],
                "health": None if health is None else asdict(health),
                "curves": curves_as_json(self._curves.curves()),
            },
            scores=scores or {},
            classes=ShapesConfig.named(self.preset.shapes).classes if self.preset.shapes else (),
            preprocessing=self.preprocessing,
        )


def _count(value: object) -> int:
    """Return a number of steps from a checkpoint."""
    if type(value) is not int or value < 0:
        raise DamagedFileError("The checkpoint is damaged; start the training anew.")
    return value


def checkpoint_path(model: Path) -> Path:
    """Return the checkpoint file of a model that is being trained."""
    return model.with_name(model.name + ".checkpoint")


def looking_at(preset: Preset, preprocessing: Preprocessing) -> Preset:
    """Return a preset with another preprocessing, which a preset for shapes does not allow."""
    if preset.shapes and preprocessing != preset.preprocessing:
        raise UserError(
            f"The preset {preset.name} learns from shapes as they are; give no region and no scale."
        )
    return replace(preset, preprocessing=preprocessing)


def make_stream(preset: Preset, frames: int, seed: int, video: FrameSource | None = None) -> Stream:
    """Return the training video of a preset: the one given, or generated frames."""
    if preset.shapes:
        if video is not None:
            raise UserError(f"The preset {preset.name} learns from shapes alone; give no video.")
        config = ShapesConfig.named(preset.shapes, seed=seed)
        return ShapesStream(preset.network, config, frames)
    if video is None:
        return photographs_stream(preset.network, preset.preprocessing, frames, seed)
    return video_stream(preset.network, preset.preprocessing, video, frames, seed)
