"""Why a state is on or off: its evidence compared with its price.

With all other states fixed, x_k minimises

    ½(x_k − q)² + λ|x_k − p| + γ|x_k|,   q = c_kᵀ(y − Σ_{j≠k} c_j x_j),   p = [A x_{t−1}]_k

(columns of C have length 1), so that it is on with the sign s exactly where

    s q > γ ∓ λ,

with − where p has the sign s, so that x_k = 0 would cost λ too, and + elsewhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from dpcn_app.engine.state import LayerState


@dataclass(frozen=True)
class Reasons:
    """The evidence for a state, and the price that it must exceed.

    Parameters
    ----------
    evidence
        s c_kᵀy, the evidence of the input: |c_kᵀy|, but negative if it is for the other sign.
    left
        s q, the evidence that the other states do not explain. It may be more than the evidence,
        where they explain too much.
    paper
        γ₀(1 + e^{−[Bu]_k})/2, the paper's price.
    added
        What each part of the extended prior adds to it, by its letter; empty without the prior.
    transition
        −λ where A x_{t−1} predicts the state with this sign, λ where it does not.
    value
        x_k.
    """

    evidence: float
    left: float
    paper: float
    added: dict[str, float]
    transition: float
    value: float

    @property
    def gamma(self) -> float:
        """γ with all that the extended prior adds."""
        return self.paper + sum(self.added.values())

    @property
    def price(self) -> float:
        """The price that `left` must exceed: γ ∓ λ."""
        return self.gamma + self.transition

    @property
    def on(self) -> bool:
        """Whether the state is active."""
        return self.value != 0

    @property
    def on_without_prior(self) -> bool:
        """Whether the state would be on at the paper's price, with all other states fixed."""
        return self.left > self.paper + self.transition


def reasons(state: LayerState, group: int, number: int, index: int) -> Reasons:
    """Return why state `index` of input `number` of a group is what it is."""
    atom = state.layer.C[:, index].astype(float)
    y = state.inputs[group, number].astype(float)
    x = float(state.states[group, number, index])
    remaining = float(atom @ (y - state.reconstruction[group, number]))
    q = remaining + x * float(atom @ atom)
    p = float(state.predicted_states[group, number, index])
    weight = float(state.layer.spec.transition_weight)
    direction = np.sign(x) or np.sign(q + weight * np.sign(p)) or 1.0
    added = {} if state.added is None else state.added.parts
    return Reasons(
        evidence=float(direction * (atom @ y)),
        left=float(direction * q),
        paper=float(state.gamma[group, index]),
        added={
            part: float(raised[group, number if raised.shape[1] > 1 else 0, index])
            for part, raised in added.items()
        },
        transition=-weight if p * direction > 0 else weight,
        value=x,
    )


def most_disputed(states: Sequence[LayerState]) -> tuple[int, int, int] | None:
    """Return group, input and index of the largest state that is off in some of the results.

    None where the same states are on in all results.
    """
    sizes = np.abs(np.stack([state.states for state in states]))
    disputed = np.where((sizes == 0).any(axis=0), sizes.max(axis=0), 0)
    if not disputed.any():
        return None
    group, number, index = np.unravel_index(int(disputed.argmax()), disputed.shape)
    return int(group), int(number), int(index)


def strongest_place(state: LayerState, index: int) -> tuple[int, int]:
    """Return group and input where a state, or its evidence if it is off, is strongest."""
    strength = np.abs(state.states[..., index])
    if not strength.any():
        strength = np.abs(state.inputs @ state.layer.C[:, index])
    group, number = np.unravel_index(int(strength.argmax()), strength.shape)
    return int(group), int(number)


def strongest_state(state: LayerState, group: int, number: int) -> int:
    """Return the index of the state for which an input gives most evidence."""
    return int(np.abs(state.inputs[group, number] @ state.layer.C).argmax())
