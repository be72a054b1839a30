"""Eyes closed: how long what was seen lives on, where a network is fed its own expectation.

A network watches fresh bouncing shapes. Every ten frames its eyes are closed, and for twenty frames
it gets what it expects in place of the frame (`analysis.dreaming`). Measured are the frames until
the correlation of its reconstruction with the hidden clean frame falls below a half, and the frames
until its top causes are no longer read as the class that was there. The control is the last clean
frame seen, held: it does not move, but it is not blurred either.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from dpcn_app.analysis.beliefs import class_beliefs, class_video, read_as
from dpcn_app.analysis.dreaming import correlation, dreamt_frame, frames_recognisable, truth_of
from dpcn_app.engine.inference import infer_step
from dpcn_app.engine.network import Network
from dpcn_app.engine.state import NetworkState
from dpcn_app.engine.top_down import TopDown
from dpcn_app.experiments.noise_results import NoiseResult, NoiseTable, noise_table, plain_table
from dpcn_app.experiments.noise_runs import check_noises_and_seeds
from dpcn_app.experiments.seed_results import results_in_order
from dpcn_app.experiments.shapes import TEST_FRAMES_PER_SHAPE, TEST_SEED, shapes_trainings
from dpcn_app.experiments.video_run import watch
from dpcn_app.experiments.workers import EVERY_CORE, Workers
from dpcn_app.storage.bundled import open_model
from dpcn_app.video.noise import noisy_shapes
from dpcn_app.video.patches import PatchGrid
from dpcn_app.video.shapes import SHAPE_SETS, ShapesConfig
from dpcn_app.video.source import FrameSource

DREAMING = ("prior", "both", "off")
"""Modes whose eyes are closed."""

HELD = "held"
"""The control: the last clean frame seen."""

FOLLOWED = 20
"""Frames behind closed eyes."""

EVERY = 10
"""Frames from one closing to the next."""

SEQUENCES = 4
"""Sequences of a class in the test video: eight closings in each."""

_BUNDLED_SEED = 9000  # of the video that a bundled network watches

Curve = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Closings:
    """What one network made of all closings at one amount of noise, by mode and class.

    Parameters
    ----------
    frames, exact, read
        See `EyesClosedResult`.
    curves
        Mean correlation with the hidden frame, blurred, over the frames since closing.
    """

    frames: dict[str, dict[str, float]] = field(default_factory=dict)
    exact: dict[str, dict[str, float]] = field(default_factory=dict)
    read: dict[str, dict[str, float]] = field(default_factory=dict)
    curves: dict[str, dict[str, Curve]] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class EyesClosedResult(NoiseResult):
    """The whole experiment; its tables go by mode or `HELD`, and class: means over all closings.

    Parameters
    ----------
    shape_set, noises, seeds, checks, seconds
        See `NoiseResult`; no seeds for the bundled network.
    frames
        Frames until the correlation of the slightly blurred pictures falls below a half.
    exact
        The same pixel by pixel, without a blur.
    read
        Frames until the top causes are not read as the class any more; not of `HELD`.
    curves
        Mean correlation over closings and networks, by mode, noise and class.
    """

    experiment = "eyes-closed"

    frames: NoiseTable
    exact: NoiseTable
    read: NoiseTable
    curves: dict[str, dict[float, dict[str, Curve]]]

    @property
    def classes(self) -> tuple[str, ...]:
        """Names of the shapes."""
        return SHAPE_SETS[self.shape_set].classes

    def found(self) -> dict[str, object]:
        """Return what was found as JSON can hold it."""
        return {
            "frames": plain_table(self.frames),
            "exact": plain_table(self.exact),
            "read": plain_table(self.read),
        }


def mean_over_classes(values: NoiseTable, mode: str, noise: float) -> float:
    """Return the mean over classes and networks."""
    return float(np.mean(list(values[mode][noise].values())))


def reproduce_eyes_closed(
    shape_set: str = "easy",
    noises: Sequence[float] = (0.0, 1.5),
    seeds: Sequence[int] = (),
    frames: int | None = None,
    on_progress: Callable[[float, str], None] | None = None,
    *,
    workers: Workers = EVERY_CORE,
) -> EyesClosedResult:
    """Close the eyes of the bundled network, or of one trained from nothing for each seed.

    Parameters
    ----------
    shape_set, noises
        `easy` or `hard`; mean numbers of noise objects a frame before the eyes are closed.
    seeds
        One network each; none for the bundled network.
    frames
        Length of the training video; None for the preset's.
    on_progress
        Called with the share done and a few words, after each network.
    workers
        Who shares the networks.
    """
    check_noises_and_seeds(noises, seeds)
    shapes_trainings(shape_set, seeds or (0,), frames)  # refuses bad input before any work
    begun = time.monotonic()
    jobs = [(shape_set, tuple(noises), seed, frames) for seed in seeds or (None,)]

    def done(index: int, count: int) -> None:
        if on_progress is not None:
            on_progress(count / len(jobs), f"{count} of {len(jobs)} networks")

    if on_progress is not None:
        on_progress(0.0, "training" if seeds else "watching")
    rows = results_in_order(_train_and_close, jobs, workers, done)
    classes = SHAPE_SETS[shape_set].classes

    def by_class(what: str, modes: Sequence[str]) -> NoiseTable:
        return noise_table(
            rows,
            modes,
            noises,
            classes,
            lambda row, mode, noise, name: getattr(row[noise], what)[mode][name],
        )

    result = EyesClosedResult(
        shape_set=shape_set,
        noises=tuple(noises),
        seeds=tuple(seeds),
        frames=by_class("frames", (*DREAMING, HELD)),
        exact=by_class("exact", (*DREAMING, HELD)),
        read=by_class("read", DREAMING),
        curves={
            mode: {
                noise: {
                    name: np.mean([row[noise].curves[mode][name] for row in rows], axis=0)
                    for name in classes
                }
                for noise in noises
            }
            for mode in (*DREAMING, HELD)
        },
        checks={},
        seconds=time.monotonic() - begun,
    )
    result.checks.update(_checks(result))
    return result


def _train_and_close(
    job: tuple[str, tuple[float, ...], int | None, int | None],
) -> dict[float, Closings]:
    """Train the network of one seed, or open the bundled one, and close its eyes many times."""
    shape_set, noises, seed, frames = job
    if seed is None:
        network, seed = open_model(f"shapes-{shape_set}").network, _BUNDLED_SEED
    else:
        (training,) = shapes_trainings(shape_set, [seed], frames)
        network = training.run().network
    return {
        noise: close_again_and_again(network, shape_set, _test_video(shape_set, noise, seed))
        for noise in noises
    }


def _test_video(shape_set: str, noise: float, seed: int) -> FrameSource:
    """Return a fresh video with several sequences of every class."""
    config = ShapesConfig.named(shape_set, seed=seed + TEST_SEED)
    return noisy_shapes(config, SEQUENCES * TEST_FRAMES_PER_SHAPE * len(config.classes), noise)


def close_again_and_again(network: Network, shape_set: str, video: FrameSource) -> Closings:
    """Close a network's eyes every ten frames of a labelled video, in every mode."""
    beliefs = class_beliefs(network, class_video(shape_set))
    starts = [
        index
        for index in range(EVERY, len(video) - FOLLOWED + 1, EVERY)
        if EVERY <= index % TEST_FRAMES_PER_SHAPE <= TEST_FRAMES_PER_SHAPE - FOLLOWED
    ]
    closings = Closings()
    truths = [truth_of(video.frame(index)) for index in range(len(video))]
    held = {
        blur: {
            start: _likeness([truths[start - 1]] * FOLLOWED, truths, start, blur)
            for start in starts
        }
        for blur in (True, False)
    }
    _tell(closings, HELD, video, held[True], held[False])
    for mode in DREAMING:
        top_down = TopDown.named(mode)
        states = [state for _, state in watch(network, video, top_down)]
        blurred, exact, read = {}, {}, {}
        for start in starts:
            pictures, causes = dream(network, states[start - 1], top_down, video, FOLLOWED)
            blurred[start] = _likeness(pictures, truths, start, True)
            exact[start] = _likeness(pictures, truths, start, False)
            own = video.classes[video.label(start)]
            right = [name == own for name in read_as(causes, beliefs)]
            read[start] = np.array([*right, False]).argmin()
        _tell(closings, mode, video, blurred, exact)
        closings.read[mode] = {
            name: float(np.mean([read[start] for start in found]))
            for name, found in _by_class(video, starts).items()
        }
    return closings


