"""Showing a video to a network, frame by frame."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from dpcn_app.engine.inference import Solver, infer_step
from dpcn_app.engine.network import Network
from dpcn_app.engine.state import NetworkState
from dpcn_app.engine.top_down import OFF, TopDown
from dpcn_app.video.patches import PatchGrid
from dpcn_app.video.preprocess import NONE, Preprocessing, preprocessed
from dpcn_app.video.source import Frame, FrameSource, frames


def watch(
    network: Network,
    source: FrameSource,
    top_down: TopDown = OFF,
    *,
    clean: bool = False,
    solver: Solver = "exact",
    preprocessing: Preprocessing = NONE,
    threads: int = 1,
) -> Iterator[tuple[Frame, NetworkState]]:
    """Yield every frame with what the network infers from it, as one continuous video.

    Parameters
    ----------
    network, source
        The network, and the video that it watches.
    top_down
        Which top-down parts take part.
    clean
        Whether to show the frames without noise, where the source has them.
    solver
        `exact` or `paper`.
    preprocessing
        Preprocessing of the frames, from the network's model.
    threads
        How many threads share a frame; the number does not change the result.
    """
    source = preprocessed(source, preprocessing)
    grid = PatchGrid.of(network.spec, source.frame_shape, preprocessing)
    state: NetworkState | None = None
    for frame in frames(source):
        image = frame.clean if clean and frame.clean is not None else frame.image
        state = infer_step(
            network, grid.cut(image), state, top_down, solver=solver, threads=threads
        )
        yield frame, state


def top_causes(
    network: Network, source: FrameSource, top_down: TopDown = OFF, *, clean: bool = False
) -> NDArray[np.float32]:
    """Return the top layer's causes over a whole video, shape (T, units·D)."""
    causes = [
        state.top_causes.ravel() for _, state in watch(network, source, top_down, clean=clean)
    ]
    return np.stack(causes).astype(np.float32)


def labels(source: FrameSource) -> NDArray[np.int_]:
    """Return the label of every frame."""
    return np.array([frame.label for frame in frames(source)])
