"""What flows through a network at one moment: strengths up, predictions down, between its units.

Up, an input supports a state with its share of the state's evidence, C_dk y_d, and a state pulls at
the causes that stand for it, ½γ₀ e^{−[Bu]_k} B_kd Σ_n|x_k|: the slope of the energy in u_d. Down, a
cause lowers the price γ of the states that it stands for, and the layer above hands predicted
causes û down.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dpcn_app.engine.state import LayerState

Kind = Literal["patch", "state", "cause", "top"]
Flow = Literal["evidence", "pull", "price", "prediction"]
Values = NDArray[np.floating[Any]]


class FlowNode(NamedTuple):
    """Something in the network.

    Parameters
    ----------
    kind
        A patch, a state, a cause, or what a layer's predictions come from (`top`).
    layer
        From 0.
    group
        The group that it belongs to; 0 for a state, which stands for all groups.
    number
        Which it is, from 0: of the patches in its group, of the states, of the causes.
    """

    kind: Kind
    layer: int
    group: int
    number: int


@dataclass(frozen=True)
class Arrow:
    """What flows from one node to another, and how much."""

    flow: Flow
    source: FlowNode
    target: FlowNode
    strength: float


def network_flow(layers: Sequence[LayerState], most: int) -> list[Arrow]:
    """Return the strongest flows of every kind and layer, so many of each, the weakest first.

    Parameters
    ----------
    layers
        The layers of one top unit, layer 1 first.
    most
        Arrows of one kind between two neighbouring populations.
    """
    arrows: list[Arrow] = []
    for number, state in enumerate(layers):
        up = _causes_up if number else _patches_up
        arrows += _strongest(up(number, state), most)
        arrows += _strongest(_pull(number, state), most)
        arrows += _strongest(_price(number, state), most)
        if state.top_down_weight > 0:
            arrows += _strongest(_prediction(number, state), most)
    return sorted(arrows, key=lambda each: each.strength)


def price_falls(state: LayerState) -> Values:
    """Return how far causes lower the price of each state at most: 0 to 1 of ½γ₀, shape (K,)."""
    half = state.layer.spec.sparsity / 2
    falls: Values = (2 * half - state.gamma.min(axis=0)) / max(half, 1e-12)
    return np.clip(falls, 0, 1)


def pooled_states(state: LayerState) -> Values:
    """Return Σ|x| over all groups and inputs, shape (K,)."""
    pooled: Values = np.abs(state.states).sum(axis=(0, 1))
    return pooled


_Weighed = tuple[Flow, Values, Callable[[int], tuple[FlowNode, FlowNode]]]
"""A kind of flow, the strength of each arrow, and where one of them leads from and to."""


def _strongest(weighed: _Weighed, most: int) -> list[Arrow]:
    flow, strengths, ends = weighed
    if not strengths.size:
        return []
    most = min(most, strengths.size)
    chosen = np.argpartition(-strengths, most - 1)[:most].tolist()
    return [Arrow(flow, *ends(place), float(strengths[place])) for place in chosen]


def _patches_up(layer: int, state: LayerState) -> _Weighed:
    """States of layer 1: each is as strong in a patch as its |x| there."""
    g, n, k = np.nonzero(state.states)

    def ends(place: int) -> tuple[FlowNode, FlowNode]:
        patch = FlowNode("patch", 0, int(g[place]), int(n[place]))
        return patch, FlowNode("state", layer, 0, int(k[place]))

    return "evidence", np.abs(state.states[g, n, k]), ends


def _causes_up(layer: int, state: LayerState) -> _Weighed:
    """States above layer 1: the share of an active state's evidence that each cause below gives.

    Input n of group g is what unit g·N + n of the layer below infers.
    """
    g, n, k = np.nonzero(state.states)
    signs = np.sign(state.states[g, n, k])
    given = state.layer.C[:, k].T * state.inputs[g, n] * signs[:, None]
    rows, d = np.nonzero(given > 0)
    below = g[rows] * state.states.shape[1] + n[rows]

    def ends(place: int) -> tuple[FlowNode, FlowNode]:
        cause = FlowNode("cause", layer - 1, int(below[place]), int(d[place]))
        return cause, FlowNode("state", layer, 0, int(k[rows[place]]))

    return "evidence", given[rows, d], ends


def _pull(layer: int, state: LayerState) -> _Weighed:
    """How strongly active states pull at active causes."""
    B, half = state.layer.B, state.layer.spec.sparsity / 2
    pooled = np.abs(state.states).sum(axis=1)
    pull = half * pooled * np.exp(-state.causes @ B.T)
    group, d = np.nonzero(state.causes > 0)
    strengths = pull[group] * B[:, d].T
    rows, k = np.nonzero(strengths > 0)

    def ends(place: int) -> tuple[FlowNode, FlowNode]:
        cause = FlowNode("cause", layer, int(group[rows[place]]), int(d[rows[place]]))
        return FlowNode("state", layer, 0, int(k[place])), cause

    return "pull", strengths[rows, k], ends


def _price(layer: int, state: LayerState) -> _Weighed:
    """How much each active cause lowers the price of each state, all other causes as they are."""
    B, half = state.layer.B, state.layer.spec.sparsity / 2
    group, d = np.nonzero(state.causes > 0)
    remaining = half * np.exp(-state.causes[group] @ B.T)
    falls = remaining * np.expm1(B[:, d].T * state.causes[group, d][:, None])
    rows, k = np.nonzero(falls > 0)

    def ends(place: int) -> tuple[FlowNode, FlowNode]:
        cause = FlowNode("cause", layer, int(group[rows[place]]), int(d[rows[place]]))
        return cause, FlowNode("state", layer, 0, int(k[place]))

    return "price", falls[rows, k], ends


def _prediction(layer: int, state: LayerState) -> _Weighed:
    """Predicted causes û, from the layer above or, at the top, from the last frame."""
    group, d = np.nonzero(state.predicted_causes > 0)
    source = FlowNode("top", layer, 0, 0)

    def ends(place: int) -> tuple[FlowNode, FlowNode]:
        return source, FlowNode("cause", layer, int(group[place]), int(d[place]))

    return "prediction", state.predicted_causes[group, d], ends
