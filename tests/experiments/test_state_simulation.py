"""The simulated states: sparse, permuted, scaled, with the same distribution at every step."""

from itertools import islice, pairwise

import numpy as np
import pytest

from dpcn_app.errors import UserError
from dpcn_app.experiments.state_simulation import Moment, Simulation, SimulationSpec

SMALL = SimulationSpec(observations=12, states=60, nonzeros=8)


def moments(spec: SimulationSpec, seed: int, steps: int) -> list[Moment]:
    return list(islice(Simulation.draw(spec, seed).moments(), steps))


def test_the_same_seed_gives_the_same_simulation() -> None:
    for one, other in zip(moments(SMALL, 3, 5), moments(SMALL, 3, 5), strict=True):
        np.testing.assert_array_equal(one.observation, other.observation)
    assert not np.array_equal(moments(SMALL, 3, 1)[0].states, moments(SMALL, 4, 1)[0].states)


def test_as_many_states_as_asked_are_active_at_every_step() -> None:
    assert {np.count_nonzero(each.states) for each in moments(SMALL, 1, 100)} == {8}


def test_without_innovations_the_known_transition_tells_all() -> None:
    spec = SimulationSpec(observations=12, states=60, nonzeros=8, innovations=0)
    steps = moments(spec, 2, 30)
    for before, now in pairwise(steps):
        np.testing.assert_allclose(now.transition.apply(before.states), now.states)


def test_a_transition_is_the_matrix_of_a_permutation_and_two_scalings() -> None:
    transition = moments(SMALL, 5, 2)[1].transition
    permutation = np.eye(60)[transition.order]
    A = np.diag(transition.after) @ permutation @ np.diag(1 / transition.before)
    x = np.random.default_rng(0).normal(size=60)
    np.testing.assert_allclose(transition.apply(x), A @ x)
    assert sorted(transition.order) == list(range(60))


def test_permutations_and_scalings_differ_from_step_to_step() -> None:
    one, other = (each.transition for each in moments(SMALL, 5, 2))
    assert not np.array_equal(one.order, other.order)
    np.testing.assert_array_equal(one.after, other.before)
    assert not np.array_equal(one.after, other.after)


def test_innovations_switch_as_many_active_states_as_asked_on_average() -> None:
    spec = SimulationSpec(observations=1, states=400, nonzeros=20, innovations=2)
    steps = moments(spec, 7, 600)
    moved = [
        np.count_nonzero(~np.isclose(now.transition.apply(before.states), now.states))
        for before, now in pairwise(steps)
    ]
    # A switch empties one place and fills another.
    assert np.mean(moved) / 2 == pytest.approx(2, abs=0.25)
    kept = 1 - np.mean(moved) / 2 / spec.nonzeros
    assert kept == pytest.approx(1 - spec.switched, abs=0.015)


def test_states_are_as_large_at_the_end_of_a_long_run_as_at_its_start() -> None:
    squares = np.array(
        [[(m.states**2).sum() for m in moments(SMALL, seed, 100)] for seed in range(200)]
    ).mean(axis=0)
    assert squares[-20:].mean() / squares[:20].mean() == pytest.approx(1, abs=0.1)


def test_every_place_is_active_equally_often() -> None:
    counts = sum((m.states != 0).astype(int) for m in moments(SMALL, 9, 6000))
    assert counts / 6000 == pytest.approx(8 / 60, abs=0.03)


def test_noise_has_the_variance_asked_for() -> None:
    simulation = Simulation.draw(SimulationSpec(observations=50, noise=0.04), 1)
    noise = [
        m.observation - simulation.dictionary @ m.states for m in islice(simulation.moments(), 200)
    ]
    assert np.var(noise) == pytest.approx(0.04, rel=0.05)


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"observations": 0}, "observations"),
        ({"states": 10, "nonzeros": 11}, "between 1 and 10"),
        ({"innovations": -1.0}, "Innovations"),
        ({"noise": float("nan")}, "Noise"),
    ],
)
def test_what_cannot_be_simulated_is_refused(changes: dict[str, float], complaint: str) -> None:
    with pytest.raises(UserError, match=complaint):
        SimulationSpec(**changes)  # type: ignore[arg-type]
