"""How far states are from where their energy is lowest: the condition that inference must meet."""

import numpy as np

from dpcn_app.engine.inference import TOLERANCE
from dpcn_app.engine.state import LayerState


def lowest_states(state: LayerState) -> np.ndarray:
    """Return where each state's energy is lowest, all other states and the causes fixed.

    ½a(x − q/a)² + λ|x − p| + γ|x| is lowest at one of its bends, 0 and p, or where one of its four
    quadratic pieces is: the best of these six, by the energy itself.
    """
    C, x, p = (each.astype(float) for each in (state.layer.C, state.states, state.predicted_states))
    a, lam = (C**2).sum(axis=0), state.layer.spec.transition_weight
    q = (state.inputs - x @ C.T) @ C + a * x
    gamma = np.zeros_like(x) + state.gamma[:, None]
    if state.added is not None:
        gamma += state.added.total(x.shape[1])
    signs = [(s, t) for s in (-1, 1) for t in (-1, 1)]
    tried = np.stack([np.zeros_like(x), p, *((q + s * lam + t * gamma) / a for s, t in signs)])
    energy = 0.5 * a * (tried - q / a) ** 2 + lam * np.abs(tried - p) + gamma * np.abs(tried)
    best = energy.argmin(axis=0)
    return np.take_along_axis(tried, best[None], axis=0)[0]


def tolerated(state: LayerState) -> np.ndarray:
    """Return how far inference may leave a state from there, by group, shape (G, 1, 1).

    It is the tolerance times the group's scale: the largest state that an atom alone or the
    prediction would give.
    """
    alone = np.abs(state.inputs @ state.layer.C) / (state.layer.C**2).sum(axis=0)
    largest = np.maximum(alone, np.abs(state.predicted_states)).max(axis=(1, 2), keepdims=True)
    return TOLERANCE * largest
