"""The bouncing-shapes experiment at a small size: what it returns, and how it judges itself."""

import json

import numpy as np
import pytest

from dpcn_app.errors import UserError
from dpcn_app.experiments import shapes
from dpcn_app.experiments.shapes import (
    CONDITIONS,
    ShapesSeedResult,
    examine_shapes,
    fresh_video,
    reproduce_shapes,
)
from dpcn_app.experiments.workers import HERE, Workers
from dpcn_app.storage.bundled import open_model
from dpcn_app.video.shapes import BouncingShapes, ShapesConfig
from tests.helpers.some_scores import some_scores


@pytest.fixture(scope="module")
def small():
    return reproduce_shapes("easy", 1.5, (5, 6), frames=300)


def test_a_small_run_separates_clean_shapes_and_gains_from_top_down(small):
    assert np.mean(small.measure("clean_bottom_up", "kmeans")) > 0.8
    gain = np.mean(small.measure("noisy_top_down", "silhouette")) - np.mean(
        small.measure("noisy_bottom_up", "silhouette")
    )
    assert gain > 0.1


def test_the_result_holds_every_condition_with_one_value_a_seed(small):
    document = json.loads(json.dumps(small.as_dict()))
    assert list(document) == [
        "experiment",
        "set",
        "noise",
        "seeds",
        "conditions",
        "verdict",
        "seconds",
    ]
    assert tuple(document["conditions"]) == CONDITIONS
    for measures in document["conditions"].values():
        assert set(measures) == {"kmeans", "centroid", "silhouette"}
        assert all(len(values) == 2 for values in measures.values())


def test_the_same_seed_gives_the_same_scores(small):
    again = reproduce_shapes("easy", 1.5, (6,), frames=300)
    assert again.results[0].scores == small.results[1].scores


def test_the_test_video_is_not_the_training_video():
    test = fresh_video("easy", 0.0, 5)
    assert isinstance(test, BouncingShapes)
    assert test.config.seed != ShapesConfig.named("easy", seed=5).seed
    assert len(test) == 300
    assert [test.frame(index).label for index in (0, 99, 100, 200, 299)] == [0, 0, 1, 2, 2]


@pytest.mark.parametrize("name", ["shapes-easy", "shapes-hard"])
def test_bundled_networks_reach_the_published_figures(name):
    model = open_model(name)
    scores = examine_shapes(
        model.network, fresh_video(name.removeprefix("shapes-"), 1.5, 77), 77
    ).scores
    assert scores["clean_bottom_up"].kmeans >= 0.95
    assert scores["noisy_top_down"].kmeans >= 0.93
    gain = scores["noisy_top_down"].silhouette - scores["noisy_bottom_up"].silhouette
    assert gain >= 0.15


def test_no_seeds_and_unknown_sets_are_refused():
    with pytest.raises(UserError, match="seed"):
        reproduce_shapes(seeds=())
    with pytest.raises(UserError, match="no set called 'odd'"):
        reproduce_shapes("odd")


def result(**kmeans_and_silhouette: tuple[float, float]) -> ShapesSeedResult:
    scores = {
        condition: some_scores(kmeans=k, centroid=k, silhouette=s)
        for condition, (k, s) in kmeans_and_silhouette.items()
    }
    return ShapesSeedResult(0, np.zeros(1, int), {}, scores)


def verdict(shape_set, noise, **scores):
    return all(shapes._checks(shape_set, noise, [result(**scores)]).values())


def test_the_verdict_falls_with_each_missed_figure():
    good = {
        "clean_bottom_up": (0.99, 0.9),
        "noisy_bottom_up": (0.88, 0.5),
        "noisy_top_down": (0.97, 0.75),
    }
    assert verdict("easy", 1.5, **good)
    assert verdict("hard", 1.5, **good)
    assert not verdict("easy", 1.5, **good | {"clean_bottom_up": (0.96, 0.9)})
    assert verdict("hard", 1.5, **good | {"clean_bottom_up": (0.96, 0.9)})
    assert not verdict("hard", 1.5, **good | {"clean_bottom_up": (0.92, 0.9)})
    assert not verdict("easy", 1.5, **good | {"noisy_top_down": (0.93, 0.75)})
    assert not verdict("hard", 1.5, **good | {"noisy_bottom_up": (0.95, 0.5)})
    assert not verdict("hard", 1.5, **good | {"noisy_top_down": (0.97, 0.49)})


def test_errors_cut_to_exactly_half_are_halved():
    scores = {"clean_bottom_up": (1, 0.9), "noisy_bottom_up": (0.9, 0.5)}
    assert verdict("hard", 1.5, **scores, noisy_top_down=(0.95, 0.7))


def test_an_accuracy_near_its_ceiling_is_judged_by_the_errors_that_are_left():
    scores = {"clean_bottom_up": (0.98, 0.8), "noisy_bottom_up": (0.903, 0.5)}
    assert verdict("hard", 1.5, **scores, noisy_top_down=(0.98, 0.7))


def test_a_gain_that_varies_too_much_between_seeds_is_in_doubt():
    def results(*gains):
        return [
            result(
                clean_bottom_up=(1, 0.9), noisy_bottom_up=(0.8, 0.5), noisy_top_down=(0.95, 0.5 + g)
            )
            for g in gains
        ]

    assert all(shapes._checks("hard", 1.5, results(0.2, 0.21, 0.19)).values())
    assert not all(shapes._checks("hard", 1.5, results(0.5, 0.1, -0.05)).values())


def test_with_other_noise_top_down_only_has_to_help():
    scores = {
        "clean_bottom_up": (0.99, 0.9),
        "noisy_bottom_up": (0.7, 0.3),
        "noisy_top_down": (0.8, 0.4),
    }
    assert verdict("easy", 3.0, **scores)
    assert not verdict("easy", 3.0, **scores | {"noisy_top_down": (0.8, 0.2)})


def test_processes_find_what_this_one_alone_finds():
    told = []
    alone, shared = (
        reproduce_shapes("easy", 1.5, (5, 6), 60, workers=workers, on_progress=on_progress)
        for workers, on_progress in (
            (HERE, None),
            (Workers(2), lambda index, step: told.append((index, step))),
        )
    )
    assert sorted(told) == [(0, None), (1, None)]
    for one, other in zip(alone.results, shared.results, strict=True):
        assert one.seed == other.seed and one.scores == other.scores
        for condition, causes in one.causes.items():
            assert np.array_equal(causes, other.causes[condition])
