"""The sentence that compares the best top-down mode with its controls, and says what that means."""

from dataclasses import replace

import numpy as np

from dpcn_app.analysis.scores import Scores
from dpcn_app.live.verdict import verdict
from tests.helpers.causes_scene import a_snapshot, a_view
from tests.helpers.some_scores import some_scores

PRIOR = some_scores(kmeans=0.95, centroid=0.9, silhouette=0.8)
AVERAGE = some_scores(kmeans=0.9, centroid=0.9, silhouette=-0.1)


def words(control: Scores | None, *modes: tuple[str, Scores | None]) -> str:
    views = (a_view(mode, scores=scores) for mode, scores in modes)
    return verdict(replace(a_snapshot(*views), averaged=control))


def test_averaging_ahead_is_said_so():
    average, off = some_scores(kmeans=0.98, silhouette=0.7), some_scores(0.1)
    said = words(average, ("off", off), ("prior", PRIOR))
    assert said == (
        "A plain moving average is more accurate than “Prior” (0.98 against 0.95), "
        "but with looser clusters (0.70 against 0.80). So smoothing over time does better here."
    )


def test_what_does_more_is_named_where_the_sentence_was_about_the_average():
    average = some_scores(kmeans=0.96, centroid=0.9, silhouette=0.7)
    assert words(average, ("prior", PRIOR)).endswith(
        "but with looser clusters (0.70 against 0.80). So “Prior” does more than smooth over time."
    )


def test_averaging_behind_is_said_so():
    assert words(AVERAGE, ("both", PRIOR)) == (
        "“Top-down” is more accurate than a plain moving average (0.95 against 0.90), "
        "with tighter clusters (0.80 against −0.10). So it does more than smooth over time."
    )


def test_averaging_as_good_is_said_so():
    assert words(some_scores(kmeans=0.951, centroid=0.9, silhouette=0.8), ("prior", PRIOR)) == (
        "“Prior” is as accurate as a plain moving average (0.95), with clusters as tight (0.80). "
        "So smoothing over time does nearly as well."
    )


def test_a_network_whose_causes_are_silent_is_not_compared():
    silent = a_view("prior", causes=np.zeros((30, 3)), scores=some_scores(kmeans=0.33))
    assert verdict(replace(a_snapshot(silent), averaged=some_scores(kmeans=0.33))) == (
        "“Prior” has no top cause on in any frame, so that it tells no shapes."
    )


def test_the_best_of_several_is_compared():
    weak = some_scores(kmeans=0.7, centroid=0.7, silhouette=0.2)
    assert "“Prior”" in words(some_scores(0.9), ("both", weak), ("prior", PRIOR))


def test_a_placebo_on_show_is_a_control_and_never_the_best():
    better = some_scores(kmeans=0.99, centroid=0.9, silhouette=0.9)
    said = words(AVERAGE, ("prior", PRIOR), ("placebo", better))
    assert said.startswith("“Prior” is more accurate than a plain moving average")
    assert said.endswith(
        "The placebo does better than “Prior” (0.99 against 0.95; clusters 0.90 against 0.80): "
        "true predictions do not help here."
    )
    worse = some_scores(kmeans=0.9, centroid=0.9, silhouette=0.9)
    assert words(AVERAGE, ("prior:D", PRIOR), ("placebo:D", worse)).endswith(
        "The placebo does worse than “Prior: handed down” (0.90 against 0.95; clusters 0.90 "
        "against 0.80): it is wrong and weaker; the matched placebo tells which of both counts."
    )
    assert words(AVERAGE, ("prior", PRIOR), ("placebo", PRIOR)).endswith(
        "The placebo does nearly as well as “Prior” (0.95 against 0.95; clusters 0.80 against 0.80)"
        ": true predictions add little here."
    )


def test_a_matched_placebo_is_named_as_such():
    said = words(AVERAGE, ("prior", PRIOR), ("matched-placebo", AVERAGE))
    assert "The matched placebo does worse than “Prior” (0.90 against 0.95" in said
    assert said.endswith(": it helps that the predictions are true.")


def test_of_both_placebos_the_matched_one_is_the_control():
    better = some_scores(kmeans=0.99, centroid=0.9, silhouette=0.9)
    said = words(AVERAGE, ("prior", PRIOR), ("placebo", better), ("matched-placebo", AVERAGE))
    assert "The matched placebo does worse" in said and "The placebo" not in said


def test_errors_cut_by_half_count_however_high_the_accuracy_was():
    high, higher, low, lower = (
        some_scores(kmeans=accuracy, centroid=0.9, silhouette=0.8)
        for accuracy in (0.96, 0.98, 0.60, 0.57)
    )
    assert words(high, ("prior", higher)).endswith("So it does more than smooth over time.")
    assert words(higher, ("prior", high)).endswith("So smoothing over time does better here.")
    assert words(lower, ("prior", low)).endswith("So smoothing over time does nearly as well.")


def test_a_difference_of_a_few_frames_proves_nothing():
    near = some_scores(kmeans=0.94, centroid=0.9, silhouette=0.79)
    assert "nearly as well" in words(AVERAGE, ("prior", PRIOR), ("placebo", near))
    assert words(near, ("both", PRIOR)).endswith("So smoothing over time does nearly as well.")
    looser = some_scores(kmeans=0.95, centroid=0.9, silhouette=0.7)
    assert "does worse than “Prior”" in words(AVERAGE, ("prior", PRIOR), ("placebo", looser))


def test_the_prior_is_held_against_the_placebo_also_where_another_mode_is_best():
    best = some_scores(kmeans=1.0, centroid=0.9, silhouette=0.9)
    said = words(AVERAGE, ("both", best), ("prior", PRIOR), ("placebo", PRIOR))
    assert said.startswith("“Top-down” is more accurate")
    assert "The placebo does nearly as well as “Prior”" in said


def test_the_placebo_is_no_control_of_the_papers_top_down():
    assert "placebo" not in words(AVERAGE, ("both", PRIOR), ("placebo", PRIOR))


def test_nothing_is_said_without_both():
    assert words(None, ("prior", PRIOR)) == ""
    assert words(some_scores(0.9), ("off", PRIOR), ("average", PRIOR)) == ""
    assert words(some_scores(0.9), ("placebo", PRIOR)) == ""
    assert words(some_scores(0.9), ("prior", None)) == ""
