"""The extended prior, in which predictions make noise fade: an extension of the paper's model.

The paper's γ spans only γ₀/2 … γ₀, so that no prediction can switch a state off. Here γ grows where
a state is not expected:

    γ⁽ⁿ⁾_k = γ₀[(1 + e^{−[Bu]_k})/2 + κ_T c_T e^{−η_T S(m)⁽ⁿ⁾_k} + κ_D c_D e^{−η_D S(Bû)_k}]

T, time (layer 1): m = [M|x_{t−1}|]₊ over an input and its four neighbours. With a relief ρ its part
is κ_T c_T e − ρ(1 − e), e = e^{−η_T S(m)}: expected states cost less, and shrink less. ρ ≤ ½
keeps γ ≥ 0.
D, handed down (all layers but the top): û = [C(m ∘ (1 − e^{−Bû}))]₊ / scale of the layer above,
with û = u_{t−1} at the top. With a spread σ, m of an input is (1 − σ)m + σ m̄, m̄ the mean over all
inputs of the field: what was seen anywhere is expected everywhere, and what enters a unit that was
empty is no surprise. While a belief is held, û is the belief there, and below it what the
belief sees of the frame (see `engine.believed_part`); D then has strengths of its own.
K, at the top: γ⁽ⁿ⁾_k gains γ₀ κ_K c_K e^{−η_K S(Bû)_k}, û = u_{t−1}; c_K is 0 after silence, where
nothing had reached the top, and else 1, or c_Dᵖ.
The paper's own predictions may still act on the causes below the top, with a weight that the
prior sets. With a p (`letting_go`), K and the paper's coherence at the top, ½‖u − u_{t−1}‖², weigh
c_Dᵖ times as much, c_D that of the layer below: when another class begins, what u_{t−1} handed down
is not found, and the top lets go of it. A belief is held whatever is found.

S(m) = m·Σm/Σm² does not depend on the scale of m, and is 1 where m is the weighted mean Σm²/Σm.
The confidence c = min(1, ⟨m, |x⁰|⟩/⟨m, m⟩) compares m with the states x⁰ of a first pass without
the prior (for D, û with the causes u⁰ of that pass); the second pass starts from the result of the
first. S and c are computed over the field of each top unit. What the layer above then hears of
both passes is in `engine.handed_up`.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from dpcn_app.engine.belief import Belief
from dpcn_app.engine.maps import expected_states
from dpcn_app.engine.network import Array, Layer, Network, frozen
from dpcn_app.engine.plain_numpy import without_kernels
from dpcn_app.engine.spec import PriorSpec, prior_parts
from dpcn_app.engine.state import Added, LayerState, NetworkState
from dpcn_app.engine.unexpectedness import unexpectedness
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
        A control: the units of û are permuted, so that D holds no true prediction. Under a belief
        û says where things are too, and all units of a field are permuted together.
    matched
        Whether a placebo has the confidence of the true û: c compares û with u⁰ permuted alike.
        Otherwise it is weaker, not only wrong.
    """

    parts: str | None = None
    strengths: PriorSpec | None = None
    placebo: bool = False
    matched: bool = False

    def __post_init__(self) -> None:
        if self.parts is not None:
            prior_parts(self.parts)
        if self.matched and not self.placebo:
            raise UserError("Only a placebo can be matched in confidence; ask for a placebo too.")

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
    true
        For a matched placebo, û as it was before its units were permuted: its c is that of û and
        u⁰ permuted alike.
    heard
        For K, whether anything reached the top in the frame before, shape (fields,).
    """

    part: str
    states: Array
    causes: Array | None
    strength: float
    steepness: float
    relief: float = 0.0
    true: Array | None = None
    heard: Array | None = None

    @property
    def needs_first_pass(self) -> bool:
        """Whether the part has a confidence c, which takes a first pass; K has none."""
        return self.part != "K"

    def added(
        self, layer: Layer, first: LayerState | None, trust: Array | None = None
    ) -> tuple[Array, Array]:
        """Return what the part adds to γ, and its confidence c."""
        c = self.confidence(layer, first)
        if self.part == "K" and trust is not None:
            c = frozen(c * trust)
        return self.raised(layer, c), c

    def confidence(self, layer: Layer, first: LayerState | None) -> Array:
        """Return c = min(1, ⟨m, |x⁰|⟩/⟨m, m⟩), or of û and u⁰, shape (fields,); of K, c_K."""
        from dpcn_app.engine.prior_kernels import compare_sizes  # slow to import

        fields = len(self.states)
        c = np.ones(fields, layer.C.dtype)
        if self.heard is not None:
            c[:] = self.heard
        if first is not None and self.needs_first_pass:
            expected, found = self.states, first.states
            if self.causes is not None:
                expected = self.causes if self.true is None else self.true
                found = first.causes
            # A placebo may lie in memory otherwise, and Numba would compile another kernel for it.
            rows = np.ascontiguousarray(expected.reshape(fields, -1))
            compare_sizes(rows, found.reshape(fields, -1), c)
        return frozen(c)

    def raised(self, layer: Layer, c: Array) -> Array:
        """Return γ₀(κ c e − ρ(1 − e)), e = e^{−η S}, shape (G, N or 1, K)."""
        fields, number, gamma0 = len(self.states), layer.C.dtype.type, layer.spec.sparsity
        if without_kernels():
            e = unexpectedness(self.states, self.steepness).reshape(fields, -1)
            most = gamma0 * (self.strength * c[:, None] + self.relief)
            raised = (most * e - gamma0 * self.relief).astype(number)
        else:
            from dpcn_app.engine.prior_kernels import raise_sparsity  # slow to import

            raised = np.empty((fields, self.states.size // fields), number)
            weights = map(number, (gamma0, self.strength, self.steepness, self.relief))
            # A copy: a confidence is read-only, and Numba would compile another kernel for it.
            raise_sparsity(self.states.reshape(fields, -1), raised, c.copy(), *weights)
        per_group = layer.spec.group if self.causes is None else 1
        return frozen(raised.reshape(-1, per_group, layer.spec.states))


def expect(
    network: Network,
    previous: NetworkState | None,
    prior: Prior,
    belief: Belief | None = None,
    believed: dict[int, Array] | None = None,
) -> tuple[tuple[Expectation, ...], ...]:
    """Return the expectations of the parts in use for every layer, layer 1 first.

    Parameters
    ----------
    network, prior
        The network, and the parts in use.
    previous
        What was inferred in the frame before; None at the first frame, where there is no T.
    belief
        The belief that is held; None where û = u_{t−1} at the top.
    believed
        û of every layer as the belief sees the frame (`believed_causes`); None where the frame is
        not known yet: û then follows from the states before it.
    """
    strengths = prior.check(network)
    used = parts_in_use(network, prior, belief)
    if belief is not None:
        strengths = strengths.under_belief
    kappa = {"T": strengths.time, "D": strengths.handed_down, "K": strengths.top}
    eta = {
        "T": strengths.time_steepness,
        "D": strengths.handed_down_steepness,
        "K": strengths.top_steepness,
    }
    expected: list[list[Expectation]] = [[] for _ in network.layers]
    if "T" in used and previous is not None:
        m = expected_states(network.layers[0], previous.layers[0].states, network.neighbours[0])
        expected[0].append(Expectation("T", m, None, kappa["T"], eta["T"], strengths.time_relief))
    top = network.spec.depth - 1
    causes: dict[int, Array] = believed or {}
    if previous is not None and not causes:
        u_top = causes_at_top(network, previous, belief, len(previous.top_causes))
        causes = {top: u_top}
        if "D" in used:
            causes = handed_down(network, previous, u_top, strengths.spread)
    for index, u_hat in causes.items():
        part = "K" if index == top else "D"
        if part not in used:
            continue
        by_field = (-1, network.spec.units_per_field(index + 1), u_hat.shape[1])
        true = u_hat.reshape(by_field)
        if prior.placebo and part == "D":
            u_hat = permuted(u_hat if belief is None else u_hat.reshape(len(true), -1))
        u_hat = u_hat.reshape(by_field)
        expected[index].append(
            Expectation(
                part,
                u_hat @ network.layers[index].B.T,
                u_hat,
                kappa[part],
                eta[part],
                true=true if prior.matched and part == "D" else None,
                heard=_heard(previous, len(true)) if part == "K" and belief is None else None,
            )
        )
    return tuple(map(tuple, expected))


def _heard(previous: NetworkState | None, fields: int) -> Array | None:
    """Return in which fields anything reached the top; None at the first frame.

    What reaches it are the causes of the layer below; of a network with one layer, its own states
    tell.
    """
    if previous is None:
        return None
    below = previous.layers[-2].causes if len(previous.layers) > 1 else previous.layers[0].states
    heard: Array = np.sign(np.abs(below).reshape(fields, -1).max(axis=1, keepdims=True))[:, 0]
    return heard


def parts_in_use(network: Network, prior: Prior, belief: Belief | None = None) -> tuple[str, ...]:
    """Return the parts that add anything to γ, in their order."""
    own = prior.check(network)
    strengths = own if belief is None else own.under_belief
    kappa = {
        "T": strengths.time or strengths.time_relief,
        "D": strengths.handed_down,
        "K": strengths.top,
    }
    return tuple(part for part in prior_parts(prior.parts or own.parts) if kappa[part])


def causes_at_top(
    network: Network, previous: NetworkState | None, belief: Belief | None, fields: int
) -> Array:
    """Return û at the top, shape (units, D): the belief that is held, else u_{t−1}."""
    if belief is not None:
        return belief.top_causes(network, fields if previous is None else len(previous.top_causes))
    assert previous is not None, "the first frame has no û but a belief"
    return previous.top_causes


def handed_down(
    network: Network, previous: NetworkState, u_hat: Array | None = None, spread: float = 0.0
) -> dict[int, Array]:
    """Return û of every layer (from 0), shape (G, D).

    The û given at the top, u_{t−1} where there is none; below it
    û = [C(m ∘ (1 − e^{−Bû}))]₊ / scale, with the matrices of the layer above and m = [M|x_{t−1}|]₊,
    of which a share `spread` is the mean over all inputs of the field.
    """
    u_hat = previous.top_causes if u_hat is None else u_hat
    causes = {network.spec.depth - 1: u_hat}
    for index in reversed(range(1, network.spec.depth)):
        layer, below = network.layers[index], network.layers[index - 1]
        m = expected_states(layer, previous.layers[index].states, network.neighbours[index])
        if spread:
            m += m.dtype.type(spread) * (m.mean(axis=1, keepdims=True) - m)
        opened = 1 - np.exp(-(u_hat[:, None, :] @ layer.B.T))
        x_hat = m.reshape(previous.layers[index].states.shape) * opened
        handed = np.maximum(x_hat @ layer.C.T, 0) / below.output_scale
        u_hat = handed.reshape(-1, below.spec.causes).astype(below.B.dtype, copy=False)
        causes[index - 1] = u_hat
    return causes


def trust_at_top(below: Added | None, strengths: PriorSpec | None) -> Array | None:
    """Return c_Dᵖ, how far u_{t−1} is trusted at the top, shape (fields,); None for wholly.

    Parameters
    ----------
    below
        What the prior added in the layer below the top: it has c_D. None where it added nothing.
    strengths
        They have p (`letting_go`); None without the extended prior.
    """
    if below is None or strengths is None:
        return None
    if not strengths.letting_go or "D" not in below.confidence:
        return None
    c = below.confidence["D"]
    trust: Array = c ** c.dtype.type(strengths.letting_go)
    return trust


def added_sparsity(
    layer: Layer,
    expected: tuple[Expectation, ...],
    first: LayerState | None,
    trust: Array | None = None,
) -> Added:
    """Return what all parts together add to a layer's γ; K as far as it is trusted."""
    added = {each.part: each.added(layer, first, trust) for each in expected}
    parts = {part: raised for part, (raised, _) in added.items()}
    confidences = {part: c for part, (_, c) in added.items()}
    return Added(parts, confidences)


def permuted(causes: Array) -> Array:
    """Return causes, shape (G, D), with permuted units; the permutation is always the same."""
    units = np.random.default_rng(_PLACEBO_SEED).permutation(causes.shape[1])
    return causes[:, units]
