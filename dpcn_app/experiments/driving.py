"""Which windows of a video drive the causes of each layer: pictures not drawn from B and C."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dpcn_app.analysis.driving_windows import (
    Picture,
    field_likeness,
    sign_aligned_mean,
    strongest_rows,
)
from dpcn_app.analysis.receptive_fields import receptive_fields
from dpcn_app.engine.inference import infer_layer
from dpcn_app.engine.network import Array, Network
from dpcn_app.engine.stages import LEARNING_TOLERANCE
from dpcn_app.training.fields_of_view import FieldsOfView

STRONGEST = 10
"""Windows kept for each cause."""

AVERAGED = 200
"""Most windows in the mean of a cause."""

_EVERY = 4  # frames of a clip between those used, as neighbours show nearly the same


@dataclass(frozen=True, eq=False)
class Driven:
    """What drives the causes of one layer.

    Parameters
    ----------
    windows
        For each cause the windows in which it is strongest, shape (up to `STRONGEST`, H, W).
    means
        Sign-aligned means of up to `AVERAGED` of them, shape (D, H, W).
    likeness, by_chance
        Mean |cos| of a cause's field with its own mean, and with those of other causes.
    """

    windows: tuple[Picture, ...]
    means: Picture
    likeness: float
    by_chance: float


def watch_windows(network: Network, stream: FieldsOfView) -> tuple[Driven, ...]:
    """Return what drives the causes, inferring windows without the states before them."""
    spec = network.spec
    causes: list[list[Array]] = [[] for _ in network.layers]
    seen: list[list[Picture]] = [[] for _ in network.layers]
    origins: list[list[NDArray[np.intp]]] = [[] for _ in network.layers]
    clips, since = -1, 0
    for step in range(stream.steps):
        clips, since = (clips + 1, 0) if stream.starts(step) else (clips, since + 1)
        if since % _EVERY:
            continue
        beyond = (spec.padding, spec.padding)
        shown: Picture = np.pad(stream.windows(step), ((0, 0), beyond, beyond))
        inputs: Array = stream.patches(step)
        for index, layer in enumerate(network.layers):
            state = infer_layer(layer, inputs, tolerance=LEARNING_TOLERANCE)
            inputs = state.causes * layer.B.dtype.type(layer.output_scale)
            causes[index].append(state.causes)
            seen[index].append(_cut(network, index, shown))
            units = len(state.causes) // len(shown)
            origins[index].append(np.repeat(clips * len(shown) + np.arange(len(shown)), units))
    return tuple(
        _driven(network, index, np.concatenate(u), np.concatenate(views), np.concatenate(whence))
        for index, (u, views, whence) in enumerate(zip(causes, seen, origins, strict=True))
    )


def _cut(network: Network, index: int, views: Picture) -> Picture:
    """Return what each unit of a layer (from 0) sees, in the order of its causes, (G, H, W)."""
    spec, padding = network.spec, network.spec.padding
    height, width = spec.field_of(index + 1)
    shape = views.shape[1] - 2 * padding, views.shape[2] - 2 * padding
    cut = [
        views[:, top : top + height, left : left + width]
        for top, left in spec.corners(shape, index + 1)
    ]
    return np.stack(cut, axis=1).reshape(-1, height, width)


def _driven(
    network: Network, index: int, causes: Array, seen: Picture, origins: NDArray[np.intp]
) -> Driven:
    chosen = strongest_rows(causes, origins, AVERAGED)
    means = np.stack([sign_aligned_mean(seen[rows]) for rows in chosen])
    likeness, by_chance = field_likeness(receptive_fields(network, index), means)
    windows = tuple(seen[rows[:STRONGEST]] for rows in chosen)
    return Driven(windows, means, likeness, by_chance)
