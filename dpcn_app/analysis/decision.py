"""How a frame is decided at the top: which cause won, and which states below fed it.

At the minimum of the energy a top cause d that is on balances its price β against what pulls it:

    Σ_k B_kd · (γ₀/2) s_k e^{−[Bu]_k},   s_k = Σ_n |x_k⁽ⁿ⁾|

so that each state k feeds it by its own term of that sum.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from dpcn_app.engine.state import NetworkState

MOST_FEEDING = 3
"""Most states that are named."""
_LEAST_SHARE = 0.05  # of the pull, for a state to be named


@dataclass(frozen=True)
class Decision:
    """The winning top cause of a unit.

    Parameters
    ----------
    unit, winner, strength
        The top unit, its strongest cause (from 0), and that cause's value.
    second, second_strength
        The next strongest cause and its value; None where there is no other cause.
    feeding
        The states of the top layer that pull it most, each with its share of the pull.
    """

    unit: int
    winner: int
    strength: float
    second: int | None
    second_strength: float
    feeding: tuple[tuple[int, float], ...]


def decide(state: NetworkState, unit: int = 0) -> Decision | None:
    """Return how a top unit decided; None where all of its causes are silent."""
    top = state.layers[-1]
    u, B = top.causes[unit].astype(float), top.layer.B.astype(float)
    if not u.any():
        return None
    order = np.argsort(-u, kind="stable")
    winner = int(order[0])
    pooled = np.abs(top.states[unit].astype(float)).sum(axis=0)
    pull = B[:, winner] * pooled * np.exp(-(B @ u))
    shares = pull / (pull.sum() or 1.0)
    strongest = np.argsort(-shares, kind="stable")[:MOST_FEEDING]
    feeding = tuple((int(k), float(shares[k])) for k in strongest if shares[k] >= _LEAST_SHARE)
    second = int(order[1]) if len(order) > 1 else None
    return Decision(
        unit,
        winner,
        float(u[winner]),
        second,
        float(u[second]) if second is not None else 0.0,
        feeding,
    )
