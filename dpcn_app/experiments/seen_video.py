"""What a network has seen of a video, as arrays: states, causes, reconstructions, scores."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, islice
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpcn_app.analysis.fading import Fading, fading
from dpcn_app.analysis.scores import Scores, moving_average, scores_of
from dpcn_app.engine.inference import Solver, infer_step
from dpcn_app.engine.network import Network
from dpcn_app.engine.state import LayerState, NetworkState
from dpcn_app.engine.top_down import TopDown
from dpcn_app.errors import UserError
from dpcn_app.experiments.video_run import watch
from dpcn_app.video.patches import PatchGrid
from dpcn_app.video.preprocess import NONE, Preprocessing
from dpcn_app.video.source import Frame, FrameSource, Image

Floats = NDArray[np.float32]
OnFrame = Callable[[int, int], None]

MOST_BYTES = 4 * 2**30
"""Most memory that the arrays of a video may take."""


@dataclass(frozen=True, eq=False, repr=False)
class SeenLayer:
    """What one layer has inferred, frame by frame.

    Parameters
    ----------
    states
        x of every frame, shape (T, G, N, K): G groups of N inputs with K states each. Empty, shape
        (0, G, N, K), where states were not to be kept.
    causes
        u of every frame, shape (T, G, D).
    energy
        Means of the energy terms over the groups, by name, each of shape (T,).
    """

    states: Floats
    causes: Floats
    energy: dict[str, NDArray[np.float64]]

    def __repr__(self) -> str:
        return f"SeenLayer(states {self.states.shape}, causes {self.causes.shape})"


@dataclass(frozen=True, eq=False, repr=False)
class SeenVideo:
    """What a network has seen of a video.

    Parameters
    ----------
    network
        The network.
    mode
        The mode in which it inferred; empty where a `TopDown` was given instead.
    frames
        What it saw, after preprocessing, shape (T, height, width).
    clean
        The same without the noise that was put on it; None where there was none.
    labels, classes
        Class of every frame, shape (T,), −1 where unknown, and the names of the classes.
    layers
        What each layer inferred, layer 1 first.
    causes
        Top causes, one row a frame, shape (T, units·D), averaged over time in the mode `average`.
    reconstructions
        Layer 1's reconstruction of every frame, shape (T, height, width).
    preprocessing
        What was done to the frames before the network saw them.
    problems
        What could not be read of the video, in sentences.
    """

    network: Network
    mode: str
    frames: Floats
    clean: Floats | None
    labels: NDArray[np.int_]
    classes: tuple[str, ...]
    layers: tuple[SeenLayer, ...]
    causes: NDArray[np.floating]
    reconstructions: Floats
    preprocessing: Preprocessing = NONE
    problems: tuple[str, ...] = ()

    def __len__(self) -> int:
        return len(self.frames)

    def __repr__(self) -> str:
        height, width = self.frames.shape[1:]
        mode = f" in the mode {self.mode}" if self.mode else ""
        return (
            f"SeenVideo({len(self)} frames of {height}×{width}{mode}, causes {self.causes.shape})"
        )

    @cached_property
    def scores(self) -> Scores | None:
        """How well the causes tell the classes apart, as the window shows it; None without classes.

        The first time, the network also looks at the frames without their noise.
        """
        if not self.classes:
            return None
        return scores_of(self.causes, self.labels, self.clean_causes)

    @cached_property
    def clean_causes(self) -> Floats:
        """Top causes of the frames without noise, bottom-up, shape (T, units·D)."""
        frames = self.frames if self.clean is None else self.clean
        shape = (frames.shape[1], frames.shape[2])
        grid = PatchGrid.of(self.network.spec, shape, self.preprocessing)
        causes = np.empty(self.causes.shape, np.float32)
        state: NetworkState | None = None
        for row, frame in zip(causes, frames, strict=True):
            state = infer_step(self.network, grid.cut(frame), state)
            row[:] = state.top_causes.ravel()
        return causes

    @cached_property
    def fading(self) -> Fading | None:
        """How far noise fades while objects stay; None where the clean frames are not known."""
        if self.clean is None:
            return None
        return fading(self.reconstructions, self.frames, self.clean)


def see_video(
    network: Network,
    source: FrameSource,
    top_down: TopDown,
    *,
    mode: str = "",
    averaged: bool = False,
    frames: int | None = None,
    preprocessing: Preprocessing,
    solver: Solver = "exact",
    states: bool = True,
    threads: int = 1,
    on_frame: OnFrame | None = None,
) -> SeenVideo:
    """Show a video to a network and keep what it infers; parameters as for `dpcn_app.watch`."""
    seen = watch(
        network, source, top_down, solver=solver, preprocessing=preprocessing, threads=threads
    )
    count = len(source) if frames is None else min(frames, len(source))
    first = next(seen)
    grid = PatchGrid.of(network.spec, _shape(first[0].image), preprocessing)
    arrays = _Arrays(first, count, states=states)
    for index, (frame, state) in enumerate(islice(chain([first], seen), count)):
        picture = grid.whole_frame(state.layers[0].reconstruction, frame.image)
        arrays.put(index, frame, state, picture)
        if on_frame is not None:
            on_frame(index + 1, count)
    causes: NDArray[np.floating] = arrays.causes[-1].reshape(count, -1)
    return SeenVideo(
        network=network,
        mode=mode,
        frames=arrays.frames,
        clean=arrays.clean,
        labels=arrays.labels,
        classes=source.classes,
        layers=tuple(
            SeenLayer(*each)
            for each in zip(arrays.states, arrays.causes, arrays.energies, strict=True)
        ),
        causes=moving_average(causes) if averaged else causes,
        reconstructions=arrays.pictures,
        preprocessing=preprocessing,
        problems=source.problems,
    )


class _Arrays:
    """Arrays for all frames of a video, made once the first frame has been inferred.

    Parameters
    ----------
    first
        The first frame, and what was inferred from it.
    count
        Number of frames.
    states
        Whether to keep the states.
    """

    def __init__(self, first: tuple[Frame, NetworkState], count: int, *, states: bool) -> None:
        frame, state = first
        self._keep = states
        self._check_memory(frame, state, count)
        image = frame.image
        self.frames = np.empty((count, *image.shape), np.float32)
        self.pictures = np.empty_like(self.frames)
        self.clean = None if frame.clean is None else np.empty_like(self.frames)
        self.labels = np.full(count, -1)
        kept = count if states else 0
        self.states = [_room(kept, layer.states) for layer in state.layers]
        self.causes = [_room(count, layer.causes) for layer in state.layers]
        self.energies = [_terms(layer, count) for layer in state.layers]

    def _check_memory(self, frame: Frame, state: NetworkState, count: int) -> None:
        pictures = 2 if frame.clean is None else 3
        total = count * pictures * frame.image.nbytes
        for layer in state.layers:
            total += count * (layer.causes.nbytes + (layer.states.nbytes if self._keep else 0))
        if total > MOST_BYTES:
            less = "fewer frames, a smaller scale" + (", or states=False" if self._keep else "")
            raise UserError(
                f"What is inferred from {count:,} frames takes {total / 2**30:.1f} GiB of memory, "
                f"more than the {MOST_BYTES / 2**30:.0f} GiB that it may take; ask for {less}."
            )

    def put(self, index: int, frame: Frame, state: NetworkState, picture: Image) -> None:
        """Keep a frame and what was inferred from it."""
        self.frames[index], self.pictures[index] = frame.image, picture
        self.labels[index] = frame.label
        if self.clean is not None:
            self.clean[index] = frame.image if frame.clean is None else frame.clean
        for number, layer in enumerate(state.layers):
            if self._keep:
                self.states[number][index] = layer.states
            self.causes[number][index] = layer.causes
            for name, mean in layer.energy.means().items():
                self.energies[number][name][index] = mean


def _room(count: int, example: NDArray[Any]) -> Floats:
    return np.empty((count, *example.shape), np.float32)


def _terms(layer: LayerState, count: int) -> dict[str, NDArray[np.float64]]:
    return {name: np.empty(count) for name in layer.energy.by_name()}


def _shape(image: Image) -> tuple[int, int]:
    return image.shape[0], image.shape[1]
