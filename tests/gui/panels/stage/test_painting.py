"""The painting of the stage: which pictures are there, and where."""

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from PySide6.QtCore import QRectF

from dpcn_app.gui.panels.stage.stage_panel import StagePanel
from dpcn_app.live.first_snapshot import first_snapshot
from dpcn_app.live.settings import Settings
from tests.helpers.real_scene import picture
from tests.helpers.stage_scene import (
    ALONE,
    alone,
    boxes,
    compared,
    grey,
    names,
    shades,
    watched,
    words,
)


def test_the_first_frame_is_seen_while_the_rest_is_loading(panel: StagePanel) -> None:
    opening = first_snapshot(Settings())
    panel.refresh(opening)
    assert names(panel) == ALONE
    drawn = picture(panel)
    image = opening.frame.image
    found = shades(drawn, boxes(panel, "Input")[0], image.shape)
    np.testing.assert_array_equal(found, grey(image))
    assert words(panel).count("loading …") == 3
    assert set(panel.data()) <= {"input", "clean"}


def test_a_file_is_seen_whole_while_the_rest_is_loading(panel: StagePanel, film: str) -> None:
    panel.refresh(first_snapshot(Settings(source=film, noise=0.0)))
    assert names(panel) == ["Video", *ALONE]
    assert words(panel).count("loading …") == 3


@pytest.mark.parametrize("size", [(1600, 300), (900, 900), (420, 1000), (320, 120)])
def test_at_any_size_pictures_lie_within_the_stage_and_not_over_each_other(
    panel: StagePanel, film: str, size: tuple[int, int]
) -> None:
    panel.resize(*size)
    film_settings = Settings(source=film, noise=0.0)
    for snapshot in (alone(), compared(), watched(film_settings)):
        panel.refresh(snapshot)
        panel.grab()
        stage = QRectF(panel.rect()).adjusted(-1, -1, 1, 1)
        found = [box for box, _ in panel._boxes]
        assert all(stage.contains(box) for box in found)
        assert not any(one.intersects(other) for one, other in combinations(found, 2))


def test_several_modes_stand_side_by_side_beside_the_frame_and_the_clean_one(
    panel: StagePanel,
) -> None:
    snapshot = compared()
    panel.refresh(snapshot)
    each = ["Reconstruction", "Prediction", "Residual"]
    assert names(panel) == ["Input", "Clean", *each, *each]
    assert [each for each in words(panel) if each in ("Input", "Top-down", "Bottom-up")] == [
        "Input",
        "Top-down",
        "Bottom-up",
    ]
    (frame,), modes = boxes(panel, "Input"), boxes(panel, "Reconstruction")
    assert frame.right() < modes[0].left() < modes[0].right() < modes[1].left()
    assert frame.top() == modes[0].top() == modes[1].top()
    drawn = picture(panel)
    for box, view in zip(modes, snapshot.views, strict=True):
        found = shades(drawn, box, view.reconstruction.shape)
        assert np.abs(found - grey(view.reconstruction).astype(int)).max() <= 1
    assert snapshot.frame.clean is not None
    clean = shades(drawn, boxes(panel, "Clean")[0], snapshot.frame.clean.shape)
    assert np.abs(clean - grey(snapshot.frame.clean).astype(int)).mean() < 8


def test_a_file_shows_its_whole_frame_first_and_larger_than_the_rest(
    with_film: StagePanel,
) -> None:
    with_film.resize(1600, 600)
    assert names(with_film) == ["Video", *ALONE]
    (video,), others = boxes(with_film, "Video"), [boxes(with_film, each)[0] for each in ALONE]
    assert all(video.right() < other.left() for other in others)
    assert all(video.height() > 1.5 * other.height() for other in others)


def test_several_modes_of_a_file_keep_its_whole_frame(panel: StagePanel, film: str) -> None:
    panel.refresh(watched(Settings(source=film, noise=0.0, modes=("off", "both"))))
    assert names(panel)[:2] == ["Input", "Video"]
    assert "Clean" not in names(panel)


def test_surprise_stands_in_place_of_what_is_left_over_in_a_comparison(panel: StagePanel) -> None:
    panel.refresh(compared(surprise=True))
    assert names(panel).count("Surprise") == 2
    assert "Residual" not in names(panel)


def test_a_black_prediction_says_that_nothing_was_expected(panel: StagePanel) -> None:
    snapshot = alone()
    panel.refresh(snapshot)
    assert "what was expected" in words(panel)
    (view,) = snapshot.views
    assert view.prediction is not None
    silent = replace(view, prediction=np.zeros_like(view.prediction))
    panel.refresh(replace(snapshot, views=(silent,)))
    assert "nothing expected" in words(panel) and "what was expected" not in words(panel)
