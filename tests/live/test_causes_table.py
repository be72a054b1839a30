"""The table of causes: a row for each frame, counted from 1, also where modes know other frames."""

from dataclasses import replace

import numpy as np

from dpcn_app.analysis.scores import Scores
from dpcn_app.live.causes_table import causes_arrays, causes_table
from tests.helpers.causes_scene import CLASSES, FRAMES, a_snapshot, a_view, labels_of


def test_frames_count_from_one_and_classes_have_names():
    table = causes_table(a_snapshot(a_view("off")))
    np.testing.assert_array_equal(table["frame"], np.arange(1, FRAMES + 1))
    assert table["class"].tolist() == [CLASSES[label] for label in labels_of()]


def test_scores_stand_in_every_row_where_they_are_known():
    scores = Scores(kmeans=0.9, centroid=0.8, silhouette=0.7)
    table = causes_table(a_snapshot(a_view("off", scores=scores), a_view("both")))
    assert set(table["off.accuracy"]) == {0.9} and len(table["off.accuracy"]) == FRAMES
    assert not any(name.startswith("both.") for name in table if name != "both.cause")


def test_modes_that_know_other_frames_share_the_rows():
    one = replace(a_view("off", np.ones((2, 3))), frames=np.array([4, 9]))
    two = replace(a_view("both", np.full((2, 3), 2.0)), frames=np.array([9, 11]))
    snapshot = replace(a_snapshot(one, two), classes=(), labels=np.zeros(0, int))
    table = causes_table(snapshot)
    assert table["frame"].tolist() == [5, 10, 12] and "class" not in table
    assert np.isnan(table["off.cause"][2]).all() and np.isnan(table["both.cause"][0]).all()
    assert table["off.cause"][1].tolist() == [1, 1, 1]
    assert causes_arrays(snapshot)["both.frames"].tolist() == [10, 12]
