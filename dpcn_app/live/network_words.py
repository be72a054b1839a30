"""What the picture of the network says about its parts: one sentence with numbers each."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from dpcn_app.analysis.network_flow import FlowNode
from dpcn_app.live.naming import cause_name, counted, state_name

if TYPE_CHECKING:  # the engine takes seconds to load, and the window opens before that
    from collections.abc import Sequence

    from dpcn_app.engine.state import LayerState


def node_in_words(node: FlowNode, layers: Sequence[LayerState], belief: str = "") -> str:
    """Return what something is and does now.

    Parameters
    ----------
    node
        What it is about.
    layers
        The layers of one top unit.
    belief
        What the network is told to look for; empty for nothing.
    """
    state = layers[node.layer]
    match node.kind:
        case "patch":
            return _patch(node, state)
        case "state":
            return _state(node, state)
        case "cause":
            return _cause(node, state)
    if state.top_down_weight > 0:
        source = f"by layer {node.layer + 2}: û = C x̂"
        if node.layer == len(layers) - 1:
            source = f"by the belief {belief}" if belief else "from the last frame: û = u_{t−1}"
        found = _active(state.predicted_causes)
        return f"Causes of layer {node.layer + 1} predicted {source}; {found}."
    return f"No causes of layer {node.layer + 1} are predicted in this mode."


def _patch(node: FlowNode, state: LayerState) -> str:
    x = state.states[node.group, node.number]
    strongest = int(np.abs(x).argmax())
    words = f"Patch {node.number + 1} of group {node.group + 1}: {counted(_on(x), 'active state')}"
    if x[strongest]:
        words += f", the strongest is {state_name(0, strongest)} with x = {x[strongest]:.2f}"
    return f"{words}."


def _state(node: FlowNode, state: LayerState) -> str:
    x, k = np.abs(state.states[..., node.number]), node.number
    name = state_name(node.layer, k).capitalize()
    if node.layer:
        name += f" of layer {node.layer + 1}"
    what = "patch" if node.layer == 0 else "input"
    if x.any():
        words = f"{name} is active in {counted(_on(x), what)}, Σ|x| = {x.sum():.2f}"
    else:
        words = f"{name} is not active"
    full, lowest = state.layer.spec.sparsity, float(state.gamma[:, k].min())
    words += f"; its price γ is {lowest:.3g}"
    if lowest < 0.995 * full:
        words += f" where causes lower it most, {full:.3g} where none does"
    if state.added is not None:
        raised = max(float(sum(part[..., k].max() for part in state.added.parts.values())), 0.0)
        words += f"; the prior raises it by up to {raised:.2f}"
    return f"{words}."


def _cause(node: FlowNode, state: LayerState) -> str:
    u, B = float(state.causes[node.group, node.number]), state.layer.B[:, node.number]
    words = f"{cause_name(node.number).capitalize()} of layer {node.layer + 1}"
    if len(state.causes) > 1:
        words += f", group {node.group + 1}"
    words += f": u = {u:.2f}"
    if state.top_down_weight > 0:
        words += f", predicted û = {float(state.predicted_causes[node.group, node.number]):.2f}"
    kind = "atoms" if node.layer == 0 else "states"
    first = ", ".join(str(int(k) + 1) for k in np.argsort(-B)[:3])
    return f"{words}; it stands for {kind} {first} most."


def _on(values: np.ndarray) -> int:
    return int(np.count_nonzero(values))


def _active(causes: np.ndarray) -> str:
    return f"{_on(causes > 0)} of {causes.size} above 0, the largest {float(causes.max()):.2f}"