def dream(
    network: Network, state: NetworkState, top_down: TopDown, video: FrameSource, frames: int
) -> tuple[list[NDArray[np.float32]], NDArray[np.float32]]:
    """Return the reconstructions behind closed eyes after a state, and the top causes (F, D)."""
    grid = PatchGrid.of(network.spec, video.frame_shape)
    pictures, causes = [], []
    for _ in range(frames):
        fed = dreamt_frame(network, state, top_down, grid)
        state = infer_step(network, grid.cut(fed), state, top_down)
        pictures.append(grid.whole_frame(state.layers[0].reconstruction, fed))
        causes.append(state.top_causes.ravel())
    return pictures, np.stack(causes)


def _likeness(
    pictures: Sequence[NDArray[np.float32]],
    truths: Sequence[NDArray[np.float32]],
    start: int,
    blurred: bool,
) -> Curve:
    """Return the correlation of pictures with the hidden frames from a start on."""
    more = {} if blurred else {"blur": 0.0}
    pairs = zip(pictures, truths[start : start + len(pictures)], strict=True)
    return np.array([correlation(picture, truth, **more) for picture, truth in pairs])


def _by_class(video: FrameSource, starts: Sequence[int]) -> dict[str, list[int]]:
    return {
        name: [start for start in starts if video.label(start) == label]
        for label, name in enumerate(video.classes)
    }


def _tell(
    closings: Closings,
    mode: str,
    video: FrameSource,
    blurred: dict[int, Curve],
    exact: dict[int, Curve],
) -> None:
    """Put the means over all closings of every class into the tables of a mode."""
    of_class = _by_class(video, list(blurred))
    for table, curves in ((closings.frames, blurred), (closings.exact, exact)):
        table[mode] = {
            name: float(np.mean([frames_recognisable(curves[start]) for start in starts]))
            for name, starts in of_class.items()
        }
    closings.curves[mode] = {
        name: np.mean([blurred[start] for start in starts], axis=0)
        for name, starts in of_class.items()
    }


_LEAST_READ = 8.0
"""Least frames, over all classes, in which the prior's dream is read as what was seen."""


def _checks(result: EyesClosedResult) -> dict[str, bool]:
    """Return what must hold, means over classes and networks, at the least noise."""
    noise = min(result.noises)
    lives = {mode: mean_over_classes(result.frames, mode, noise) for mode in result.frames}
    read = mean_over_classes(result.read, "prior", noise)
    at = f"at noise {noise:g}"
    return {
        f"with the prior it lives on as long as the last frame held {at}": (
            lives["prior"] >= lives[HELD]
        ),
        f"with the prior it lives on longer than with top-down {at}": lives["prior"]
        > lives["both"],
        f"with the prior it is read as its class for {_LEAST_READ:g} frames {at}": (
            read >= _LEAST_READ
        ),
    }
