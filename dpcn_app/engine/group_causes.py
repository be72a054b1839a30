"""The causes of one group, and the states that they depend on.

E2(u) = Σ_k γ₀/2·(1 + e^{−[Bu]_k})·s_k + β Σ_d u_d + w/2 ‖u − û‖², u ≥ 0, s = Σ_n |x_n| pooled.

Only states in use pull at causes: pull_k = γ₀/2·s_k·e^{−[Bu]_k}. Only causes that are on, or that
the states pull up, can move. The part of B that belongs to both is copied into a small block.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dpcn_app.engine.exponential import exponential
from dpcn_app.engine.group_states import WorkingSets, X, padded
from dpcn_app.engine.jit import part
from dpcn_app.engine.network import Array
from dpcn_app.engine.rows import subtract_row
from dpcn_app.engine.solver_parts import Weights


class PooledStates(NamedTuple):
    """The states of a group that are in use or may come into use, side by side.

    Parameters
    ----------
    chosen, places
        Their numbers, and the place of every state among them, −1 for none.
    resting
        What states that are in no working set add to the pooled ones.
    spared, pull
        e^{−Bu}, and how strongly each state pulls.
    """

    chosen: NDArray[np.int64]
    places: NDArray[np.int64]
    resting: Array
    spared: Array
    pull: Array

    @classmethod
    def room(cls, K: int, dtype: np.dtype[Any]) -> PooledStates:
        """Return room for K states."""
        row = padded(K)
        return cls(*np.zeros((2, row), np.int64), *np.zeros((3, row), dtype))


class MovingCauses(NamedTuple):
    """The causes that can move: their numbers, and their columns of B as rows, shape (D, K)."""

    chosen: NDArray[np.int64]
    block: Array

    @classmethod
    def room(cls, K: int, D: int, dtype: np.dtype[Any]) -> MovingCauses:
        """Return room for D causes of K states."""
        return cls(np.zeros(D, np.int64), np.empty((D, padded(K)), dtype))


@part
def spare_states(spared: Any, u: Any, g: int, B_rows: Any) -> None:
    """Set e^{−Bu} for all states of group g; `B_rows` is Bᵀ, one contiguous row per cause."""
    D, K = B_rows.shape
    for k in range(K):
        spared[k] = 0
    for d in range(D):
        cause = u[g, d]
        if cause != 0:
            for k in range(K):
                spared[k] -= cause * B_rows[d, k]
    for k in range(K):
        spared[k] = exponential(spared[k])


@part
def pool_states(
    chosen: Any,
    places: Any,
    resting: Any,
    pooled_spared: Any,
    pull: Any,
    values: Any,
    spared: Any,
    total: Any,
    half: Any,
) -> int:
    """Pool the states of a group; return how many are in use.

    Sets all of `PooledStates` from values and e^{−Bu} of `GroupStates`; `half` is γ₀/2, and
    `total` room for a row.
    """
    for k in range(spared.shape[0]):
        total[k] = 0
    for n in range(values.shape[1]):
        for k in range(spared.shape[0]):
            total[k] += abs(values[X, n, k])
    count = 0
    for k in range(spared.shape[0]):
        used = total[k] != 0
        places[k] = count if used else -1
        chosen[count] = k  # kept only if it is used
        count += used
    for p in range(count):
        k = chosen[p]
        resting[p], pooled_spared[p] = total[k], spared[k]
        pull[p] = half * total[k] * spared[k]
    return count


@part
def choose_causes(
    causes: Any,
    states: Any,
    pull: Any,
    used: int,
    u: Any,
    u_hat: Any,
    g: int,
    B: Any,
    weights: Weights,
    slope: Any,
) -> int:
    """Set the numbers of the causes of group g that can move; return how many they are.

    Of the pooled `states`, `used` are in use; ∂E2/∂u_d = β + w(u_d − û_d) − Σ_k B_kd pull_k
    goes into `slope`.
    """
    for d in range(u.shape[1]):
        slope[d] = weights.beta + weights.top_down * (u[g, d] - u_hat[g, d])
    for p in range(used):
        subtract_row(slope, pull[p], B, states[p])
    count = 0
    for d in range(u.shape[1]):
        causes[count] = d  # kept only if it can move
        count += (u[g, d] > 0) | (slope[d] < 0)
    return count


@part
def gather_causes(
    moving: MovingCauses,
    count: int,
    pooled: PooledStates,
    used: int,
    sets: WorkingSets,
    all_spared: Any,
    B_rows: Any,
) -> int:
    """Let all members of working sets join the pooled states, and copy the part of B that counts.

    Returns the width of a row with room for all pooled states.
    """
    places, chosen, resting = pooled.places, pooled.chosen, pooled.resting
    spared, pull, block, numbers = pooled.spared, pooled.pull, moving.block, moving.chosen
    counts, members, member_places, values = sets.counts, sets.members, sets.places, sets.values
    for n in range(counts.shape[0]):
        for i in range(counts[n]):
            k = members[n, i]
            if places[k] < 0:
                places[k], chosen[used] = used, k
                resting[used], spared[used], pull[used] = 0, all_spared[k], 0
                used += 1
            place = places[k]
            member_places[n, i] = place
            resting[place] = max(resting[place] - abs(values[X, n, i]), pull[0] - pull[0])
    width = padded(used)
    for p in range(used, width):
        resting[p] = spared[p] = pull[p] = 0
    for j in range(count):
        d = numbers[j]
        for p in range(used):
            block[j, p] = B_rows[d, chosen[p]]
        for p in range(used, width):
            block[j, p] = 0
    return width


@part
def pull_of_members(
    pull: Any,
    resting: Any,
    spared: Any,
    width: int,
    values: Any,
    counts: Any,
    places: Any,
    half: Any,
) -> None:
    """Set pull = γ₀/2·s·e^{−Bu} from the states that the working sets have come to.

    Parameters
    ----------
    pull, resting, spared
        Of `PooledStates`.
    width
        What `gather_causes` returned.
    values, counts, places
        Of `WorkingSets`.
    half
        γ₀/2.
    """
    for p in range(width):
        pull[p] = resting[p]
    for n in range(counts.shape[0]):
        for i in range(counts[n]):
            pull[places[n, i]] += abs(values[X, n, i])
    for p in range(width):
        pull[p] *= half * spared[p]


@part
def sweep_causes(
    u: Any,
    u_hat: Any,
    g: int,
    chosen: Any,
    count: int,
    block: Any,
    width: int,
    pull: Any,
    spared: Any,
    weights: Weights,
    longest: Any,
) -> Any:
    """Minimise E2 by one Newton step along every cause that can move; return the largest step.

    Along a cause the slope is concave, so that a Newton step to the right never passes the
    minimum. A step to the left may; it is limited to the length 1/max(1, max B), up to which
    e^t ≤ 1 + t + t² keeps the energy from rising.

    Parameters
    ----------
    u, u_hat, g
        u and û of all groups, and the group.
    chosen, count, block
        Of `MovingCauses`, and how many there are.
    width
        What `gather_causes` returned.
    pull, spared
        Of `PooledStates`.
    weights, longest
        The weights of the energy, and 1/max(1, max B).
    """
    weight = weights.top_down
    largest = weight - weight
    for j in range(count):
        d = chosen[j]
        slope, curvature = weights.beta + weight * (u[g, d] - u_hat[g, d]), weight
        for p in range(width):
            part = block[j, p] * pull[p]
            slope -= part
            curvature += block[j, p] * part
        step = -u[g, d]
        if curvature > 0:
            step = max(step, max(-slope / curvature, -longest))
        if step != 0:
            u[g, d] += step
            largest = max(largest, abs(step))
            for p in range(width):
                factor = exponential(-block[j, p] * step)
                pull[p] *= factor
                spared[p] *= factor
    return largest
