"""The scores compared with scikit-learn, and their documented values in special cases."""

import time
from collections.abc import Callable, Iterator

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linear_sum_assignment
from sklearn.cluster import KMeans
from sklearn.metrics import confusion_matrix, silhouette_score
from sklearn.neighbors import NearestCentroid
from threadpoolctl import threadpool_limits

from dpcn_app.analysis.kmeans import kmeans
from dpcn_app.analysis.scores import (
    centroid_accuracy,
    kmeans_accuracy,
    most_right,
    moving_average,
    score,
    silhouette,
)
from dpcn_app.errors import UserError
from tests.helpers.blobs import blobs
from tests.helpers.some_scores import some_scores

stable = settings(derandomize=True, max_examples=60, deadline=None)


@pytest.fixture(autouse=True, scope="module")
def one_thread() -> Iterator[None]:
    # With so few points, threads that wait for each other cost scikit-learn seconds.
    with threadpool_limits(1):
        yield


def best(measure: Callable[[], object], repeats: int = 15) -> float:
    times = []
    for _ in range(repeats):
        start = time.process_time()
        measure()
        times.append(time.process_time() - start)
    return min(times)


@pytest.mark.parametrize("seed", range(4))
def test_kmeans_accuracy_is_that_of_scikit_learn_where_clusters_are_plain(seed: int) -> None:
    points, labels = blobs(seed, 0.25)
    found = KMeans(3, n_init=10, random_state=0).fit_predict(points)
    together = confusion_matrix(labels, found)
    theirs = together[linear_sum_assignment(-together)].sum() / len(labels)
    assert kmeans_accuracy(points, labels) == pytest.approx(theirs, abs=0.01)


@pytest.mark.parametrize("shape", [(3, 3), (2, 5), (5, 2), (6, 6), (1, 1), (8, 7)])
def test_the_best_naming_of_clusters_is_the_hungarian_one(shape: tuple[int, int]) -> None:
    for seed in range(5):
        together = np.random.default_rng(seed).integers(0, 50, shape)
        theirs = together[linear_sum_assignment(together, maximize=True)].sum()
        assert most_right(together) == theirs


def test_clean_clusters_are_all_right_whatever_their_numbers_are() -> None:
    points, labels = blobs(0, 0.01)
    assert kmeans_accuracy(points, labels) == 1.0
    assert kmeans_accuracy(points, np.array([7, -1, 3])[labels]) == 1.0
    assert kmeans_accuracy(points, np.array(["x", "square", "diamond"])[labels]) == 1.0


def test_the_same_seed_gives_the_same_score() -> None:
    points, labels = blobs(3, 1.0)
    assert kmeans_accuracy(points, labels, seed=5) == kmeans_accuracy(points, labels, seed=5)


def test_a_cluster_too_many_cannot_be_right() -> None:
    points = np.repeat([[0.0], [5.0], [9.0]], 10, axis=0)
    labels = np.repeat([0, 1, 1], 10)
    assert kmeans_accuracy(points, labels, clusters=3) == pytest.approx(2 / 3)
    assert kmeans_accuracy(points, labels) == 1.0


@pytest.mark.parametrize("value", [0.0, 1.0, 1e-300, 1e300])
def test_equal_causes_score_no_better_than_the_largest_class(value: float) -> None:
    labels = np.array([0, 0, 1, 2, 2, 2])
    causes = np.full((6, 3), value, dtype=np.float64)
    assert kmeans_accuracy(causes, labels) == 0.5
    assert centroid_accuracy(causes, labels, causes) <= 0.5
    assert silhouette(causes, labels) == 0.0


def test_fewer_distinct_points_than_clusters_do_no_harm() -> None:
    causes = np.repeat([[0.0, 1.0], [1.0, 0.0]], 5, axis=0)
    assert kmeans_accuracy(causes, np.arange(10)) == pytest.approx(0.2)


@stable
@given(
    st.integers(0, 10_000),
    st.integers(1, 30),
    st.integers(1, 5),
    st.integers(1, 4),
    st.sampled_from([1e-200, 1.0, 1e200, 1e308]),
)
def test_any_causes_have_scores_within_their_range(
    seed: int, frames: int, causes: int, classes: int, size: float
) -> None:
    rng = np.random.default_rng(seed)
    points = rng.integers(-1, 2, (frames, causes)) * size
    labels = rng.integers(classes, size=frames)
    scores = score(points, labels, points[::-1])
    assert 0 < scores.kmeans <= 1
    assert 0 <= scores.centroid <= 1
    assert -1 <= scores.silhouette <= 1


