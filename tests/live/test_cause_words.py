"""What a cause stands for, in a word."""

from dataclasses import replace

import numpy as np

from dpcn_app.analysis.field_geometry import stripes_in_words
from dpcn_app.analysis.receptive_fields import receptive_fields
from dpcn_app.analysis.shapes_by_place import ShapesTold
from dpcn_app.live.cause_words import cause_title, stands_for
from tests.helpers.real_scene import snapshots


def scene():
    """Return a moment in which cause 2 is on for squares and cause 1 for nothing in particular."""
    snapshot = snapshots()[0]
    labels = np.arange(len(snapshot.labels)) % 3
    causes = np.zeros((len(labels), 3), np.float32)
    causes[labels == 0, 1] = 2.0
    causes[:, 0] = 1.0
    views = tuple(replace(view, causes=causes) for view in snapshot.views)
    return replace(snapshot, views=views, labels=labels)


def test_a_top_cause_is_named_after_the_class_in_whose_frames_it_is_on():
    snapshot = scene()
    assert stands_for(snapshot, snapshot.network, 1, 1) == "square"
    assert cause_title(snapshot, snapshot.network, 1, 1) == "Cause 2: square"
    assert cause_title(snapshot, snapshot.network, 1, 0) == "Cause 1"


def test_a_cause_below_is_named_after_what_its_field_shows():
    snapshot = scene()
    for cause in range(5):
        field = receptive_fields(snapshot.network, 0)[cause]
        assert stands_for(snapshot, snapshot.network, 0, cause) == stripes_in_words(field)


def test_with_three_layers_a_cause_of_the_second_is_named_after_the_shape_that_it_tells():
    snapshot = scene()
    told = ShapesTold(("x", "", "square"), 0.9, {"x": 1.0, "square": 0.8}, 40)
    views = tuple(replace(view, shapes_told=told) for view in snapshot.views)
    snapshot = replace(snapshot, views=views)
    assert stands_for(snapshot, snapshot.network, 0, 0) == "x"
    assert stands_for(snapshot, snapshot.network, 0, 1) == ""
    assert stands_for(snapshot, snapshot.network, 1, 1) == "square"  # the top goes by classes


def test_without_classes_a_top_cause_has_its_number_alone():
    snapshot = replace(scene(), labels=np.zeros(0, int), classes=())
    assert cause_title(snapshot, snapshot.network, 1, 1) == "Cause 2"
