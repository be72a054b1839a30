"""The states of one group of inputs, and the few of them that move: working sets.

E1(x) = ½‖y − Cx‖² + λ‖x − c‖₁ + Σ_k γ_k|x_k| for every input, with c = A x_{t−1}.

All states of a group are looked at once in an iteration. Those that are off both bends of
λ|x−c| + γ|x|, and those that would move far, join the working set of their input: their rows of the
Gram matrix are copied into a small dense block, and sweeps go over that block alone.

Values are rows of few large arrays, since every array that is handed to a kernel makes it slower to
compile. Arrays, not the tuples that name them, are handed from kernel to kernel: Numba counts
references to what it takes out of a tuple. They are called as they are in `GroupStates` and
`WorkingSets`, with `member_values` for the latter's values.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dpcn_app.engine.jit import kernel, part
from dpcn_app.engine.network import Array
from dpcn_app.engine.proximal import bent_prox
from dpcn_app.engine.rows import subtract_rows
from dpcn_app.engine.solver_parts import Evidence
from dpcn_app.engine.stopping import gap_of_state, resolution

LANES = 16
"""Rows are this wide, or a multiple of it, so that loops over them run in SIMD to their end."""
JOINING_SHARE = 0.3
"""A state joins its working set if it would move at least this share of the largest move."""
STATE_SWEEPS = 2
"""Sweeps over the working sets before it is the causes' turn."""

X, Q, LOW, HIGH, SIGN, ADDED = range(6)
"""Of every state: x, q = Cᵀ(y − Cx), min(0, c), max(0, c), sign of c, what a prior adds to γ."""
INVERSE, THRESHOLD, TILT = range(6, 9)
"""Of every member also 1/‖C_k‖², and what `bent_prox` needs beside the bends."""


@kernel
def padded(size: int) -> int:
    """Return the size of a row with room for `size` values."""
    return (size + LANES - 1) // LANES * LANES


class GroupStates(NamedTuple):
    """All states of one group, in rows padded by zeros.

    Parameters
    ----------
    values
        `X` to `ADDED` of every state, shape (6, N, K).
    inverse
        1/‖C_k‖², shape (K,).
    spared
        e^{−Bu}, shape (K,).
    """

    values: Array
    inverse: Array
    spared: Array

    @classmethod
    def room(cls, N: int, K: int, dtype: np.dtype[Any]) -> GroupStates:
        """Return room for N inputs of K states."""
        row = padded(K)
        return cls(np.zeros((6, N, row), dtype), np.zeros(row, dtype), np.zeros(row, dtype))


class WorkingSets(NamedTuple):
    """The states that move, one working set for each input, its members side by side.

    Parameters
    ----------
    members, places
        The numbers of the states, shape (N, K), and their places among the pooled states (see
        `PooledStates`).
    counts, settled
        How many members there are, and how many at the front stand where they stood before.
    values
        `X` to `TILT` of every member, shape (9, N, K).
    block
        The rows and columns of the Gram matrix that belong to the members, shape (N, K, K).
    """

    members: NDArray[np.int64]
    places: NDArray[np.int64]
    counts: NDArray[np.int64]
    settled: NDArray[np.int64]
    values: Array
    block: Array

    @classmethod
    def room(cls, N: int, K: int, dtype: np.dtype[Any]) -> WorkingSets:
        """Return room for N inputs of K states."""
        row = padded(K)
        # One more member, where a state is written that then does not join a full working set.
        members, places = np.zeros((N, row + 1), np.int64), np.zeros((N, row), np.int64)
        counts, values = np.zeros((2, N), np.int64), np.zeros((9, N, row), dtype)
        return cls(members, places, counts[0], counts[1], values, np.empty((N, row, row), dtype))


