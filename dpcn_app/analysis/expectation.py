"""What was expected of a frame, as patches to draw: by the paper's model or the extended prior."""

from __future__ import annotations

import numpy as np

from dpcn_app.engine.belief import Belief
from dpcn_app.engine.maps import expected_states
from dpcn_app.engine.network import Array, Network
from dpcn_app.engine.prior import Prior, expect
from dpcn_app.engine.spec import prior_parts
from dpcn_app.engine.state import NetworkState
from dpcn_app.engine.top_down import TopDown, expected_causes
from dpcn_app.engine.unexpectedness import unexpectedness


def expected_patches(
    network: Network, before: NetworkState, top_down: TopDown, now: NetworkState | None = None
) -> Array:
    """Return what a mode expects of every patch, shape (G, N, P).

    The expectation of the extended prior if it acts on layer 1, and else that of the paper.

    Parameters
    ----------
    network, top_down
        The parameters and the mode.
    before
        The state x_{t−1} at the frame before.
    now
        What is inferred at the frame, where that is known: it may hold A x_{t−1} already.
    """
    predicted = None if now is None else now.layers[0].predicted_states
    if predicted is None or not predicted.any():  # as where inference began with the frame
        predicted = _predicted(network, before)
    if top_down.prior is not None and expects_by_prior(network, top_down):
        states = _of_the_prior(network, before, predicted, top_down.prior, top_down.belief)
    else:
        states = _of_the_paper(network, before, predicted, top_down.belief)
    patches: Array = states.reshape(-1, states.shape[-1]) @ network.layers[0].C.T
    return patches.reshape(*states.shape[:-1], -1)


def expects_by_prior(network: Network, top_down: TopDown) -> bool:
    """Return whether the extended prior acts on layer 1, with its part T or D."""
    if top_down.prior is None:
        return False
    strengths = top_down.prior.check(network)
    used = prior_parts(top_down.prior.parts or strengths.parts)
    if top_down.belief is not None:
        strengths = strengths.under_belief
    kappa = {"T": strengths.time, "D": strengths.handed_down}
    return any(kappa.get(part, 0) > 0 for part in used)


def _predicted(network: Network, before: NetworkState) -> Array:
    """Return A x_{t−1}, shape (G, N, K), by one product for all groups."""
    x = before.layers[0].states
    predicted: Array = (x.reshape(-1, x.shape[-1]) @ network.layers[0].A_rows).reshape(x.shape)
    return predicted


def _of_the_paper(
    network: Network, before: NetworkState, predicted: Array, belief: Belief | None
) -> Array:
    """Return (1 − e^{−Bû}) ∘ A x_{t−1}.

    The states that A predicts, each scaled by how far the predicted causes open it. The paper's x̂
    opens a state fully or not at all, and shuts nearly all, which would give a black picture.
    """
    u_hat = expected_causes(network, before, belief)[0]
    opened: Array = 1 - np.exp(-np.maximum(u_hat @ network.layers[0].B.T, 0))
    return opened[:, None, :] * predicted


def _of_the_prior(
    network: Network, before: NetworkState, predicted: Array, prior: Prior, belief: Belief | None
) -> Array:
    """Return s ∘ (1 − Σ κ e / Σ κ) ∘ m, sums over T and D.

    m = [M|x_{t−1}|]₊ are the expected sizes of the states, s their signs in A x_{t−1}, and the
    factor between them is the share of the highest added sparsity that each state is spared.
    """
    layer, x = network.layers[0], before.layers[0].states
    m = expected_states(layer, x, network.neighbours[0]).reshape(x.shape)
    signs = np.where(predicted < 0, -1, 1).astype(m.dtype)
    charged, highest = np.zeros((len(x), 1, x.shape[-1]), m.dtype), 0.0
    for part in expect(network, before, prior, belief)[0]:
        e = unexpectedness(part.states, part.steepness)
        charged = charged + part.strength * e.reshape(len(x), -1, x.shape[-1])
        highest += part.strength
    states: Array = signs * (1 - charged / highest) * m
    return states
