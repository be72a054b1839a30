"""Surprise: the part of a frame that the expected states do not explain."""

from __future__ import annotations

import numpy as np

from dpcn_app.engine.maps import expected_states
from dpcn_app.engine.network import Array, Network
from dpcn_app.engine.spec import PriorSpec
from dpcn_app.engine.state import NetworkState
from dpcn_app.engine.unexpectedness import unexpectedness


def unexpected_states(network: Network, before: NetworkState) -> Array:
    """Return e = e^{−η_T S(m)} of every state of layer 1, shape (G, N, K): 1 where unexpected.

    m = [M|x_{t−1}|]₊, as in the extended prior (see `engine.prior`); for a network without maps
    m = |A x_{t−1}|.
    """
    layer, states = network.layers[0], before.layers[0].states
    if network.mapped:
        m = expected_states(layer, states, network.neighbours[0])
    else:
        fields = len(before.top_causes)
        m = np.abs(states @ layer.A_rows).reshape(fields, -1, states.shape[-1])
    steepness = (network.spec.prior or PriorSpec()).time_steepness
    return unexpectedness(m, steepness).reshape(states.shape)


def expected_part(network: Network, before: NetworkState, now: NetworkState) -> Array:
    """Return C(x ∘ (1 − e)), shape (G, N, P): the part of each patch that expected states explain.

    The frame minus this part is its surprise, even where the extended prior has already switched
    the unexpected states off.
    """
    layer = network.layers[0]
    part: Array = (now.layers[0].states * (1 - unexpected_states(network, before))) @ layer.C.T
    return part
