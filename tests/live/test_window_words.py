"""Sentences on the parts of the window follow what is shown."""

from dataclasses import replace

from dpcn_app.analysis.scores import Scores
from dpcn_app.live.settings import Settings
from dpcn_app.live.window_words import causes_words, mode_words, picture_words, source_words
from tests.helpers.real_scene import snapshots


def test_the_input_is_told_with_its_frame_its_shape_and_its_noise():
    snapshot = snapshots()[0]
    shape = snapshot.classes[snapshot.frame.label]
    assert picture_words("Input", snapshot) == (
        f"What the network sees: frame 21 of 40, {shape} with noise."
    )
    clean = replace(snapshot, settings=replace(snapshot.settings, noise=0.0))
    assert picture_words("Input", clean).endswith(f"{shape}.")
    closed = replace(snapshot, settings=replace(snapshot.settings, closed=3))
    assert "eyes are closed" in picture_words("Input", closed)
    assert picture_words("Residual", snapshot) and not picture_words("Unheard of", snapshot)


def test_the_cloud_is_told_with_its_score_and_its_modes():
    scores = Scores(kmeans=0.9, centroid=0.8, silhouette=0.52)
    scored = [replace(view, scores=scores) for view in snapshots()[0].views]
    snapshot = replace(snapshots()[0], views=tuple(scored))
    told = causes_words(snapshot)
    assert "Tightness 0.52" in told
    assert "Side by side: Top-down, Bottom-up" in told
    assert "going to be" in causes_words(replace(snapshot, views=()))


def test_modes_beliefs_and_videos_are_named():
    assert mode_words(Settings()) == "How it infers: Bottom-up. T, P and M change that."
    assert "told to look for square" in mode_words(Settings(modes=("prior@square",)))
    assert source_words(Settings(noise=0.0)) == "What is watched: shapes, easy, without noise (N)."
