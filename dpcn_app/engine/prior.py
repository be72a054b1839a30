"""The extended prior, in which predictions make noise fade: an extension of the paper's model.

The paper's γ spans only γ₀/2 … γ₀, so that no prediction can switch a state off. Here γ grows where
a state is not expected:

    γ⁽ⁿ⁾_k = γ₀[(1 + e^{−[Bu]_k})/2 + κ_T c_T e^{−η_T S(m)⁽ⁿ⁾_k} + κ_D c_D e^{−η_D S(Bû)_k}]

T, time (layer 1): m = [M|x_{t−1}|]₊ over an input and its four neighbours. With a relief ρ its part
is κ_T c_T e − ρ(1 − e), e = e^{−η_T S(m)}: expected states cost less, and shrink less. ρ ≤ ½
keeps γ ≥ 0.
D, handed down (all layers but the top): û = [C(m ∘ (1 − e^{−Bû}))]₊ / scale of the layer above,
with û = u_{t−1} at the top.
K, at the top: γ⁽ⁿ⁾_k gains γ₀ κ_K e^{−η_K S(Bû)_k}, û = u_{t−1}.
The paper's own predictions may still act on the causes below the top, with a weight that the
prior sets.

S(m) = m·Σm/Σm² does not depend on the scale of m, and is 1 where m is the weighted mean Σm²/Σm.
The confidence c = min(1, ⟨m, |x⁰|⟩/⟨m, m⟩) compares m with the states x⁰ of a first pass without
the prior (for D, û with the causes u⁰ of that pass); the second pass starts from the result of the
first. S and c are computed over the field of each top unit.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from dpcn_app.engine.jit import kernel
from dpcn_app.engine.maps import expected_states
from dpcn_app.engine.network import Array, Layer, Network, frozen
from dpcn_app.engine.spec import PriorSpec, prior_parts
from dpcn_app.engine.state import Added, LayerState, NetworkState
from dpcn_app.engine.unexpectedness import set_unexpectedness
from dpcn_app.errors import UserError

_PLACEBO_SEED = 0


@dataclass(frozen=True)
class Prior:
    """Which parts of the extended prior take part in inference.

    Parameters
    ----------
    parts
        Such as "T+D"; None for the parts in the network's spec.
    strengths
        None for the strengths in the network's spec.
    placebo
        A control: the units of û are permuted, so that D holds no true prediction.
    """

    parts: str | None = None
    strengths: PriorSpec | None = None
    placebo: bool = False

    def __post_init__(self) -> None:
        if self.parts is not None:
            prior_parts(self.parts)

    def check(self, network: Network) -> PriorSpec:
        """Return the strengths to use with a network; refuse a network without maps."""
        strengths = self.strengths or network.spec.prior
        if strengths is None or not network.mapped:
            raise UserError(
                "This network has no maps for the extended prior; choose another mode than prior "
                "and placebo, or train the network anew."
            )
        return strengths


@dataclass(frozen=True, eq=False)
class Expectation:
    """What one part of the prior expects of a layer before the frame arrives.

    Parameters
    ----------
    part
        T, D or K.
    states
        m or Bû, shape (fields, U, K): for each input of a field (T) or each group (D, K).
    causes
        û, shape (fields, groups of a field, D); None for T.
    strength, steepness, relief
        κ, η and ρ.
    """

    part: str
    states: Array
    causes: Array | None
    strength: float
    steepness: float
    relief: float = 0.0

    @property
    def needs_first_pass(self) -> bool:
        """Whether the part has a confidence c, which takes a first pass; K has none."""
        return self.part != "K"

    def added(self, layer: Layer, first: LayerState | None) -> tuple[Array, Array]:
        """Return γ₀(κ c e − ρ(1 − e)), e = e^{−η S}, and c, shapes (G, N or 1, K) and (fields,)."""
        fields, dtype = len(self.states), layer.C.dtype
        c = np.ones(fields, dtype)
        if first is not None and self.needs_first_pass:
            expected, found = self.states, first.states
            if self.causes is not None:
                expected, found = self.causes, first.causes
            _compare(expected.reshape(fields, -1), found.reshape(fields, -1), c)
        raised = np.empty(self.states.shape, dtype)
        _raise(
            self.states.reshape(fields, -1),
            raised.reshape(fields, -1),
            c,
            dtype.type(layer.spec.sparsity),
            dtype.type(self.strength),
            dtype.type(self.steepness),
            dtype.type(self.relief),
        )
        per_group = layer.spec.group if self.causes is None else 1
        return frozen(raised.reshape(-1, per_group, layer.spec.states)), frozen(c)


@kernel
def _compare(expected: Any, found: Any, c: Any) -> None:
    """Set c = min(1, ⟨m, |found|⟩/⟨m, m⟩) of every row; 0 where nothing was expected."""
    for field in range(expected.shape[0]):
        common, squares = c[field] - c[field], c[field] - c[field]
        for k in range(expected.shape[1]):
            common += expected[field, k] * abs(found[field, k])
            squares += expected[field, k] * expected[field, k]
        c[field] = min(c.dtype.type(1), common / squares) if squares > 0 else squares


@kernel
def _raise(m: Any, raised: Any, c: Any, gamma0: Any, kappa: Any, eta: Any, rho: Any) -> None:
    """Set raised = γ₀(κ c e − ρ(1 − e)), e = e^{−η S(m)} over a row of m."""
    for field in range(m.shape[0]):
        set_unexpectedness(m[field], eta, raised[field])
        most = gamma0 * (kappa * c[field] + rho)
        for k in range(m.shape[1]):
            raised[field, k] = most * raised[field, k] - gamma0 * rho


def expect(
    network: Network, previous: NetworkState, prior: Prior
) -> tuple[tuple[Expectation, ...], ...]:
    """Return the expectations of the parts in use for every layer, layer 1 first."""
    strengths = prior.check(network)
    parts = prior_parts(prior.parts or strengths.parts)
    kappa = {"T": strengths.time, "D": strengths.handed_down, "K": strengths.top}
    eta = {
        "T": strengths.time_steepness,
        "D": strengths.handed_down_steepness,
        "K": strengths.top_steepness,
    }
    relief = {"T": strengths.time_relief, "D": 0.0, "K": 0.0}
    used = [part for part in parts if kappa[part] or relief[part]]
    expected: list[list[Expectation]] = [[] for _ in network.layers]
    if "T" in used:
        m = expected_states(network.layers[0], previous.layers[0].states, network.neighbours[0])
        expected[0].append(Expectation("T", m, None, kappa["T"], eta["T"], relief["T"]))
    top = network.spec.depth - 1
    if "D" in used or "K" in used:
        causes = handed_down(network, previous) if "D" in used else {top: previous.top_causes}
        for index, u_hat in causes.items():
            part = "K" if index == top else "D"
            if part not in used:
                continue
            if prior.placebo and part == "D":
                u_hat = permuted(u_hat)
            u_hat = u_hat.reshape(-1, network.spec.units_per_field(index + 1), u_hat.shape[1])
            Bu = u_hat @ network.layers[index].B.T
            expected[index].append(Expectation(part, Bu, u_hat, kappa[part], eta[part]))
    return tuple(map(tuple, expected))


def handed_down(network: Network, previous: NetworkState) -> dict[int, Array]:
    """Return û of every layer (from 0), shape (G, D).

    u_{t−1} at the top; below it û = [C((M|x_{t−1}|) ∘ (1 − e^{−Bû}))]₊ / scale, with the matrices
    of the layer above.
    """
    u_hat = previous.top_causes
    causes = {network.spec.depth - 1: u_hat}
    for index in reversed(range(1, network.spec.depth)):
        layer, below = network.layers[index], network.layers[index - 1]
        m = expected_states(layer, previous.layers[index].states, network.neighbours[index])
        opened = 1 - np.exp(-(u_hat[:, None, :] @ layer.B.T))
        x_hat = m.reshape(previous.layers[index].states.shape) * opened
        handed = np.maximum(x_hat @ layer.C.T, 0) / below.output_scale
        u_hat = handed.reshape(-1, below.spec.causes).astype(below.B.dtype, copy=False)
        causes[index - 1] = u_hat
    return causes


def added_sparsity(
    layer: Layer, expected: tuple[Expectation, ...], first: LayerState | None
) -> Added:
    """Return what all parts together add to a layer's γ."""
    added = {each.part: each.added(layer, first) for each in expected}
    parts = {part: raised for part, (raised, _) in added.items()}
    confidences = {part: c for part, (_, c) in added.items()}
    return Added(parts, confidences)


def permuted(causes: Array) -> Array:
    """Return causes, shape (G, D), with permuted units; the permutation is always the same."""
    units = np.random.default_rng(_PLACEBO_SEED).permutation(causes.shape[1])
    return causes[:, units]
