"""How long what was seen lives on, in words."""

from dataclasses import replace

import numpy as np

from dpcn_app.analysis.dreaming import LivingOn
from dpcn_app.live.eyes_words import hidden_frames, living_words
from tests.helpers import real_scene

CURVE = np.linspace(1.0, 0.0, 11)  # falls below a half after the sixth frame


def dreaming(dreamt, held, labels=None):
    snapshot = real_scene.snapshots()[0]
    views = tuple(replace(view, living_on=LivingOn(20, dreamt, held)) for view in snapshot.views)
    return replace(snapshot, views=views, labels=snapshot.labels if labels is None else labels)


def test_every_mode_is_told_beside_the_last_frame_held():
    snapshot = dreaming(CURVE, CURVE - 0.3)
    assert living_words(snapshot, snapshot.views) == (
        "Square, above .5: Top-down for 6 frames, Bottom-up for 6 frames; "
        "the last frame held for 3 frames."
    )


def test_a_curve_that_is_not_known_to_its_fall_says_so():
    dreamt = CURVE.copy()
    dreamt[4:] = np.nan
    snapshot = dreaming(dreamt, CURVE * 0)
    assert "Top-down for 4 frames or more" in living_words(snapshot, snapshot.views)
    assert "held for 0 frames." in living_words(snapshot, snapshot.views)


def test_what_lives_on_is_followed_until_another_shape_comes():
    labels = np.zeros(40, int)
    labels[23:] = 1
    snapshot = dreaming(CURVE, CURVE, labels)
    assert hidden_frames(snapshot) == 3
    assert "Top-down for 3 frames or more" in living_words(snapshot, snapshot.views)
    assert hidden_frames(dreaming(CURVE, CURVE)) == 11
    assert hidden_frames(dreaming(CURVE, CURVE, np.zeros(0, int))) == 11
