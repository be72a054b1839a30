"""The working sets of a group: who joins, who leaves, and that a full one does no harm."""

import numpy as np

from dpcn_app.engine.group_states import (
    HIGH,
    LANES,
    LOW,
    SIGN,
    GroupStates,
    Q,
    WorkingSets,
    X,
    choose_members,
    gather_members,
    write_back,
)
from tests.helpers.parts import callable_part

DOUBLE = np.dtype(np.float64)


def choose(group: GroupStates, sets: WorkingSets, lam: float) -> float:
    """Choose the working sets with γ₀ = 1; return the farthest move."""
    values, inverse, spared = group
    K, moves, peaks = int((inverse != 0).sum()), np.empty_like(inverse), np.empty(LANES)
    farthest = callable_part(choose_members)(
        values, inverse, spared, sets.members, sets.counts, sets.settled, K, moves, peaks, lam,
        0.5, 1e-3,
    )  # fmt: skip
    return float(farthest)


def members(sets: WorkingSets, n: int) -> list[int]:
    """Return the working set of input n."""
    return sorted(sets.members[n, : sets.counts[n]].tolist())


def test_states_join_that_would_move_far_and_leave_once_they_rest_at_a_bend() -> None:
    group, sets = GroupStates.room(1, 40, DOUBLE), WorkingSets.room(1, 40, DOUBLE)
    group.values[SIGN], group.inverse[:40], group.spared[:40] = 1, 1, 1
    group.values[Q, 0, [2, 20, 37]] = 5.0, -3.0, 1.3  # with γ = 1: moves of 4, 2 and .3
    assert choose(group, sets, 0.0) == 4.0
    assert members(sets, 0) == [2, 20]
    group.values[X, 0, 2] = 4.0  # off its bends, though it no longer wants to move
    group.values[Q, 0, [2, 20]] = 1.0, 0.0
    choose(group, sets, 0.0)
    assert members(sets, 0) == [2, 37]  # 20 is back at 0 and wants to stay there


def test_a_state_at_its_prediction_rests_there() -> None:
    group, sets = GroupStates.room(1, 3, DOUBLE), WorkingSets.room(1, 3, DOUBLE)
    group.values[SIGN], group.inverse[:3], group.spared[:3] = 1, 1, 1
    group.values[HIGH, 0, 1] = group.values[X, 0, 1] = 2.0
    group.values[Q, 0, 1] = 1.2  # between γ − λ and γ + λ
    assert choose(group, sets, 0.5) == 0.0
    assert members(sets, 0) == []
    assert group.values[LOW, 0, 1] == 0


def test_all_states_may_join() -> None:
    """One that does not join is written behind the last member, and there must be room for it."""
    K = 16  # a row without padding
    group, sets = GroupStates.room(2, K, DOUBLE), WorkingSets.room(2, K, DOUBLE)
    group.values[SIGN], group.inverse[:], group.spared[:] = 1, 1, 1
    group.values[Q] = 5.0
    choose(group, sets, 0.0)
    group.values[X] = 4.0
    choose(group, sets, 0.0)
    assert members(sets, 0) == members(sets, 1) == list(range(K))


def test_only_new_rows_are_gathered_and_the_block_is_whole_all_the_same() -> None:
    rng = np.random.default_rng(0)
    group, sets = GroupStates.room(1, 30, DOUBLE), WorkingSets.room(1, 30, DOUBLE)
    C = rng.normal(size=(12, 30))
    gram = C.T @ C
    for count, settled in ((4, 0), (9, 4), (7, 3), (8, 7)):
        kept = sets.members[0, :settled].copy()
        others = np.setdiff1d(np.arange(30), kept)
        sets.members[0, :count] = [*kept, *rng.permutation(others)[: count - settled]]
        sets.counts[0], sets.settled[0] = count, settled
        callable_part(gather_members)(
            group.values,
            group.inverse,
            sets.values,
            sets.block,
            sets.members,
            sets.counts,
            sets.settled,
            gram,
        )
        chosen = sets.members[0, :count]
        np.testing.assert_array_equal(sets.block[0, :count, :count], gram[np.ix_(chosen, chosen)])


def test_correlations_follow_where_members_have_moved() -> None:
    rng = np.random.default_rng(1)
    group, sets = GroupStates.room(2, 20, DOUBLE), WorkingSets.room(2, 20, DOUBLE)
    C, y = rng.normal(size=(12, 20)), rng.normal(size=(2, 12))
    group.values[Q, :, :20] = y @ C
    for n, chosen in enumerate(([3, 8, 1, 19, 4], [7])):
        sets.members[n, : len(chosen)], sets.counts[n] = chosen, len(chosen)
        sets.values[X, n, : len(chosen)] = rng.normal(size=len(chosen))
    callable_part(write_back)(
        group.values,
        group.values[Q],
        sets.values,
        sets.members,
        sets.counts,
        np.empty(20, np.int64),
        np.empty(20),
        C.T @ C,
    )
    x = group.values[X, :, :20]
    assert (x != 0).sum() == 6
    np.testing.assert_allclose(group.values[Q, :, :20], (y - x @ C.T) @ C, atol=1e-12)
