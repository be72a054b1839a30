"""The single pictures of the stage: that each shows what it should."""

from dataclasses import replace

import numpy as np
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor

from dpcn_app.gui.panels.stage.pictures import fitted_box
from dpcn_app.gui.panels.stage.region import region_box
from dpcn_app.gui.panels.stage.stage_panel import StagePanel
from dpcn_app.live.settings import Settings
from tests.helpers.real_scene import picture
from tests.helpers.stage_scene import (
    FILM,
    REGION,
    SHORT,
    alone,
    boxes,
    grey,
    shades,
    watched,
    words,
)


def test_each_picture_shows_what_its_name_says(panel: StagePanel) -> None:
    snapshot = alone()
    panel.refresh(snapshot)
    drawn, view, shape = picture(panel), snapshot.views[0], snapshot.frame.image.shape
    assert view.prediction is not None
    for name, expected in (
        ("Input", grey(snapshot.frame.image)),
        ("Reconstruction", grey(view.reconstruction)),
        ("Prediction", grey(view.prediction, max(0.15, float(view.prediction.max())))),
    ):
        found = shades(drawn, boxes(panel, name)[0], shape)
        assert np.abs(found - expected.astype(int)).max() <= 1, name


def test_at_the_start_of_a_video_nothing_was_expected_yet(panel: StagePanel) -> None:
    panel.refresh(watched(Settings(source=SHORT), 0))
    assert words(panel).count("nothing yet") == 1
    assert "off.prediction" not in panel.data()


def test_an_empty_prediction_says_that_nothing_was_expected(panel: StagePanel) -> None:
    snapshot = alone()
    panel.refresh(snapshot)
    assert "nothing was expected" not in words(panel)
    nothing = np.zeros_like(snapshot.frame.image)
    panel.refresh(replace(snapshot, views=(replace(snapshot.views[0], prediction=nothing),)))
    assert words(panel).count("nothing was expected") == 1


def test_the_input_of_a_file_is_the_region_alone(with_film: StagePanel) -> None:
    snapshot = with_film.snapshot
    assert snapshot is not None and snapshot.frame.before is not None
    top, left, height, width = REGION
    region = snapshot.frame.before[top : top + height, left : left + width]
    found = shades(picture(with_film), boxes(with_film, "Input")[0], region.shape)
    assert np.abs(found - grey(region).astype(int)).max() <= 1


def test_the_region_that_the_network_sees_is_framed_on_the_whole_frame(
    with_film: StagePanel,
) -> None:
    drawn, accent = picture(with_film), QColor(with_film.context.themes.current.accent)
    video = with_film._video_box
    assert video is not None
    framed = region_box(REGION, video, FILM)
    for at in (
        QPointF(framed.left(), framed.center().y()),
        QPointF(framed.right(), framed.center().y()),
        QPointF(framed.center().x(), framed.top()),
    ):
        assert drawn.pixelColor(at.toPoint()) == accent
    assert drawn.pixelColor(framed.center().toPoint()) != accent


def test_a_picture_fills_its_box_in_its_own_proportions_and_in_the_middle() -> None:
    box = QRectF(10, 20, 200, 100)
    assert fitted_box(box, (50, 100)) == box
    assert fitted_box(box, (100, 100)) == QRectF(60, 20, 100, 100)
    assert fitted_box(box, (10, 100)) == QRectF(10, 60, 200, 20)
