"""The `exact` solver: block coordinate descent on the joint energy of states and causes (eq. 5).

Neither ℓ1 term is smoothed. An iteration looks at all states and causes of a group once, chooses
those that move (`group_states`, `group_causes`), and lets them settle: sweeps over the chosen
states, with γ from the causes, and over the chosen causes, with the pooled states, take turns.
Every move lowers the energy.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from dpcn_app.engine.group_causes import (
    MovingCauses,
    PooledStates,
    choose_causes,
    gather_causes,
    pool_states,
    pull_of_members,
    spare_states,
    sweep_causes,
)
from dpcn_app.engine.group_states import (
    LANES,
    GroupStates,
    Q,
    WorkingSets,
    X,
    choose_members,
    gather_members,
    nearly_lowest,
    start_group,
    sweep_members,
    write_back,
)
from dpcn_app.engine.jit import kernel
from dpcn_app.engine.solver_parts import (
    Evidence,
    Parameters,
    Result,
    Stop,
    TraceBuffers,
    Weights,
    keep_iteration,
)
from dpcn_app.engine.stopping import resolution, scale_of_group

MOST_TURNS = 14
"""Most turns before all states and causes are looked at again."""
SETTLING_SHARE = 0.3
"""The chosen states and causes are settled once a turn moves them this share of the first turn."""


def infer_exact(
    evidence: Evidence,
    parameters: Parameters,
    weights: Weights,
    stop: Stop,
    result: Result,
    trace: TraceBuffers,
) -> None:
    """Infer states and causes of every group; coordinate descent has no step sizes to trace."""
    _, N, K = evidence.b.shape
    D, dtype = parameters.B.shape[1], evidence.b.dtype
    group, sets = GroupStates.room(N, K, dtype), WorkingSets.room(N, K, dtype)
    pooled, moving = PooledStates.room(K, dtype), MovingCauses.room(K, D, dtype)
    _infer_groups(evidence, parameters, weights, stop, result, trace, group, sets, pooled, moving)


@kernel
def _infer_groups(
    evidence: Evidence,
    parameters: Parameters,
    weights: Weights,
    stop: Stop,
    result: Result,
    trace: TraceBuffers,
    group: GroupStates,
    sets: WorkingSets,
    pooled: PooledStates,
    moving: MovingCauses,
) -> None:
    """Infer every group, one after the other, in the room that is given."""
    gram, B, B_rows, lam = parameters.gram, parameters.B, parameters.B_rows, weights.lam
    x, u, u_hat = result.x, result.u, evidence.u_hat
    values, inverse, spared = group.values, group.inverse, group.spared
    states, q = values[X], values[Q]
    members, places, counts, settled = sets.members, sets.places, sets.counts, sets.settled
    member_values, block = sets.values, sets.block
    pooled_states, pooled_places, resting = pooled.chosen, pooled.places, pooled.resting
    pooled_spared, pull, causes, B_block = pooled.spared, pooled.pull, moving.chosen, moving.block
    row, factors = np.empty_like(spared), np.empty_like(spared)
    chosen, peaks = np.empty_like(pooled_states), np.empty(LANES, spared.dtype)
    slope, K = np.empty(u.shape[1], spared.dtype), gram.shape[0]
    number = gram.dtype.type
    half, longest = weights.gamma0 * number(0.5), number(1)
    finest = min(resolution(gram), stop.tolerance)
    for k in range(gram.shape[0]):
        inverse[k] = number(1) / max(gram[k, k], number(1e-12))
        for d in range(u.shape[1]):
            longest = min(longest, number(1) / max(B[k, d], number(1)))
    traced, no_step = trace.states.shape[0] > 0, number(np.nan)
    for g in range(u.shape[0]):
        start_group(values, member_values, members, counts, settled, evidence, x, g)
        write_back(values, q, member_values, members, counts, chosen, factors, gram)
        used: Any = np.int64(0)  # not 0, for which Numba would compile a kernel once more
        scale, least = scale_of_group(evidence.b, evidence.predicted, inverse, g), stop.tolerance
        unit, done = number(1) / scale if scale > 0 else number(0), False
        while used < stop.iterations and not done:
            spare_states(spared, u, g, B_rows)
            largest = unit * choose_members(
                values,
                inverse,
                spared,
                members,
                counts,
                settled,
                K,
                row,
                peaks,
                lam,
                half,
                number(0.3) * least * scale,
            )
            used_states = pool_states(
                pooled_states,
                pooled_places,
                resting,
                pooled_spared,
                pull,
                values,
                spared,
                row,
                half,
            )
            number_of_causes = choose_causes(
                causes, pooled_states, pull, used_states, u, u_hat, g, B, weights, slope
            )
            gather_members(values, inverse, member_values, block, members, counts, settled, gram)
            width = gather_causes(
                moving, number_of_causes, pooled, used_states, sets, spared, B_rows
            )
            first = lam - lam
            for turn in range(MOST_TURNS):
                change = sweep_causes(
                    u, u_hat, g, causes, number_of_causes, B_block, width, pull, pooled_spared,
                    weights, longest,
                )  # fmt: skip
                if turn == 0:
                    largest = max(largest, change)
                if turn == 0 and largest <= stop.tolerance:
                    spare_states(spared, u, g, B_rows)
                    done = largest <= finest or nearly_lowest(
                        values, spared, evidence, g, scale, lam, half, stop.gap
                    )
                    least = lam - lam  # smaller moves count from now on
                if done:
                    break
                move = sweep_members(member_values, block, counts, places, pooled_spared, lam, half)
                change = max(change, unit * move)
                pull_of_members(
                    pull, resting, pooled_spared, width, member_values, counts, places, half
                )
                if turn == 0:
                    first = number(SETTLING_SHARE) * change
                if change < max(first, number(0.5) * least):
                    break
            if done:
                break
            write_back(values, q, member_values, members, counts, chosen, factors, gram)
            if traced:
                keep_iteration(trace, used, g, states, u[g], no_step, no_step)
            used += 1
        result.used[g] = used = max(used, np.int64(1))
        if not done:
            spare_states(spared, u, g, B_rows)
        for k in range(gram.shape[0]):
            result.gamma[g, k] = half + half * spared[k]
        for n in range(states.shape[0]):
            for k in range(gram.shape[0]):
                x[g, n, k] = states[n, k]
        if traced:  # once more, for the causes may have taken a last, small step
            keep_iteration(trace, used - 1, g, states, u[g], no_step, no_step)
