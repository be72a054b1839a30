"""Prototypes of beliefs: the top causes that stand for each class, and what a frame is read as.

Labels give the classes their names and nothing more: what stands for a class is what the network
infers bottom-up, by itself, while that class is shown without noise.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from dpcn_app.engine.belief import Belief
from dpcn_app.engine.inference import infer_step
from dpcn_app.engine.network import Network
from dpcn_app.engine.state import NetworkState
from dpcn_app.video.patches import PatchGrid
from dpcn_app.video.shapes import BouncingShapes, ShapesConfig
from dpcn_app.video.source import FrameSource, frames

_FRAMES = 100  # of each class: enough that another hundred changes the causes by a few per cent
_SEED = 31_415  # no training and no test has this seed


def class_video(shape_set: str) -> FrameSource:
    """Return the clean video of a set of shapes that its beliefs are made from."""
    config = ShapesConfig.named(shape_set, seed=_SEED)
    return BouncingShapes(config, _FRAMES * len(config.classes))


def class_beliefs(network: Network, video: FrameSource) -> dict[str, Belief]:
    """Return the belief of every class of a labelled video: its mean top causes, bottom-up.

    The mean goes over the frames without noise, and over the top units that see anything. A class
    that no top cause stands for has no belief.
    """
    beliefs: dict[str, Belief] = {}
    for so_far in gather_beliefs(network, video):
        beliefs = so_far
    return beliefs


def gather_beliefs(network: Network, video: FrameSource) -> Iterator[dict[str, Belief]]:
    """Yield the beliefs of the classes seen so far, after every frame of a labelled video."""
    grid = PatchGrid.of(network.spec, video.frame_shape)
    D = network.spec.layers[-1].causes
    sums, counts = np.zeros((len(video.classes), D)), np.zeros(len(video.classes))
    state: NetworkState | None = None
    last = -1
    for frame in frames(video):
        if frame.label < 0:
            continue
        if frame.label != last:  # one class must not begin with the states of another
            state, last = None, frame.label
        image = frame.image if frame.clean is None else frame.clean
        state = infer_step(network, grid.cut(image), state)
        active = state.top_causes[state.top_causes.any(axis=1)]
        sums[frame.label] += active.sum(axis=0, dtype=np.float64)
        counts[frame.label] += len(active)
        yield {
            name: Belief(tuple(sums[label] / counts[label]))
            for label, name in enumerate(video.classes)
            if counts[label]
        }


def read_as(causes: NDArray[np.floating], beliefs: Mapping[str, Belief]) -> list[str | None]:
    """Return which class each frame is read as: that of the belief with the nearest direction.

    Parameters
    ----------
    causes
        Top causes of every frame, shape (T, D), or (T, units·D) for several top units, whose causes
        are added up.
    beliefs
        The belief of every class.

    Returns
    -------
    classes
        argmax_k ⟨u_t, b_k⟩ / (‖u_t‖‖b_k‖); None for a frame without any cause. The directions are
        compared, not the lengths, as two objects light more causes than one.
    """
    names = list(beliefs)
    if not names:
        return [None] * len(causes)
    prototypes = np.array([beliefs[name].causes for name in names])
    u = np.asarray(causes, float).reshape(len(causes), -1, prototypes.shape[1]).sum(axis=1)
    lengths = np.maximum(np.linalg.norm(prototypes, axis=1), 1e-12)
    nearest = (u @ prototypes.T / lengths).argmax(axis=1)
    return [names[place] if row.any() else None for row, place in zip(u, nearest, strict=True)]


def switches(classes: Sequence[str | None]) -> list[int]:
    """Return the frames at which another class is read than before; None counts for nothing."""
    found, before = [], None
    for index, name in enumerate(classes):
        if name is None:
            continue
        if before is not None and name != before:
            found.append(index)
        before = name
    return found
