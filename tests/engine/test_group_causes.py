"""The causes of one group: their steps lower the energy, and only states in use pull at them."""

import numpy as np
import pytest

from dpcn_app.engine.group_causes import (
    MovingCauses,
    PooledStates,
    choose_causes,
    pool_states,
    spare_states,
    sweep_causes,
)
from dpcn_app.engine.group_states import GroupStates, X
from dpcn_app.engine.network import Array
from dpcn_app.engine.solver_parts import Weights
from tests.helpers.parts import callable_part

DOUBLE = np.dtype(np.float64)


@pytest.mark.parametrize("steepest", [1, 8])
def test_causes_that_have_to_fall_do_not_fall_too_far(steepest: float) -> None:
    """Newton steps to the left may pass the minimum, but the energy must not rise."""
    rng = np.random.default_rng(7)
    gamma0, beta, weight = 0.5, 0.5, 0.01
    weights = Weights(lam=0.0, gamma0=gamma0, beta=beta, top_down=weight, mu=0.0)
    fallen, sweep = 0, callable_part(sweep_causes)
    for _ in range(200):
        B = rng.uniform(0, steepest, (10, 3)) * (rng.random((10, 3)) < 0.5)
        pooled, u, u_hat = rng.exponential(20, 10), rng.exponential(2, (1, 3)), rng.normal(size=3)

        def cause_energy(causes: Array) -> float:
            spared = gamma0 / 2 * (1 + np.exp(-B @ causes)) @ pooled  # noqa: B023
            drawn = weight / 2 * ((causes - u_hat) ** 2).sum()  # noqa: B023
            return float(spared + beta * causes.sum() + drawn)

        spared = np.exp(-B @ u[0])
        pull, longest = gamma0 / 2 * pooled * spared, 1 / max(1.0, B.max())
        block = np.ascontiguousarray(B.T)
        for _ in range(15):
            before, start = cause_energy(u[0]), u.copy()
            sweep(u, u_hat[None], 0, np.arange(3), 3, block, 10, pull, spared, weights, longest)
            assert cause_energy(u[0]) <= before + 1e-12
            np.testing.assert_allclose(spared, np.exp(-B @ u[0]), rtol=1e-9)
            fallen += bool((u < start - 0.05).any())
    assert fallen > 100


def test_only_states_in_use_are_pooled_and_only_causes_that_can_move_are_chosen() -> None:
    group = GroupStates.room(2, 5, DOUBLE)
    group.values[X, 0, [1, 3]] = 2.0, -1.0
    group.values[X, 1, 3] = 4.0
    B = np.zeros((5, 4))
    B[1, 0], B[3, 1], B[4, 2] = 1.0, 0.1, 1.0
    u, u_hat = np.array([[0.0, 0.0, 0.0, 0.3]]), np.zeros((1, 4))
    callable_part(spare_states)(group.spared, u, 0, np.ascontiguousarray(B.T))
    pooled, moving = PooledStates.room(5, DOUBLE), MovingCauses.room(5, 4, DOUBLE)
    used = callable_part(pool_states)(
        *pooled, group.values, group.spared, np.empty_like(group.spared), 0.5
    )
    assert pooled.chosen[:used].tolist() == [1, 3]
    assert pooled.resting[:used].tolist() == [2.0, 5.0]
    weights = Weights(lam=0.0, gamma0=1.0, beta=0.6, top_down=0.0, mu=0.0)
    causes = callable_part(choose_causes)(
        moving.chosen, pooled.chosen, pooled.pull, used, u, u_hat, 0, B, weights, np.empty(4)
    )
    # The first is pulled up by 1 > β, the second by .25 only, the third by nothing; the last is on.
    assert moving.chosen[:causes].tolist() == [0, 3]
