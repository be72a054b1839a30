"""What lessons may name: every name leads to a number, and a wrong one to advice."""

import re
from dataclasses import replace

import pytest

from dpcn_app.errors import UserError
from dpcn_app.experiments.state_estimation import METHODS, EstimationConfig, EstimationRun
from dpcn_app.lessons.named_numbers import (
    ESTIMATORS,
    MEASURES,
    RUN_STEPS,
    change,
    check_number,
    run_errors,
)
from dpcn_app.live.estimation_thread import RunView, Watch
from tests.helpers.real_scene import snapshots


def of_view(name: str) -> float:
    measure = MEASURES[name].of_view
    assert measure is not None
    (view,) = (each for each in snapshots()[0].views if each.mode == "off")
    value = measure(view)
    assert value is not None
    return value


def of_network(name: str) -> float:
    measure = MEASURES[name].of_network
    assert measure is not None
    value = measure(snapshots()[0].network)
    assert value is not None
    return value


@pytest.mark.parametrize(
    ("name", "advice"),
    [
        ("speed:off", "no number 'speed'"),
        ("Kmeans:off", "no number 'Kmeans:off'"),
        ("kmeans", "like 'kmeans:both'"),
        ("kmeans:sideways", "no mode called"),
        ("kmeans(square):off", "like 'kmeans:both'"),
        ("health:off", "like 'health'"),
        ("change:off", "like 'change(states):both'"),
        ("change(mind):off", "one of states, causes, top"),
        ("error", "like 'error(dynamic)'"),
        ("error(mine)", "one of dynamic"),
    ],
)
def test_a_number_that_nobody_measures_is_refused_with_what_to_write(name, advice):
    with pytest.raises(UserError, match=re.escape(advice)):
        check_number(name)


@pytest.mark.parametrize(
    "name", ["health", "kept:off", "kept(square):prior@x", "change(top):both", "error(kalman)"]
)
def test_a_number_that_is_measured_is_accepted(name):
    check_number(name)


def test_states_that_are_on_are_cheaper_than_those_that_are_off():
    assert 0 < of_view("price_on") < of_view("price_off")


def test_without_a_price_more_states_are_active():
    assert of_view("unpriced") > 2 * of_view("active") > 0


def test_a_share_of_the_states_was_foretold_but_nothing_at_the_start():
    assert 0 < of_view("foretold") <= 1
    view = snapshots()[0].views[0]
    first = view.state.layers[0]
    start = replace(first, predicted_states=0 * first.predicted_states)
    state = replace(view.state, layers=(start, *view.state.layers[1:]))
    measure = MEASURES["foretold"].of_view
    assert measure is not None and measure(replace(view, state=state)) is None


def test_nothing_changes_between_a_frame_and_itself_and_states_more_than_the_top():
    before, after = (snapshot.views[1] for snapshot in snapshots())
    assert change(before, before, "states") == 0
    top, states = (change(before, after, which) for which in ("top", "states"))
    assert top is not None and states is not None and 0 < top < states <= 1


def test_numbers_of_the_network_need_nothing_else():
    assert 0 < of_network("persistence") < 1
    assert 1 < of_network("pooled") < 100
    assert 0 <= of_network("stripes") <= 1


def test_errors_of_a_run_are_means_over_its_last_steps_once_there_are_enough():
    assert tuple(METHODS) == ESTIMATORS
    run = EstimationRun(EstimationConfig(), 1)
    (step,) = (run.step() for _ in range(1))
    high = replace(step, errors=dict.fromkeys(METHODS, 9.0))
    steps = (*[high] * (RUN_STEPS - 10), *[step] * 10)
    watched = Watch(EstimationConfig(), 1)
    assert run_errors(RunView(watched, steps, RUN_STEPS - 2, True, 0.0)) == {}
    errors = run_errors(RunView(watched, steps, RUN_STEPS - 1, True, 0.0))
    assert errors["error(kalman)"] == pytest.approx(step.errors["kalman"])
