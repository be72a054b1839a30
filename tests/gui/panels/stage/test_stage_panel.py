"""The stage as a panel: new frames, export, themes, and its end."""

import numpy as np
import pytest
from PySide6.QtGui import QColor

from dpcn_app.gui.panel import Context
from dpcn_app.gui.panels.stage.stage_panel import StagePanel
from dpcn_app.gui.scatter.camera import Camera
from dpcn_app.gui.selection import Selection
from dpcn_app.gui.theme import THEMES, ThemeModel
from dpcn_app.live.settings import Settings
from tests.helpers import real_scene
from tests.helpers.real_scene import picture, widgets_left_by
from tests.helpers.stage_scene import (
    FILM,
    REGION,
    SIZE,
    alone,
    boxes,
    compared,
    grey,
    shades,
    watched,
    words,
)


def test_before_there_is_anything_it_says_that_the_video_is_opened(panel: StagePanel) -> None:
    assert words(panel) == ["Opening the video …"]
    assert panel.data() == {}


def test_a_new_frame_is_drawn_in_place_of_the_last(panel: StagePanel) -> None:
    one, other = real_scene.snapshots()
    panel.refresh(one)
    before = picture(panel)
    panel.refresh(other)
    after = picture(panel)
    assert after != before
    panel.refresh(one)
    assert picture(panel) == before


def test_all_pictures_on_the_stage_can_be_exported(panel: StagePanel) -> None:
    snapshot = compared()
    panel.refresh(snapshot)
    data = panel.data()
    parts = ("reconstruction", "prediction", "residual")
    assert set(data) == {"input", "clean"} | {
        f"{mode}.{part}" for mode in ("both", "off") for part in parts
    }
    np.testing.assert_array_equal(data["input"], snapshot.frame.image)
    for view in snapshot.views:
        np.testing.assert_array_equal(data[f"{view.mode}.reconstruction"], view.reconstruction)
        np.testing.assert_allclose(
            data[f"{view.mode}.residual"], snapshot.frame.image - view.reconstruction, atol=1e-6
        )


def test_surprise_and_the_whole_frame_of_a_file_can_be_exported(
    panel: StagePanel, with_film: StagePanel
) -> None:
    data = with_film.data()
    assert data["video"].shape == FILM
    assert data["input"].shape == REGION[2:]
    panel.refresh(alone(surprise=True))
    assert panel.data()["off.surprise"].shape == (32, 32)


@pytest.mark.parametrize("name", THEMES)
def test_every_theme_has_its_own_ground_and_the_same_pictures(qtbot, film: str, name: str) -> None:
    panel = StagePanel(Context(ThemeModel(name), Selection(), Camera(), lambda command: None))
    qtbot.addWidget(panel)
    panel.resize(*SIZE)
    panel.show()
    panel.context.overlays.change(grid=True, outlines=True)
    film_settings = Settings(source=film, noise=0.0)
    for snapshot in (alone(surprise=True), compared(), watched(film_settings)):
        panel.refresh(snapshot)
        drawn = picture(panel)
        assert drawn.pixelColor(1, 1) == QColor(THEMES[name].surface)
    panel.context.overlays.change(grid=False, outlines=False)
    snapshot = alone()
    panel.refresh(snapshot)
    found = shades(picture(panel), boxes(panel, "Input")[0], snapshot.frame.image.shape)
    assert np.abs(found - grey(snapshot.frame.image).astype(int)).max() <= 1


def test_another_theme_is_taken_on_at_once(panel: StagePanel, context: Context) -> None:
    panel.refresh(compared())
    for name in ("light", "projector", "dark"):
        context.themes.choose(name)
        assert picture(panel).pixelColor(1, 1) == QColor(THEMES[name].surface)


def test_a_stage_that_is_deleted_leaves_no_widget_behind(context: Context) -> None:
    def make() -> StagePanel:
        panel = StagePanel(context)
        panel.refresh(compared())
        return panel

    assert widgets_left_by(make) == 0
