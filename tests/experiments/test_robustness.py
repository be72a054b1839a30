"""The robustness experiment: what is measured, how the average is chosen, and the verdict."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from dpcn_app.analysis.scores import kmeans_accuracy, moving_average, silhouette
from dpcn_app.errors import UserError
from dpcn_app.experiments.robustness import (
    AVERAGE,
    AVERAGE_WEIGHTS,
    MEASURES,
    MODES,
    RobustnessResult,
    _checks,
    _Table,
    reproduce_robustness,
    watch_closely,
)
from dpcn_app.experiments.video_run import labels, top_causes
from dpcn_app.storage.bundled import open_model
from dpcn_app.video.noise import noisy_shapes
from dpcn_app.video.shapes import ShapesConfig
from dpcn_app.video.source import FrameSource


@cache
def short_video() -> FrameSource:
    config = replace(ShapesConfig.named("easy", seed=9), sequence_length=12)
    return noisy_shapes(config, 36, 1.5)


@cache
def table() -> _Table:
    network, video = open_model("shapes-easy").network, short_video()
    made = _Table()
    made.add(network, video, top_causes(network, video, clean=True), labels(video))
    return made


def test_every_mode_and_control_has_every_measure() -> None:
    measures = table().measures()
    assert (*measures, AVERAGE) == MODES
    for each in (*measures.values(), table().best_average()[1]):
        assert tuple(each) == tuple(MEASURES)
        assert all(len(values) == 1 and np.isfinite(values).all() for values in each.values())


def test_the_average_has_the_best_weight_for_each_measure_and_the_bottom_up_picture() -> None:
    network, video = open_model("shapes-easy").network, short_video()
    causes, truth = top_causes(network, video), labels(video)
    weights, measures = table().best_average()
    for name, measure in (("silhouette", silhouette), ("kmeans", kmeans_accuracy)):
        found = {a: measure(moving_average(causes, a), truth) for a in AVERAGE_WEIGHTS}
        assert found[weights[name]] == max(found.values()) == measures[name][0]
    assert measures["leak"] == table().measures()["off"]["leak"]


def test_noise_leaks_less_with_the_prior_and_pictures_are_kept() -> None:
    measures = table().measures()
    assert measures["prior"]["leak"][0] < 0.7 * measures["off"]["leak"][0]
    assert measures["prior"]["iou_noise"][0] < measures["both"]["iou_noise"][0]
    assert measures["prior"]["correlation"][0] > measures["off"]["correlation"][0]
    assert {"frame", "clean", "off", "prior"} <= table().examples.keys()
    watched = watch_closely(open_model("shapes-easy").network, short_video(), "prior")
    assert np.array_equal(watched.example, table().examples["prior"])


def result(**prior: float) -> RobustnessResult:
    """Return a result in which all modes measure .5, bottom-up clusters .3, the prior as given."""
    even = {name: [0.5, 0.5] for name in MEASURES}
    conditions = {mode: {1.5: dict(even), 4.5: dict(even)} for mode in MODES}
    conditions["off"][1.5]["silhouette"] = [0.3, 0.3]
    conditions["prior"][1.5] |= {name: [value, value] for name, value in prior.items()}
    return RobustnessResult(
        shape_set="hard",
        noises=(1.5, 4.5),
        seeds=(1, 2),
        conditions=conditions,
        average_weights=WEIGHTS,
        clean_kmeans=[1, 1],
        health=[1, 1],
        examples={},
        checks={},
        seconds=1.0,
    )


WEIGHTS = {1.5: {"silhouette": 0.15}, 4.5: {"silhouette": 0.1}}
GOOD = {"leak": 0.33, "kept": 0.70, "correlation": 0.83, "silhouette": 0.5, "kmeans": 0.75}


def test_a_prior_that_reaches_all_figures_passes() -> None:
    assert all(_checks(result(**GOOD)).values())
    assert len(_checks(result(**GOOD))) == 7


@pytest.mark.parametrize(
    "miss",
    [{"leak": 0.34}, {"kept": 0.69}, {"correlation": 0.82}, {"silhouette": 0.49}, {"kmeans": 0.74}],
)
def test_one_figure_missed_is_one_check_failed(miss: dict[str, float]) -> None:
    assert list(_checks(result(**GOOD | miss)).values()).count(False) == 1


def test_clusters_that_may_be_no_tighter_than_bottom_ups_fail() -> None:
    doubtful = result(**GOOD)
    doubtful.conditions["off"][1.5]["silhouette"] = [0.2, 0.3, 0.6]
    doubtful.conditions["prior"][1.5]["silhouette"] = [0.5, 0.5, 0.5]
    failed = [name for name, held in _checks(doubtful).items() if not held]
    assert failed == ["it tightens the clusters of bottom-up beyond doubt"]


def test_networks_that_fail_on_clean_video_are_counted() -> None:
    failing = replace(result(**GOOD), clean_kmeans=[1, 0.5])
    assert list(_checks(failing).values()).count(False) == 1


def test_the_words_say_who_is_ahead_and_by_how_much_seed_by_seed() -> None:
    found = result(silhouette=0.6, kmeans=0.4)
    average, placebo, *_ = found.words
    assert average.startswith("Noise 1.5, prior against the best average: clusters ahead (0.600 ±")
    behind = "accuracy behind (0.400 ± 0.000 to 0.500 ± 0.000; difference −0.100 ± 0.000)"
    assert behind in average
    assert placebo.startswith("Noise 1.5, prior against the matched placebo: clusters ahead")


def test_where_intervals_touch_the_seeds_decide_one_by_one() -> None:
    found = result()
    found.conditions["prior"][1.5]["silhouette"] = [0.7, 0.5]
    tie = "clusters a tie (0.600 ± 1.271 to 0.500 ± 0.000; difference +0.100 ± 1.271)"
    assert tie in found.words[0]
    found.conditions[AVERAGE][1.5]["silhouette"] = [0.6, 0.4]
    assert "clusters ahead seed by seed alone (0.600 ± 1.271 to 0.500 ± 1.271" in found.words[0]
    found.conditions[AVERAGE][1.5]["silhouette"] = [0.8, 0.6]
    assert "clusters behind seed by seed alone" in found.words[0]


def test_json_is_ordered_by_mode_noise_and_measure() -> None:
    document = result(**GOOD).as_dict()
    conditions = document["conditions"]
    assert isinstance(conditions, dict)
    assert conditions["prior"]["1.5"]["leak"] == [0.33, 0.33]
    assert document["average_weights"] == {"1.5": {"silhouette": 0.15}, "4.5": {"silhouette": 0.1}}


def test_bad_input_is_refused_before_anything_is_trained() -> None:
    with pytest.raises(UserError, match="At least one amount of noise"):
        reproduce_robustness("hard", (), (1,))
    with pytest.raises(UserError, match="At least one seed"):
        reproduce_robustness("hard", seeds=())
    with pytest.raises(UserError, match="no set called 'odd'"):
        reproduce_robustness("odd")
    with pytest.raises(UserError, match="Structured noise goes from 0"):
        reproduce_robustness("hard", (-1.0,))
