"""Top-down predictions: what the network expects before a frame arrives (paper, §2.4).

From the top layer down, each layer predicts its states from its last ones and from what the layer
above expects of its causes, and hands the causes that follow to the layer below:

    γ̂_k = e^{−[Bû]_k}/2
    x̂_k = [A x_{t−1}]_k where γ₀γ̂_k < λ, else 0
    û of the layer below = C x̂ (divided by that layer's output scale)

At the top û_t = u_{t−1}: temporal coherence. A belief (`engine.belief`) takes its place while it is
held.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from dpcn_app.engine.belief import Belief
from dpcn_app.engine.modes import mode_and_parts
from dpcn_app.engine.network import Array, Layer, Network
from dpcn_app.engine.prior import Prior, causes_at_top, permuted
from dpcn_app.engine.state import NetworkState
from dpcn_app.errors import UserError


@dataclass(frozen=True)
class TopDown:
    """Which parts of the top-down flow take part in inference.

    Parameters
    ----------
    coherence
        The top layer's causes are pulled towards the last ones, û_t = u_{t−1}.
    predictions
        Causes of lower layers are pulled towards those that are handed down, û = C x̂.
    weights
        One weight of ½‖u − û‖² per layer; None takes those of the network's layers.
    prior
        The extended prior, which goes beyond the paper (see `engine.prior`); None for the paper's.
    belief
        What the network is told to look for: û at the top in all these parts; None for û = u_{t−1}.
    """

    coherence: bool = False
    predictions: bool = False
    weights: tuple[float, ...] | None = None
    prior: Prior | None = None
    belief: Belief | None = None

    def __post_init__(self) -> None:
        if self.weights is not None:
            try:
                object.__setattr__(self, "weights", tuple(map(float, self.weights)))
            except (TypeError, ValueError):
                raise UserError("Top-down weights are numbers, one for each layer.") from None
        for weight in self.weights or ():
            if not 0 <= weight < np.inf:
                raise UserError(f"A top-down weight must be zero or more, not {weight}.")

    @classmethod
    def named(cls, name: str) -> TopDown:
        """Return what takes part in a mode, as in `both` or `prior:T+D`; see `engine.modes`."""
        mode, parts = mode_and_parts(name)
        prior = Prior(parts, placebo=mode.placebo, matched=mode.matched) if mode.prior else None
        return cls(mode.coherence, mode.predictions, prior=prior)

    def check(self, network: Network) -> None:
        """Refuse a network that lacks what the extended prior needs, or has no such belief."""
        if self.prior is not None:
            self.prior.check(network)
        if self.belief is not None:
            self.belief.check(network)

    def layer_weights(self, network: Network) -> tuple[float, ...]:
        """Return the weight of ½‖u − û‖² in each layer, 0 where its part is off."""
        weights = self.weights
        if weights is None:
            weights = tuple(layer.top_down_weight for layer in network.spec.layers)
        if len(weights) != network.spec.depth:
            raise UserError(f"{len(weights)} top-down weights for {network.spec.depth} layers.")
        below = weights[:-1] if self.predictions else (0.0,) * (len(weights) - 1)
        if self.prior is not None and not self.predictions:
            below = (self.prior.check(network).predictions,) * (len(weights) - 1)
        return (*below, weights[-1] if self.coherence else 0.0)


OFF = TopDown()


@dataclass(frozen=True, eq=False)
class Prediction:
    """What is expected of one layer: causes û, shape (G, D), and states x̂, shape (G, N, K)."""

    causes: Array
    states: Array


def predict(
    network: Network, previous: NetworkState, belief: Belief | None = None
) -> tuple[Prediction, ...]:
    """Return what every layer expects next, layer 1 first."""
    causes = expected_causes(network, previous, belief)
    return tuple(
        Prediction(u_hat, _expected_states(layer, state.states, u_hat))
        for layer, state, u_hat in zip(network.layers, previous.layers, causes, strict=True)
    )


def expected_causes(
    network: Network, previous: NetworkState, belief: Belief | None = None
) -> tuple[Array, ...]:
    """Return û of every layer, layer 1 first; it takes x̂ of all layers but the first."""
    u_hat = causes_at_top(network, previous, belief, len(previous.top_causes))
    causes = [u_hat]
    for index in reversed(range(1, network.spec.depth)):
        layer, below = network.layers[index], network.layers[index - 1]
        x_hat = _expected_states(layer, previous.layers[index].states, u_hat)
        u_hat = (x_hat @ layer.C.T).reshape(-1, below.spec.causes) / below.output_scale
        u_hat = u_hat.astype(below.B.dtype, copy=False)
        causes.append(u_hat)
    return tuple(reversed(causes))


def _expected_states(layer: Layer, states: Array, u_hat: Array) -> Array:
    """Return x̂: A x_{t−1} where û opens a state, (γ₀/2) e^{−Bû} < λ, and else 0."""
    spec = layer.spec
    Bu = u_hat[:, None, :] @ layer.B.T  # group by group, as in `infer_layer`
    Bu = np.maximum(Bu, -80)  # e^80 fits float32; û from above may be negative
    opened = spec.sparsity / 2 * np.exp(-Bu) < spec.transition_weight
    x_hat: Array = (states @ layer.A_rows) * opened
    return x_hat


def predicted_causes(
    network: Network,
    previous: NetworkState | None,
    weights: tuple[float, ...],
    *,
    placebo: bool = False,
    belief: Belief | None = None,
    fields: int = 1,
) -> tuple[Array | None, ...]:
    """Return û of every layer that has a weight, None for the others.

    With `placebo`, the units of the û handed down are permuted, so that they predict nothing true.
    The first frame has no x_{t−1} to predict from: only the top has an û, and only where a belief
    is held, in as many top units as there are `fields`.
    """
    below, u_top = len(weights) - 1, None
    if previous is not None or belief is not None:
        u_top = causes_at_top(network, previous, belief, fields)
    causes: tuple[Array | None, ...] = (*(None,) * below, u_top)
    if any(weights[:-1]) and previous is not None:
        predicted = list(expected_causes(network, previous, belief))
        if placebo:
            predicted[:-1] = map(permuted, predicted[:-1])
        causes = tuple(predicted)
    return tuple(each if weight else None for each, weight in zip(causes, weights, strict=True))
