"""Closed-form proximal steps: the scalar problems that inference is made of."""

from __future__ import annotations

from typing import Any

from dpcn_app.engine.jit import part


@part
def soft_threshold(v: Any, gamma: Any) -> Any:
    """Return argmin_x ½(x−v)² + γ|x|."""
    zero = v - v
    return max(v - gamma, zero) + min(v + gamma, zero)


@part
def bend_points(c: Any, lam: Any, gamma: Any) -> Any:
    """Return the bends of λ|x−c| + γ|x| and its slopes outside and between them, for `bent_prox`.

    Its slope is ∓(λ+γ) outside the bends min(0, c) and max(0, c), and ±(γ−λ) between them.
    """
    zero = c - c
    tilt = lam - gamma if c < 0 else gamma - lam
    return min(c, zero), max(c, zero), lam + gamma, tilt


@part
def bent_prox(v: Any, low: Any, high: Any, threshold: Any, tilt: Any) -> Any:
    """Return argmin_x ½(x−v)² + λ|x−c| + γ|x|, the prox of both ℓ1 terms of E1 at once.

    From what `bend_points` returns, without branches:
    x = max(v − threshold, min(high, max(v − tilt, min(low, v + threshold)))).
    """
    return max(v - threshold, min(high, max(v - tilt, min(low, v + threshold))))