@pytest.mark.parametrize("spread", [0.1, 1.0])
def test_centroid_accuracy_is_that_of_scikit_learn(spread: float) -> None:
    clean, labels = blobs(0, 0.1, classes=4)
    noisy, _ = blobs(0, spread, classes=4)
    model = NearestCentroid().fit(clean, labels)
    assert centroid_accuracy(noisy, labels, clean) == model.score(noisy, labels)


@stable
@given(st.integers(0, 10_000), st.integers(3, 40), st.integers(2, 5), st.booleans())
def test_silhouette_is_that_of_scikit_learn(
    seed: int, frames: int, classes: int, repeated: bool
) -> None:
    rng = np.random.default_rng(seed)
    points = rng.normal(size=(frames, 3))
    if repeated:
        points = np.round(points)
    labels = rng.integers(min(classes, frames - 1), size=frames)
    labels[:2] = 0, 1
    if len(np.unique(labels)) == frames:
        labels[-1] = 0
    assert silhouette(points, labels) == pytest.approx(silhouette_score(points, labels), abs=1e-12)


def test_silhouette_of_many_frames_is_summed_piece_by_piece() -> None:
    points, labels = blobs(2, 1.0, frames=2500)
    assert silhouette(points, labels) == pytest.approx(silhouette_score(points, labels))


def test_frames_alone_in_their_class_have_no_silhouette() -> None:
    assert silhouette([[0.0], [1.0], [2.0]], [0, 1, 2]) == 0.0
    assert silhouette([[0.0], [0.0], [4.0]], [0, 0, 1]) == pytest.approx(2 / 3)


def test_one_class_or_no_frame_scores_without_complaint() -> None:
    assert silhouette(np.ones((4, 2)), np.zeros(4)) == 0.0
    assert kmeans_accuracy(np.ones((4, 2)), np.zeros(4)) == 1.0
    nothing = np.empty((0, 3))
    assert score(nothing, [], nothing) == some_scores(0.0)


def test_scores_are_the_three_scores_together() -> None:
    noisy, labels = blobs(4, 0.8)
    clean, _ = blobs(4, 0.1)
    together = score(noisy, labels, clean)
    assert together.kmeans == kmeans_accuracy(noisy, labels)
    assert together.centroid == centroid_accuracy(noisy, labels, clean)
    assert together.silhouette == silhouette(noisy, labels)


def test_a_moving_average_follows_its_recursion_from_the_first_frame() -> None:
    causes, _ = blobs(5, 1.0, frames=50)
    averaged = moving_average(causes, alpha=0.3)
    np.testing.assert_array_equal(averaged[0], causes[0])
    np.testing.assert_allclose(averaged[1:], 0.7 * averaged[:-1] + 0.3 * causes[1:])
    np.testing.assert_array_equal(moving_average(causes, alpha=1.0), causes)
    assert moving_average(np.empty((0, 3))).shape == (0, 3)


def test_a_moving_average_leaves_its_input_alone() -> None:
    causes = np.eye(3)
    moving_average(causes)
    np.testing.assert_array_equal(causes, np.eye(3))


@pytest.mark.parametrize("alpha", [0.0, -1.0, 1.5, float("nan")])
def test_a_moving_average_refuses_a_weight_that_averages_nothing(alpha: float) -> None:
    with pytest.raises(UserError, match="above 0"):
        moving_average(np.eye(3), alpha)


def test_causes_that_cannot_be_scored_are_refused_with_a_sentence() -> None:
    labels = [0, 1, 1]
    with pytest.raises(UserError, match="not finite"):
        kmeans_accuracy([[0.0], [np.nan], [1.0]], labels)
    with pytest.raises(UserError, match="table"):
        silhouette([0.0, 1.0, 2.0], labels)
    with pytest.raises(UserError, match="2 labels for 3 frames"):
        silhouette(np.eye(3), [0, 1])
    with pytest.raises(UserError, match="reference"):
        centroid_accuracy(np.eye(3), labels, np.ones((2, 3)))
    with pytest.raises(UserError, match="at least one"):
        kmeans(np.eye(3), 0)


def test_scores_are_quick_enough_to_run_live() -> None:
    # Ten times the budget of 5 ms, since a machine that runs tests is a busy one.
    points, labels = blobs(6, 1.0)
    assert best(lambda: kmeans_accuracy(points, labels)) < 0.05
    assert best(lambda: silhouette(points, labels)) < 0.05