@part
def start_group(
    values: Any,
    member_values: Any,
    members: Any,
    counts: Any,
    settled: Any,
    evidence: Evidence,
    start: Any,
    g: int,
) -> None:
    """Take over group g with x = 0; states to start from are members, for `write_back`."""
    b, predicted, added = evidence.b, evidence.predicted, evidence.added
    number, prior = values.dtype.type, added.shape[0] > 0
    for n in range(b.shape[1]):
        count = 0
        for k in range(b.shape[2]):
            c, x = predicted[g, n, k], start[g, n, k]
            values[X, n, k], values[Q, n, k] = number(0), b[g, n, k]
            values[LOW, n, k], values[HIGH, n, k] = min(c, number(0)), max(c, number(0))
            values[SIGN, n, k] = number(-1) if c < 0 else number(1)
            values[ADDED, n, k] = added[g, n, k] if prior else number(0)
            members[n, count], member_values[X, n, count] = k, x  # kept only if x is not zero
            count += x != 0
        counts[n], settled[n] = count, 0


@part
def choose_members(
    values: Any,
    inverse: Any,
    spared: Any,
    members: Any,
    counts: Any,
    settled: Any,
    K: int,
    moves: Any,
    peaks: Any,
    lam: Any,
    half: Any,
    least: Any,
) -> Any:
    """Choose the working set of every input; return how far the farthest state would move.

    `half` is γ₀/2, so that γ = γ₀(1 + e^{−Bu})/2 + what a prior adds. States that would move less
    than `least` do not join. `moves` and `peaks` are room for a row and for `LANES` values.
    """
    farthest = lam - lam
    for n in range(counts.shape[0]):
        for k in range(inverse.shape[0]):
            gamma = half + half * spared[k] + values[ADDED, n, k]
            x, low, high = values[X, n, k], values[LOW, n, k], values[HIGH, n, k]
            v, tilt = x + values[Q, n, k] * inverse[k], (gamma - lam) * values[SIGN, n, k]
            new = bent_prox(v, low, high, (gamma + lam) * inverse[k], tilt * inverse[k])
            moves[k] = abs(new - x)
        for lane in range(LANES):
            peaks[lane] = 0
        for k in range(0, inverse.shape[0], LANES):
            for lane in range(LANES):  # a maximum a lane: one over the row would not run in SIMD
                peaks[lane] = max(peaks[lane], moves[k + lane])
        largest = lam - lam
        for lane in range(LANES):
            largest = max(largest, peaks[lane])
        farthest = max(farthest, largest)
        joining = max(values.dtype.type(JOINING_SHARE) * largest, least)
        count, front = 0, settled[n]
        for i in range(counts[n]):
            k = members[n, i]
            # A state that is not at a bend changes with every move of the others.
            x = values[X, n, k]
            free = (x != values[LOW, n, k]) & (x != values[HIGH, n, k])
            members[n, count] = k  # kept only if it is free; a branch would be mispredicted
            count += free
            front = front if free else min(front, i)
        for lane in range(LANES):
            if peaks[lane] >= joining:
                for k in range(lane, K, LANES):
                    x = values[X, n, k]
                    bent = (x == values[LOW, n, k]) | (x == values[HIGH, n, k])
                    members[n, count] = k
                    count += bent & (moves[k] >= joining) & (moves[k] > 0)
        counts[n], settled[n] = count, front
    return farthest


@part
def nearly_lowest(
    values: Any,
    spared: Any,
    evidence: Evidence,
    g: int,
    scale: Any,
    lam: Any,
    half: Any,
    share: Any,
) -> Any:
    """Return whether the gap of group g's states is at most a share of their energy.

    See `engine.stopping`; ½‖y − Cx‖² = ½‖y‖² − ½(Cᵀy + q)ᵀx. A gap that cannot be told from 0 in
    the precision of the values is small enough.
    """
    b, silence = evidence.b, evidence.silence
    gap, energy, loudness = lam - lam, lam - lam, lam - lam
    for n in range(b.shape[1]):
        prior, fit = lam - lam, lam - lam
        for k in range(b.shape[2]):
            x, q, c = values[X, n, k], values[Q, n, k], values[LOW, n, k] + values[HIGH, n, k]
            gamma = half + half * spared[k] + values[ADDED, n, k]
            of_state, cost = gap_of_state(x, q, c, lam, gamma, scale)
            gap += of_state
            prior += cost
            fit += (b[g, n, k] + q) * x
        energy += silence[g, n] - values.dtype.type(0.5) * fit + prior
        loudness += silence[g, n]
    return gap <= max(share * energy, resolution(values) * loudness)


