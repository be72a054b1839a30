"""A slider that goes where it is clicked."""

import pytest
from PySide6.QtCore import QPoint, Qt

from dpcn_app.gui.widgets.jump_slider import JumpSlider


@pytest.fixture
def slider(qtbot):
    slider = JumpSlider()
    slider.setRange(0, 299)
    slider.resize(400, 24)
    qtbot.addWidget(slider)
    slider.show()
    return slider


@pytest.mark.parametrize(("x", "share"), [(100, 0.25), (300, 0.75), (2, 0.0), (398, 1.0)])
def test_a_click_goes_there_at_once(qtbot, slider, x, share):
    qtbot.mouseClick(slider, Qt.MouseButton.LeftButton, pos=QPoint(x, 12))
    assert slider.value() == pytest.approx(share * 299, abs=5)


def test_after_a_click_the_handle_can_be_dragged_on(qtbot, slider):
    qtbot.mousePress(slider, Qt.MouseButton.LeftButton, pos=QPoint(100, 12))
    assert slider.isSliderDown()
    qtbot.mouseMove(slider, QPoint(200, 12))
    assert slider.value() == pytest.approx(150, abs=5)
    qtbot.mouseRelease(slider, Qt.MouseButton.LeftButton, pos=QPoint(200, 12))
    assert not slider.isSliderDown()


def test_a_click_on_the_handle_moves_nothing(qtbot, slider):
    slider.setValue(150)
    qtbot.mouseClick(slider, Qt.MouseButton.LeftButton, pos=QPoint(203, 12))
    assert slider.value() == 150
