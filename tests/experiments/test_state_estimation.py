"""Supplement A.3 as a whole: repeatable, scored, in processes."""

import json
from dataclasses import replace

import numpy as np
import pytest

from dpcn_app.errors import UserError
from dpcn_app.experiments.state_estimation import (
    METHODS,
    EstimationConfig,
    EstimationResult,
    EstimationRun,
    reproduce_states,
)
from dpcn_app.experiments.state_simulation import SimulationSpec
from dpcn_app.experiments.workers import HERE, Workers

SMALL = EstimationConfig(SimulationSpec(states=60, nonzeros=4, innovations=0.4), steps=6)


def made_up(observations: tuple[int, ...], **means: list[float]) -> EstimationResult:
    wobble = np.array([0.999, 1.001])
    errors = {name: np.array(means[name])[:, None] * wobble for name in METHODS}
    return EstimationResult(EstimationConfig(), 1, observations, errors, 1.0)


def test_a_run_is_the_same_step_by_step_as_in_one_go() -> None:
    run = EstimationRun(SMALL, 3)
    errors = [run.step().errors for _ in range(6)]
    assert errors[-1] == EstimationRun(SMALL, 3).errors_after(6)
    assert EstimationRun(SMALL, 4).errors_after(6) != errors[-1]


def test_origins_undo_all_permutations() -> None:
    config = replace(SMALL, simulation=replace(SMALL.simulation, innovations=0.0))
    run = EstimationRun(config, 1)
    places = []
    for _ in range(4):
        step = run.step()
        unpermuted = np.empty(60)
        unpermuted[step.origins] = step.truth
        places.append(np.flatnonzero(unpermuted).tolist())
    assert places == [places[0]] * 4


def test_after_twenty_steps_dynamic_inference_beats_sparse_coding_and_kalman_filter() -> None:
    errors = [EstimationRun(EstimationConfig(), (9, seed)).errors_after(25) for seed in range(4)]
    mean = {name: np.mean([each[name] for each in errors]) for name in METHODS}
    assert mean["oracle"] < mean["dynamic"] < 0.15
    assert mean["sparse_coding"] > 3 * mean["dynamic"]
    assert mean["kalman"] > 4 * mean["dynamic"]


def test_processes_find_what_one_alone_finds() -> None:
    shares: list[float] = []
    alone = reproduce_states((12, 20), 3, SMALL, seed=5, workers=HERE, on_progress=shares.append)
    two = reproduce_states((12, 20), 3, SMALL, seed=5, workers=Workers(2))
    for name in METHODS:
        np.testing.assert_allclose(alone.errors[name], two.errors[name], rtol=1e-9)
    assert shares == pytest.approx([n / 6 for n in range(1, 7)])


def test_another_seed_gives_other_runs() -> None:
    one, other = (reproduce_states((12,), 2, SMALL, seed, workers=HERE) for seed in (1, 2))
    assert not np.array_equal(one.errors["dynamic"], other.errors["dynamic"])
    assert one.errors["dynamic"][0, 0] != one.errors["dynamic"][0, 1]


def test_means_and_standard_errors_are_those_of_the_runs() -> None:
    result = reproduce_states((12, 20), 4, SMALL, workers=HERE)
    errors = result.errors["kalman"]
    assert result.means("kalman") == pytest.approx([errors[0].mean(), errors[1].mean()])
    expected = np.sqrt(((errors - errors.mean(axis=1)[:, None]) ** 2).sum(axis=1) / 3 / 4)
    assert result.standard_errors("kalman") == pytest.approx(expected)
    document = json.loads(json.dumps(result.as_dict(), allow_nan=False))
    assert document["observations"] == [12, 20]
    assert list(document["methods"]) == list(document["standard_errors"]) == list(METHODS)


@pytest.mark.parametrize(
    ("dynamic", "sparse_coding", "kalman", "verdict"),
    [
        ([0.9, 0.05], [0.8, 0.3], [0.8, 0.5], "pass"),  # 40 observations are too few to judge
        ([0.3, 0.11], [0.8, 0.9], [0.8, 0.95], "fail"),
        ([0.3, 0.05], [0.8, 0.19], [0.8, 0.5], "fail"),
        ([0.3, 0.05], [0.8, 0.3], [0.8, 0.39], "fail"),
        ([0.3, 0.05], [0.8, 0.04], [0.8, 0.5], "fail"),
    ],
)
def test_the_verdict_follows_the_figures(
    dynamic: list[float], sparse_coding: list[float], kalman: list[float], verdict: str
) -> None:
    means = {"dynamic": dynamic, "sparse_coding": sparse_coding, "kalman": kalman}
    assert made_up((40, 60), **means, oracle=[0.02, 0.01]).verdict == verdict


@pytest.mark.parametrize(
    ("observations", "runs", "seed", "complaint"),
    [
        ((), 2, 1, "observations"),
        ((60, 60), 2, 1, "once"),
        ((0,), 2, 1, "between 1 and 2000"),
        ((60,), 1, 1, "From 2"),
        ((60,), 2, -1, "seed"),
    ],
)
def test_bad_input_is_refused_before_any_work(
    observations: tuple[int, ...], runs: int, seed: int, complaint: str
) -> None:
    with pytest.raises(UserError, match=complaint):
        reproduce_states(observations, runs, seed=seed)


@pytest.mark.parametrize(
    "changes", [{"steps": 0}, {"sparsity": -1.0}, {"transition_weight": 1e999}]
)
def test_a_config_that_makes_no_sense_is_refused(changes: dict[str, float]) -> None:
    with pytest.raises(UserError):
        EstimationConfig(**changes)  # type: ignore[arg-type]
