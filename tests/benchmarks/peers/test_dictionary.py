"""Dictionaries learnt on the lasso's own objective: tuning, curves, and who is how far behind."""

from collections.abc import Iterator

import cvxpy as cp
import numpy as np
import pytest

from dpcn_app.benchmarks.peers import dictionary
from dpcn_app.benchmarks.peers.dictionary import (
    LearningCurve,
    dictionary_race,
    objective,
    tune_settings,
)
from dpcn_app.benchmarks.peers.learners import Learner, Patches, Settings
from dpcn_app.engine.network import Array
from dpcn_app.training.presets import preset

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")


def test_all_learn_the_same_patches_from_the_same_start() -> None:
    race = dictionary_race("noisy shapes", 1500, rounds=2)
    assert race.patches == 1500
    assert set(race.behind) == {curve.name for curve in race.curves[1:]}
    for curve in race.curves:
        assert curve.objectives[0] == race.curves[0].objectives[0]
        assert curve.objectives[-1] < 0.95 * curve.objectives[0], curve.name
        assert list(curve.seconds) == sorted(curve.seconds) or curve.name == "SPAMS"
        assert len(curve.rounds) == 2


def test_the_objective_is_the_lassos_with_columns_of_length_one() -> None:
    rng = np.random.default_rng(0)
    C, y = rng.normal(size=(6, 9)), rng.normal(size=(3, 6)).astype(np.float32)
    unit = C / np.linalg.norm(C, axis=0)
    x = cp.Variable((3, 9))
    cost = 0.5 * cp.sum_squares(y - x @ unit.T) + 0.4 * cp.sum(cp.abs(x))
    lowest = cp.Problem(cp.Minimize(cost)).solve(solver=cp.CLARABEL)
    assert objective(C, y, 0.4) == pytest.approx(lowest / 3, rel=1e-4)


def a_curve(name: str, objectives: tuple[float, ...], *rounds: tuple[float, ...]) -> LearningCurve:
    return LearningCurve(name, {}, objectives, rounds)


def test_the_time_to_an_objective_lies_between_the_points_around_it() -> None:
    curve = a_curve("any", (5.0, 4.0, 2.0, 3.0), (0, 1, 2, 3), (0, 2, 4, 6), (0, 3, 9, 9))
    assert curve.seconds == (0, 2, 4, 6)
    assert curve.seconds_to(4.0) == 2
    assert curve.seconds_to(3.0) == 3
    assert curve.seconds_to(3.0, round_=0) == 1.5
    assert curve.seconds_to(9.0) == 0
    assert curve.seconds_to(1.0) is None


def test_who_reaches_our_objective_sooner_is_less_than_one_times_behind() -> None:
    ours = a_curve("ours", (5.0, 3.0), (0, 8), (0, 4))
    theirs = a_curve("theirs", (5.0, 3.0, 2.0), (0, 2, 9), (0, 1, 9))
    assert dictionary._behind(ours, theirs).median == 0.25
    assert dictionary._behind(theirs, ours).median == 4


def test_of_a_grid_the_settings_that_come_near_soonest_are_chosen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ends = {1.0: (3.0, 5.0), 2.0: (2.0, 4.0), 3.0: (2.01, 1.0), 4.0: (2.5, 0.1)}

    def learnt(
        learner: Learner, settings: Settings, patches: Patches, held_out: Array
    ) -> LearningCurve:
        last, seconds = ends[settings["rate"]]
        return LearningCurve(learner.name, settings, (9.0, last), ((0.0, seconds),))

    def nothing(patches: Patches, settings: Settings) -> Iterator[Array]:
        yield from ()

    monkeypatch.setattr(dictionary, "learn", learnt)
    grids: dict[str, tuple[Settings, ...]] = {
        "near": tuple({"rate": rate} for rate in (1.0, 2.0, 3.0, 4.0)),
        "far": ({"rate": 1.0}, {"rate": 4.0}),
    }
    nobody = np.zeros((1, 1), np.float32)
    chosen = tune_settings(
        [Learner(name, grid, nothing) for name, grid in grids.items()],
        Patches(preset("natural").network.layers[0], nobody, nobody),
        nobody,
    )
    assert chosen == {"near": {"rate": 3.0}, "far": {"rate": 4.0}}
