"""Whether averaging is ahead is said in words, with what was measured."""

from dataclasses import replace

from causes_scene import a_snapshot, a_view

from dpcn_app.analysis.scores import Scores
from dpcn_app.gui.control_words import against_average

PRIOR = Scores(kmeans=0.95, centroid=0.9, silhouette=0.8)


def words(control: Scores | None, *modes: tuple[str, Scores | None]) -> str:
    views = (a_view(mode, scores=scores) for mode, scores in modes)
    return against_average(replace(a_snapshot(*views), averaged=control))


def test_averaging_ahead_is_said_so():
    said = words(Scores(0.98, 0.9, 0.7), ("off", Scores(0.6, 0.5, 0.1)), ("prior", PRIOR))
    assert "moving average is ahead on accuracy: k‑means 0.98 against 0.95 of “Prior”" in said


def test_the_clusters_are_those_of_the_mode_named():
    said = words(Scores(0.98, 0.9, 0.7), ("prior", PRIOR))
    assert "The clusters of “Prior” are tighter: silhouette 0.80 against 0.70." in said
    assert "looser" in words(Scores(0.9, 0.9, 0.9), ("prior", PRIOR))


def test_averaging_behind_and_as_good_are_said_so():
    assert words(Scores(0.9, 0.9, 0.9), ("both", PRIOR)).startswith("“Top-down” is ahead of a")
    assert "does as well as “Prior”" in words(Scores(0.951, 0.9, 0.8), ("prior", PRIOR))


def test_the_best_of_several_is_compared():
    weak = Scores(0.7, 0.7, 0.2)
    assert "“Prior”" in words(Scores(0.9, 0.9, 0.9), ("both", weak), ("prior", PRIOR))


def test_nothing_is_said_without_both():
    assert words(None, ("prior", PRIOR)) == ""
    assert words(Scores(0.9, 0.9, 0.9), ("off", PRIOR), ("average", PRIOR)) == ""
    assert words(Scores(0.9, 0.9, 0.9), ("prior", None)) == ""
