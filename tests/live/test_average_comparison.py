"""The sentence that compares the best top-down mode with averaging."""

from dataclasses import replace

from dpcn_app.analysis.scores import Scores
from dpcn_app.live.average_comparison import against_average
from tests.helpers.causes_scene import a_snapshot, a_view
from tests.helpers.some_scores import some_scores

PRIOR = some_scores(kmeans=0.95, centroid=0.9, silhouette=0.8)


def words(control: Scores | None, *modes: tuple[str, Scores | None]) -> str:
    views = (a_view(mode, scores=scores) for mode, scores in modes)
    return against_average(replace(a_snapshot(*views), averaged=control))


def test_averaging_ahead_is_said_so():
    average, off = some_scores(kmeans=0.98, silhouette=0.7), some_scores(0.1)
    said = words(average, ("off", off), ("prior", PRIOR))
    assert said == (
        "A plain moving average is more accurate than “Prior” (0.98 against 0.95), "
        "but with looser clusters (0.70 against 0.80)."
    )


def test_averaging_behind_is_said_so():
    assert words(some_scores(kmeans=0.9, centroid=0.9, silhouette=-0.1), ("both", PRIOR)) == (
        "“Top-down” is more accurate than a plain moving average (0.95 against 0.90), "
        "with tighter clusters (0.80 against −0.10)."
    )


def test_averaging_as_good_is_said_so():
    assert words(some_scores(kmeans=0.951, centroid=0.9, silhouette=0.8), ("prior", PRIOR)) == (
        "“Prior” is as accurate as a plain moving average (0.95), with clusters as tight (0.80)."
    )


def test_the_best_of_several_is_compared():
    weak = some_scores(kmeans=0.7, centroid=0.7, silhouette=0.2)
    assert "“Prior”" in words(some_scores(0.9), ("both", weak), ("prior", PRIOR))


def test_nothing_is_said_without_both():
    assert words(None, ("prior", PRIOR)) == ""
    assert words(some_scores(0.9), ("off", PRIOR), ("average", PRIOR)) == ""
    assert words(some_scores(0.9), ("prior", None)) == ""
