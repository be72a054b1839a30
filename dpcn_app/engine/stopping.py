"""When inference may stop: what is small for an input, and how far its energy may still fall.

    E1(x) = ½‖y − Cx‖² + Σ_k g_k(x_k),   g_k(x) = λ|x − c_k| + γ_k|x|,   c = A x_{t−1}

A move is small if it is a small share of the input's *scale*, the largest state that an atom alone
or the prediction would give: max_k max(|C_kᵀy|/‖C_k‖², |c_k|). Where atoms resemble each other,
small moves may still lead far. So the energy's duality gap must be small too: no states between
−r and r have an energy below E1(x) − gap (Fenchel's inequality for every state alone),

    gap = Σ_k g_k(x_k) − q_k x_k + g*_k(q_k),   g*_k(q) = max {q x − g_k(x) : |x| ≤ r_k}

with q = Cᵀ(y − Cx) and r_k the scale, or |x_k| where that is larger. Inputs and weights
in other units do not change when inference stops.
"""

from __future__ import annotations

from typing import Any

from dpcn_app.engine.jit import part

GAP_SHARE = 0.1
"""The gap may be at most this share of the tolerance, times the energy."""


@part
def scale_of_input(b: Any, predicted: Any, inverse: Any, g: int, n: int) -> Any:
    """Return max_k max(|b_k|/‖C_k‖², |c_k|) of input n of group g.

    Parameters
    ----------
    b, predicted
        Cᵀy and c, shape (G, N, K); one row of c may stand for all inputs of a group.
    inverse
        1/‖C_k‖², shape (K,) or more.
    g, n
        The group and the input.
    """
    m, K = min(n, predicted.shape[1] - 1), b.shape[2]
    largest = inverse[0] - inverse[0]
    for k in range(K):
        largest = max(largest, max(abs(b[g, n, k]) * inverse[k], abs(predicted[g, m, k])))
    return largest


@part
def scale_of_group(b: Any, predicted: Any, inverse: Any, g: int) -> Any:
    """Return the largest scale of the inputs of group g."""
    largest = inverse[0] - inverse[0]
    for n in range(b.shape[1]):
        largest = max(largest, scale_of_input(b, predicted, inverse, g, n))
    return largest


@part
def gap_of_state(x: Any, q: Any, c: Any, lam: Any, gamma: Any, scale: Any) -> tuple[Any, Any]:
    """Return a state's part g(x) − q x + g*(q) of the gap, and g(x)."""
    most = lam + gamma
    bounded = min(max(q, -most), most)
    cost, far = lam * abs(x - c) + gamma * abs(x), abs(c)
    conjugate = max(-lam * far, bounded * c - gamma * far) + abs(q - bounded) * max(scale, abs(x))
    return cost - q * x + conjugate, cost


@part
def resolution(array: Any) -> Any:
    """Return the share of a number below which sums in an array's precision are not certain."""
    return array.dtype.type(1e-6) if array.itemsize == 4 else array.dtype.type(1e-14)
