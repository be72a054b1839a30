"""The numbers of lessons: measured over the whole video, remembered, and forgotten in time."""

from dataclasses import replace

import numpy as np

from dpcn_app.lessons.named_numbers import MEASURES
from dpcn_app.lessons.numbers import Measured
from tests.helpers.causes_scene import a_snapshot, a_view, some_causes
from tests.helpers.real_scene import snapshots
from tests.helpers.some_scores import some_scores


def test_a_number_stays_known_when_another_mode_is_shown():
    measured = Measured(["kmeans:off", "kmeans:both"])
    measured.take(a_snapshot(a_view("off", scores=some_scores(kmeans=0.25))))
    measured.take(a_snapshot(a_view("both", scores=some_scores(kmeans=0.75))))
    assert measured.numbers == {"kmeans:off": 0.25, "kmeans:both": 0.75}


def test_other_noise_makes_all_numbers_unknown_at_once():
    measured = Measured(["kmeans:off"])
    snapshot = a_snapshot(a_view("off", scores=some_scores(kmeans=0.25)))
    measured.take(snapshot)
    measured.begin(replace(snapshot.settings, noise=3.0))
    assert measured.numbers == {}


def test_a_score_counts_once_the_whole_video_is_inferred():
    causes = some_causes()
    causes[-1] = np.nan
    measured = Measured(["kmeans:off"])
    measured.take(a_snapshot(a_view("off", causes, scores=some_scores(kmeans=0.25))))
    assert measured.numbers == {}


def test_every_number_of_a_mode_is_found_in_what_the_engine_makes():
    names = [f"{name}:off" for name, each in MEASURES.items() if each.of_view is not None]
    measured = Measured(names)
    for snapshot in snapshots():
        measured.take(snapshot)
    known = dict(measured.numbers)
    assert 0.0 < known["explained:off"] < 1.0
    assert 0.0 < known["active:off"] < 100.0
    assert known["energy:off"] > 0.0


def test_numbers_that_nobody_asked_for_are_not_measured():
    measured = Measured([])
    measured.take(a_snapshot(a_view("off", scores=some_scores(kmeans=0.25))))
    assert measured.numbers == {}
