"""What is laid over the pictures of the stage: grid, noise, the selected atom, surprise."""

import numpy as np
import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter

from dpcn_app.gui.panel import Context
from dpcn_app.gui.panels.stage.overlays import draw_grid
from dpcn_app.gui.panels.stage.stage_panel import StagePanel
from dpcn_app.live.settings import Settings
from tests.helpers.real_scene import picture
from tests.helpers.stage_scene import (
    SHORT,
    alone,
    boxes,
    changed,
    colour_count,
    compared,
    watched,
    within,
    words,
)


@pytest.mark.parametrize("several", [False, True], ids=["one mode", "two modes"])
def test_the_grid_is_drawn_over_the_input_alone(panel: StagePanel, several: bool) -> None:
    panel.refresh(compared() if several else alone())
    before = picture(panel)
    panel.context.overlays.change(grid=True)
    assert within(changed(before, picture(panel)), *boxes(panel, "Input"))
    panel.context.overlays.change(grid=False)
    assert picture(panel) == before


@pytest.mark.parametrize(("side", "drawn"), [(200, True), (6, False)])
def test_a_grid_that_would_fill_the_picture_is_left_out(side: int, drawn: bool) -> None:
    image = QImage(side, side, QImage.Format.Format_RGB32)
    image.fill(0)
    before = QImage(image)
    painter = QPainter(image)
    draw_grid(painter, alone(), QRectF(0, 0, side, side))
    painter.end()
    assert (image != before) == drawn


@pytest.mark.parametrize("several", [False, True], ids=["one mode", "two modes"])
def test_noise_is_outlined_on_input_and_reconstructions(panel: StagePanel, several: bool) -> None:
    snapshot = compared() if several else alone()
    assert snapshot.frame.clean is not None
    assert ((snapshot.frame.image > 0.5) & (snapshot.frame.clean <= 0.5)).any()
    panel.refresh(snapshot)
    before = picture(panel)
    panel.context.overlays.change(outlines=True)
    outlined = picture(panel)
    places = [*boxes(panel, "Input"), *boxes(panel, "Reconstruction")]
    lines = changed(before, outlined)
    caption = boxes(panel, "Input")[0].adjusted(0, -40, 0, 0)  # it says what the lines are
    assert within(lines, caption, *places)
    assert all(any(place.contains(at) for at in lines) for place in places)
    assert colour_count(outlined, panel.context.themes.current.warning) > 50
    panel.context.overlays.change(outlines=False)
    assert picture(panel) == before


def test_without_noise_nothing_is_outlined(panel: StagePanel) -> None:
    panel.refresh(watched(Settings(source=SHORT, noise=0.0)))
    before = picture(panel)
    panel.context.overlays.change(outlines=True)
    assert picture(panel) == before


def test_noise_on_a_file_is_not_outlined_for_it_has_no_objects(
    panel: StagePanel, film: str
) -> None:
    panel.refresh(watched(Settings(source=film, noise_kind="gaussian", noise=0.4)))
    before = picture(panel)
    panel.context.overlays.change(outlines=True)
    assert picture(panel) == before


def test_the_selected_atom_is_framed_where_it_is_active(
    panel: StagePanel, context: Context
) -> None:
    snapshot = alone()
    panel.refresh(snapshot)
    before = picture(panel)
    active = np.abs(snapshot.views[0].state.layers[0].states).sum(axis=(0, 1))
    context.selection.select_atom(int(active.argmax()))
    places = [*boxes(panel, "Input"), *boxes(panel, "Reconstruction")]
    assert within(changed(before, picture(panel)), *places)
    context.selection.select_atom(int(active.argmin()))
    assert active.min() == 0
    assert picture(panel) == before


def test_surprise_tints_the_input_of_one_mode(panel: StagePanel) -> None:
    panel.refresh(alone())
    before = picture(panel)
    panel.refresh(alone(surprise=True))
    tinted = picture(panel)
    (box,) = boxes(panel, "Input")
    in_pictures = [at for at in changed(before, tinted) if at.y() > box.top()]
    assert within(in_pictures, box)
    assert any(
        tinted.pixelColor(at.toPoint()).red() > tinted.pixelColor(at.toPoint()).green() + 60
        for at in in_pictures
    )
    assert "in pink: the surprise" in words(panel)
