"""What the engine thread sends to the window: everything to show, and never changed later."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from dpcn_app.live.settings import Settings
from dpcn_app.video.preprocess import Region
from dpcn_app.video.source import Frame, Image

if TYPE_CHECKING:  # the window is painted before numba and scipy are imported
    from dpcn_app.analysis.dreaming import LivingOn
    from dpcn_app.analysis.fading import Fading
    from dpcn_app.analysis.likeness import Likeness
    from dpcn_app.analysis.readings import Readings
    from dpcn_app.analysis.scores import Scores
    from dpcn_app.analysis.shapes_by_place import ShapesTold
    from dpcn_app.engine.health import Health
    from dpcn_app.engine.network import Network
    from dpcn_app.engine.state import NetworkState
    from dpcn_app.live.driving_video import DrivingVideo
    from dpcn_app.live.inference_trace import InferenceTrace
    from dpcn_app.live.training_messages import StepTaken
    from dpcn_app.storage.models import Model
    from dpcn_app.training.curves import Curves
    from dpcn_app.training.status import TrainingStatus
    from dpcn_app.video.camera_reader import Picture


@dataclass(frozen=True, eq=False)
class View:
    """What one mode makes of the video, at the current frame.

    Parameters
    ----------
    mode
        Its name, as `engine.modes` knows it.
    state
        What is inferred at the current frame; of a large frame it holds some top units alone.
    seen, reconstruction, prediction
        Pictures: the frame, or what the network fed itself; C x of layer 1; what was expected
        before the frame (None at the start of a video).
    causes
        Top causes of every frame of the video, shape (T, D); rows not yet inferred are NaN.
    scores
        Over the frames inferred so far; None while there are too few, or no labels.
    frames
        Frame of every row of causes, increasing; None where there is a row for each frame.
    likeness
        How near the reconstruction comes to the clean frame, where noise was put on a video that
        is not scored.
    fading
        How far noise has faded from the reconstructions of the frames inferred so far; None where
        the clean frames are not known.
    surprise
        Frame minus what expected states explain of it; None at the start, or where not asked for.
    by_prior
        Whether the prediction is the extended prior's, not the paper's.
    read
        Class that each row of causes is read as (see `analysis.readings`), shape (T,); None where
        there are no classes, or while the clean video is not inferred. Where several classes are
        shown at once: the class whose belief is nearest (see `analysis.beliefs`).
    belief
        Top causes of one unit that the network is told to look for; None where it is left alone.
    kept
        Where several classes are shown at once: what is kept of each in the reconstructions so far.
    shapes_told
        In a network of three layers: how well the layer below the top tells the shapes that its
        units see, over the frames inferred so far.
    first_unit
        The top unit that the state begins with.
    all_causes
        Causes of all top units, shape (units, D), where the state does not hold all of them.
    partial
        Whether parts of a large frame are still coarse.
    fed
        The picture that the network fed itself in place of the frame; None while it sees the frame.
    living_on
        How long what it saw lives on behind closed eyes; None where they are open.
    drawing
        What the drawing in the frame is read as; empty where it is read as nothing, or where no
        drawings are looked for.
    """

    mode: str
    state: NetworkState
    seen: Image
    reconstruction: Image
    prediction: Image | None
    causes: NDArray[np.float32]
    scores: Scores | None
    frames: NDArray[np.int_] | None = None
    likeness: Likeness | None = None
    fading: Fading | None = None
    surprise: Image | None = None
    by_prior: bool = False
    read: NDArray[np.intp] | None = None
    first_unit: int = 0
    all_causes: NDArray[np.floating] | None = None
    partial: bool = False
    belief: tuple[float, ...] | None = None
    kept: dict[str, float] = field(default_factory=dict)
    shapes_told: ShapesTold | None = None
    fed: Image | None = None
    living_on: LivingOn | None = None
    drawing: str = ""

    @property
    def residual(self) -> Image:
        """What was seen minus its reconstruction; made when it is asked for, as it may be large."""
        return self.seen - self.reconstruction

    @property
    def top_causes(self) -> NDArray[np.floating]:
        """Causes of all top units at the current frame, shape (units, D)."""
        return self.state.top_causes if self.all_causes is None else self.all_causes

    @property
    def inferred(self) -> int:
        """Number of frames inferred so far."""
        return int(np.isfinite(self.causes[:, 0]).sum())


@dataclass(frozen=True, eq=False)
class TrainingView:
    """A training that runs, is paused, or has just ended.

    Parameters
    ----------
    name
        Name that the network will have in the list.
    preset, shape_set
        What is trained, on which shapes.
    state
        Whether it runs, is paused, done or stopped.
    progress
        The last step; None before the first.
    epochs
        Epochs of the layer being learnt.
    seconds_left
        Estimate; None while unknown.
    curves
        Energies, sparsity and changes so far.
    network
        The network as learnt so far.
    health
        Of the top layer, once it has been judged.
    kept
        Whether the network has been kept, so that it is there at the next start.
    slow_left
        Seconds that its slow start still takes; 0 once it is over.
    gone
        Whether the network was kept, and has been deleted since.
    stopping
        Whether it stops as soon as its step has ended.
    """

    name: str
    preset: str
    shape_set: str
    state: TrainingStatus
    progress: StepTaken | None
    epochs: int
    seconds_left: float | None
    curves: Curves
    network: Network
    health: Health | None
    kept: bool = False
    slow_left: float = 0.0
    gone: bool = False
    stopping: bool = False


@dataclass(frozen=True)
class CameraView:
    """A camera, whose last frames are kept.

    Parameters
    ----------
    first
        The first frame that is still kept.
    live
        Whether the newest picture is shown as soon as it comes.
    came
        When the frame shown came, as `time.monotonic` tells it.
    behind
        Seconds of watching from the frame shown to the last one that is kept.
    silent
        Seconds since the camera delivered its last picture.
    kept
        The pictures that are kept, of which that of `first` is the first.
    """

    first: int
    live: bool
    came: float
    behind: float
    silent: float
    kept: tuple[Picture, ...] = ()


@dataclass(frozen=True, eq=False)
class VideoView:
    """The video that is watched, as far as it is known.

    Parameters
    ----------
    name
        What it is called.
    length
        Number of frames found so far.
    shape
        Height and width of its frames.
    region
        Part of them that the network sees; all of its own frame, where that shows a drawing.
    scored
        Whether the whole video is inferred and scored, as bouncing shapes are. Of any other video,
        only frames that are looked at, or will be next, are inferred, in a region of choice.
    indexed
        Share of the video that has been looked through.
    signed
        Whether pixels after preprocessing lie around zero.
    likeness
        How near the noisy frame comes to the clean one; None without noise, or if the
        video is scored.
    rate
        Frames per second at normal speed.
    camera
        What only a camera has; None for other videos.
    drawn
        Whether the network is shown the drawings in a video's pictures (see `video.drawing`); None
        where that cannot be chosen.
    """

    name: str
    length: int
    shape: tuple[int, int]
    region: Region
    scored: bool
    indexed: float = 1.0
    signed: bool = False
    likeness: Likeness | None = None
    rate: float = 30.0
    camera: CameraView | None = None
    drawn: bool | None = None


@dataclass(frozen=True)
class Preparing:
    """The engine is being prepared: its kernels are compiled, or loaded.

    Parameters
    ----------
    title
        What is being prepared.
    number, total
        Its number, from 1, and that of all preparations.
    waited_for
        Whether the views cannot be shown before that.
    """

    title: str
    number: int
    total: int
    waited_for: bool

    @property
    def words(self) -> str:
        """A sentence for the user."""
        if self.waited_for:
            return f"Preparing the network's kernels ({self.number} of {self.total}) …"
        return f"Preparing {self.title}, {self.number} of {self.total}"


@dataclass(frozen=True, eq=False)
class Snapshot:
    """Everything that the window shows.

    Parameters
    ----------
    settings
        The settings that all the rest was made with.
    network, model, models
        The network in use, the model it belongs to, and the names of all networks in the list.
    video
        The video that is watched.
    classes, labels
        Names of the shapes or photographs, and the true class of every frame, shape (T,); empty for
        files.
    frame
        The current frame.
    views
        One for each of `settings.modes`; none while the engine is loading, or is being prepared
        for what has to be inferred.
    playing
        Whether the video plays.
    busy
        Share of the video that is inferred, or looked through, until it is complete; then None.
    shown_per_second
        Frames shown per second, measured over the last second.
    training
        A training, if there is one.
    problems
        Sentences about what could not be done, oldest first.
    refused
        The last settings that could not be used, if any.
    averaged
        Scores of the control, a moving average of the bottom-up causes, over the whole video; None
        while not all of it is inferred, or without labels.
    preparing
        What is still being prepared; None once everything is ready.
    readings
        The clusters that frames are read as; None where there are no classes, or while the clean
        video is not inferred.
    frame_done
        Share of a large frame that is inferred, until all of it is; then None.
    microscope
        How the frame was inferred, iteration by iteration; None unless it was asked for.
    driving
        What drives the causes of a layer most in the whole video; None unless it was asked for, and
        while not all frames are inferred.
    heard
        Number of commands that were carried out before.
    """

    settings: Settings
    network: Network
    model: Model | None
    models: tuple[str, ...]
    video: VideoView
    classes: tuple[str, ...]
    labels: NDArray[np.int_]
    frame: Frame
    views: tuple[View, ...]
    playing: bool
    busy: float | None
    shown_per_second: float
    training: TrainingView | None = None
    problems: tuple[str, ...] = field(default=())
    refused: Settings | None = None
    averaged: Scores | None = None
    preparing: Preparing | None = None
    readings: Readings | None = None
    frame_done: float | None = None
    microscope: InferenceTrace | None = None
    driving: DrivingVideo | None = None
    heard: int = 0

    @property
    def length(self) -> int:
        """Number of frames of the video."""
        return self.video.length