@part
def gather_members(
    values: Any,
    inverse: Any,
    member_values: Any,
    block: Any,
    members: Any,
    counts: Any,
    settled: Any,
    gram: Any,
) -> None:
    """Copy what belongs to the members; of the Gram matrix, only rows and columns of new ones."""
    for n in range(counts.shape[0]):
        count, front, width = counts[n], settled[n], padded(counts[n])
        for i in range(count):
            k = members[n, i]
            member_values[X, n, i], member_values[Q, n, i] = values[X, n, k], values[Q, n, k]
            member_values[LOW, n, i], member_values[HIGH, n, i] = (
                values[LOW, n, k],
                values[HIGH, n, k],
            )
            member_values[SIGN, n, i], member_values[ADDED, n, i] = (
                values[SIGN, n, k],
                values[ADDED, n, k],
            )
            member_values[INVERSE, n, i] = inverse[k]
            # Behind the members are former ones, up to the end of the row: they do no harm.
            for j in range(front if i < front else 0, width):
                block[n, i, j] = gram[k, members[n, j]]
        settled[n] = count


@part
def sweep_members(
    values: Any, block: Any, counts: Any, places: Any, spared: Any, lam: Any, half: Any
) -> Any:
    """Minimise E1 along every member of all working sets; return the largest move.

    Inputs take turns: the processor begins with the next one's member while it waits for this one.

    Parameters
    ----------
    values, block, counts, places
        Of `WorkingSets`.
    spared
        e^{−Bu} of the pooled states.
    lam, half
        λ and γ₀/2.
    """
    most = 0
    for n in range(counts.shape[0]):
        most = max(most, counts[n])
        for i in range(counts[n]):
            inverse = values[INVERSE, n, i]
            gamma = half + half * spared[places[n, i]] + values[ADDED, n, i]
            values[THRESHOLD, n, i] = (gamma + lam) * inverse
            values[TILT, n, i] = (gamma - lam) * inverse * values[SIGN, n, i]
    largest = lam - lam
    for _ in range(STATE_SWEEPS):
        for i in range(most):
            for n in range(counts.shape[0]):
                if i < counts[n]:
                    x, low, high = values[X, n, i], values[LOW, n, i], values[HIGH, n, i]
                    v = x + values[Q, n, i] * values[INVERSE, n, i]
                    new = bent_prox(v, low, high, values[THRESHOLD, n, i], values[TILT, n, i])
                    move = new - x
                    values[X, n, i] = new
                    largest = max(largest, abs(move))
                    for j in range(padded(counts[n])):
                        values[Q, n, j] -= move * block[n, i, j]
    return largest


@part
def write_back(
    values: Any,
    q: Any,
    member_values: Any,
    members: Any,
    counts: Any,
    chosen: Any,
    factors: Any,
    gram: Any,
) -> None:
    """Take over where the members have moved to, and bring q = values[Q] of all up to date.

    `chosen` and `factors` are room for a row.
    """
    for n in range(counts.shape[0]):
        changed = 0
        for i in range(counts[n]):
            k, new = members[n, i], member_values[X, n, i]
            chosen[changed], factors[changed] = k, new - values[X, n, k]
            changed += new != values[X, n, k]
            values[X, n, k] = new
        subtract_rows(q, n, factors, chosen, changed, gram)
