"""The states of a large frame in little memory, and the states of its parts put together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np

from dpcn_app.engine.network import Array, Network
from dpcn_app.engine.sparse_frames import SparseArray
from dpcn_app.engine.state import Added, LayerState, NetworkState


@dataclass(frozen=True, eq=False)
class CompactState:
    """What the inference of the next frame needs of a state: states and causes of every layer.

    One in ten of them is not zero in a natural frame, and all else that a state holds follows from
    them and the frame.
    """

    layers: tuple[tuple[SparseArray, SparseArray], ...]

    @classmethod
    def of(cls, state: NetworkState) -> CompactState:
        """Return what is needed of a state."""
        sparse = SparseArray.of
        return cls(tuple((sparse(layer.states), sparse(layer.causes)) for layer in state.layers))

    def restored(self, network: Network) -> NetworkState:
        """Return a state to infer the next frame from: states and causes, and all else empty."""
        layers = []
        for (states, causes), layer in zip(self.layers, network.layers, strict=True):
            x, u = states.dense(), causes.dense()
            layers.append(
                LayerState(
                    layer=layer,
                    inputs=x[..., :0],
                    states=x,
                    causes=u,
                    gamma=u[:, :0],
                    predicted_states=x[..., :0],
                    predicted_causes=u[:, :0],
                    top_down_weight=0.0,
                    iterations=np.zeros(0, np.int64),
                )
            )
        return NetworkState(tuple(layers))

    def causes(self, layer: int) -> Array:
        """Return the causes of a layer, shape (G, D)."""
        return self.layers[layer][1].dense()

    @property
    def nbytes(self) -> int:
        """Memory that it takes."""
        return sum(array.nbytes for layer in self.layers for array in layer)


def joined(states: Sequence[NetworkState]) -> NetworkState:
    """Return the state of all top units, given the states of some each, in order."""
    if len(states) == 1:
        return states[0]
    return NetworkState(
        tuple(map(_joined_layers, zip(*(state.layers for state in states), strict=True)))
    )


def _joined_layers(layers: tuple[LayerState, ...]) -> LayerState:
    first = layers[0]
    whole: dict[str, Any] = {
        field.name: np.concatenate([getattr(layer, field.name) for layer in layers])
        for field in fields(first)
        if isinstance(getattr(first, field.name), np.ndarray)
    }
    added = None
    if first.added is not None:
        all_added = [layer.added for layer in layers if layer.added is not None]
        added = Added(
            {
                part: np.concatenate([each.parts[part] for each in all_added])
                for part in first.added.parts
            },
            {
                part: np.concatenate([each.confidence[part] for each in all_added])
                for part in first.added.confidence
            },
        )
    return replace(first, **whole, added=added)
