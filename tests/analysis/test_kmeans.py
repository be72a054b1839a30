"""Clusters as good as those of scikit-learn, told truthfully."""

from collections.abc import Iterator

import numpy as np
import pytest
from sklearn.cluster import KMeans
from threadpoolctl import threadpool_limits

from dpcn_app.analysis.kmeans import kmeans
from dpcn_app.errors import UserError
from tests.helpers.blobs import blobs


@pytest.fixture(autouse=True, scope="module")
def one_thread() -> Iterator[None]:
    # Threads that wait for each other cost scikit-learn seconds on points so few.
    with threadpool_limits(1):
        yield


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("spread", [0.05, 0.5, 2.0])
def test_kmeans_finds_centres_as_good_as_those_of_scikit_learn(seed: int, spread: float) -> None:
    points, _ = blobs(seed, spread)
    theirs = KMeans(3, n_init=10, random_state=0).fit(points).inertia_
    assert kmeans(points, 3).inertia <= theirs * 1.005


def test_kmeans_reports_the_inertia_and_the_centres_of_its_own_assignment() -> None:
    points, _ = blobs(1, 0.5)
    found = kmeans(points, 3)
    distance = ((points[:, None] - found.centres) ** 2).sum(axis=2)
    np.testing.assert_array_equal(distance.argmin(axis=1), found.assignment)
    assert found.inertia == pytest.approx(distance.min(axis=1).sum())
    for k in range(3):
        np.testing.assert_allclose(found.centres[k], points[found.assignment == k].mean(axis=0))


def test_the_same_seed_gives_the_same_clusters() -> None:
    points, _ = blobs(3, 1.0)
    one, again = kmeans(points, 4, seed=5), kmeans(points, 4, seed=5)
    np.testing.assert_array_equal(one.assignment, again.assignment)
    np.testing.assert_array_equal(one.centres, again.centres)


def test_points_of_any_size_and_place_are_clustered_alike() -> None:
    points, _ = blobs(2, 0.1)
    found = kmeans(points, 3)
    moved = kmeans(1e12 * points + 1e13, 3)
    np.testing.assert_array_equal(moved.assignment, found.assignment)
    np.testing.assert_allclose(moved.centres, 1e12 * found.centres + 1e13)


def test_more_clusters_than_points_leave_no_distance() -> None:
    points = np.eye(3)
    assert kmeans(points, 5).inertia == pytest.approx(0)


@pytest.mark.parametrize(
    ("points", "clusters"),
    [
        (np.eye(3), 0),
        (np.empty((0, 3)), 2),
        ([0.0, 1.0], 1),
        ([[np.inf]], 1),
        (np.empty((3, 0)), 1),
    ],
)
def test_what_has_no_clusters_is_refused(points: object, clusters: int) -> None:
    with pytest.raises(UserError):
        kmeans(points, clusters)  # type: ignore[arg-type]
