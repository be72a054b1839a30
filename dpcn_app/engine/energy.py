"""The energy of a layer (paper, eqs. 5 and 9), term by term."""

from __future__ import annotations

from dataclasses import dataclass, fields

import numpy as np

from dpcn_app.engine.network import Array, Layer, frozen


@dataclass(frozen=True, eq=False)
class Energy:
    """Terms of E_l, one value per group.

    Parameters
    ----------
    reconstruction
        Σ_n ½‖y⁽ⁿ⁾ − C x⁽ⁿ⁾‖².
    transition
        λ Σ_n ‖x⁽ⁿ⁾ − A x⁽ⁿ⁾_{t−1}‖₁.
    state_sparsity
        Σ_n Σ_k γ_k |x⁽ⁿ⁾_k|, γ = γ₀(1 + e^{−Bu})/2.
    cause_sparsity
        β‖u‖₁.
    top_down
        w/2 ‖u − û‖².
    prior
        Σ_n Σ_k a⁽ⁿ⁾_k |x⁽ⁿ⁾_k|, where the extended prior adds a to γ; 0 where the prior is off.
    """

    reconstruction: Array
    transition: Array
    state_sparsity: Array
    cause_sparsity: Array
    top_down: Array
    prior: Array

    def __post_init__(self) -> None:
        for name, term in self.by_name().items():
            object.__setattr__(self, name, frozen(term))

    @property
    def total(self) -> Array:
        """Sum of all terms."""
        return sum(self.by_name().values(), np.zeros_like(self.reconstruction))

    def by_name(self) -> dict[str, Array]:
        """Return the terms by name."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

    def means(self) -> dict[str, float]:
        """Return each term's mean over the groups, by name."""
        return {name: float(term.mean()) for name, term in self.by_name().items()}


def sparsity(layer: Layer, causes: Array) -> Array:
    """Return γ = γ₀(1 + e^{−Bu})/2 for causes of shape (…, D)."""
    gamma: Array = layer.spec.sparsity * (1 + np.exp(-causes @ layer.B.T)) / 2
    return gamma


def energy(
    layer: Layer,
    inputs: Array,
    states: Array,
    causes: Array,
    predicted_states: Array,
    predicted_causes: Array,
    top_down_weight: float | Array,
    reconstruction: Array | None = None,
    added: Array | None = None,
) -> Energy:
    """Evaluate the energy of every group.

    Parameters
    ----------
    layer
        The parameters.
    inputs, states
        y and x, shapes (G, N, P) and (G, N, K).
    causes
        u, shape (G, D).
    predicted_states
        A x_{t−1}, shape (G, N, K).
    predicted_causes, top_down_weight
        û, shape (G, D), and the weight w of its term, one for all groups or shape (G,).
    reconstruction
        C x, shape (G, N, P), if the caller has it already; None to compute it here.
    added
        What the extended prior adds to γ, shape (G, N, K); None where the prior is off.
    """
    residual = inputs - (states @ layer.C.T if reconstruction is None else reconstruction)
    gamma = sparsity(layer, causes)[:, None, :]
    size = np.abs(states)
    return Energy(
        reconstruction=0.5 * (residual**2).sum(axis=(1, 2)),
        transition=layer.spec.transition_weight
        * np.abs(states - predicted_states).sum(axis=(1, 2)),
        state_sparsity=(gamma * size).sum(axis=(1, 2)),
        cause_sparsity=layer.spec.cause_sparsity * np.abs(causes).sum(axis=1),
        top_down=0.5 * top_down_weight * ((causes - predicted_causes) ** 2).sum(axis=1),
        prior=np.zeros_like(causes[:, 0]) if added is None else (added * size).sum(axis=(1, 2)),
    )
