"""What a transition A expects: how much of each state it keeps, and what it adds to it."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from dpcn_app.analysis.receptive_fields import Picture, state_pictures
from dpcn_app.engine.network import Array, Layer, Network


class OwnWeight(NamedTuple):
    """How far states expect themselves.

    Parameters
    ----------
    mean
        Mean of the diagonal of A.
    others
        Share of other states in all weights, 1 − Σ_k |A_kk| / Σ_jk |A_jk|; 0 if there are none.
    """

    mean: float
    others: float


class Ahead(NamedTuple):
    """What follows from a state alone, a number of steps ahead: Aⁿ e.

    Parameters
    ----------
    picture
        Of all that is expected beside the state itself, shape (H, W); of the state for n = 0.
    own
        Weight of the state itself.
    others
        Share of other states in all weights.
    """

    picture: Picture
    own: float
    others: float


def own_weight(A: Array, state: int | None = None) -> OwnWeight:
    """Return how far states expect themselves: one state, by its column of A, or all of them."""
    columns = A if state is None else A[:, state : state + 1]
    own = np.diag(A) if state is None else A[state, state : state + 1]
    return OwnWeight(float(own.mean()), _others(np.abs(own).sum(), np.abs(columns).sum()))


def successors(layer: Layer, state: int, count: int = 5) -> list[tuple[int, float]]:
    """Return the other states at t that a state at t−1 predicts most, with their weights in A."""
    column = layer.A[:, state]
    order = [int(at) for at in np.argsort(-np.abs(column), kind="stable") if at != state]
    return [(at, float(column[at])) for at in order[:count]]


def steps_ahead(network: Network, layer: int, state: int, steps: int) -> list[Ahead]:
    """Return what A predicts from one state alone, for 0 to `steps` steps ahead."""
    pictures, A = state_pictures(network, layer), network.layers[layer].A
    found = [Ahead(pictures[state], 1.0, 0.0)]
    weights = np.eye(len(A), dtype=A.dtype)[state]
    for _ in range(steps):
        weights = A @ weights
        beside = weights.copy()
        beside[state] = 0.0
        others = _others(abs(weights[state]), np.abs(weights).sum())
        picture = np.tensordot(beside, pictures, axes=1)
        found.append(Ahead(picture, float(weights[state]), others))
    return found


def _others(own: float, every: float) -> float:
    return 1 - float(own / every) if every > 0 else 0.0
