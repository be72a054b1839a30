"""What a frame is read as, and how the next misread one is found."""

import numpy as np
import pytest

from dpcn_app.analysis.readings import NOT_READ, find_readings, misread, next_misread
from tests.helpers.blobs import blobs


def test_clean_clusters_are_read_as_their_own_class_whatever_k_means_calls_them():
    for seed in range(5):
        clean, labels = blobs(seed, 0.02)
        assert (find_readings(clean, labels, seed).read(clean) == labels).all()


def test_labels_name_clusters_and_decide_nothing_else():
    clean, labels = blobs(1, 0.02)
    swapped = np.array([1, 2, 0])[labels]
    read = find_readings(clean, labels).read(clean)
    other = find_readings(clean, swapped).read(clean)
    assert (other == np.array([1, 2, 0])[read]).all()
    wrong = labels.copy()
    wrong[:10] = (wrong[:10] + 1) % 3
    assert (find_readings(clean, wrong).read(clean) == labels).all()


def test_a_frame_is_read_as_the_cluster_nearest_to_it():
    clean, labels = blobs(2, 0.02)
    read = find_readings(clean, labels).read
    middles = np.array([clean[labels == label].mean(axis=0) for label in range(3)])
    for point in np.random.default_rng(0).normal(size=(50, 3)):
        nearest = min(range(3), key=lambda label: np.linalg.norm(point - middles[label]))
        assert read(point[None])[0] == nearest


def test_silence_and_what_is_not_inferred_are_not_read():
    clean, labels = blobs(3, 0.02)
    readings = find_readings(clean, labels)
    causes = np.array([[0.0, 0, 0], [np.nan, np.nan, np.nan], clean[0]])
    assert readings.read(causes).tolist() == [NOT_READ, NOT_READ, labels[0]]
    assert misread(readings.read(causes), np.array([0, 0, labels[0]])).tolist() == [False] * 3


def test_the_cause_that_stands_for_a_class_is_the_strongest_one_at_its_centre():
    labels = np.arange(30) % 3
    clean = np.eye(3)[[2, 0, 1]][labels] * 5 + 0.1
    readings = find_readings(clean, labels)
    assert [readings.cause_of(label) for label in range(3)] == [2, 0, 1]
    assert readings.cause_of(7) is None


@pytest.mark.parametrize(
    ("frame", "steps", "found"), [(0, 1, 3), (3, 1, 7), (7, 1, 3), (5, -1, 3), (3, -1, 7)]
)
def test_the_next_misread_frame_and_round_again(frame, steps, found):
    wrong = np.zeros(10, dtype=bool)
    wrong[[3, 7]] = True
    assert next_misread(wrong, frame, steps) == found


def test_where_every_frame_is_read_right_there_is_no_next_one():
    assert next_misread(np.zeros(10, dtype=bool), 4) is None
