"""What all views of a scatter have in common."""

import pytest
from PySide6.QtCore import QEvent, QPoint, QRectF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from dpcn_app.gui.theme import THEMES
from tests.helpers.causes_scene import a_cloud, move_mouse
from tests.helpers.real_scene import picture
from tests.helpers.scatter_scene import POINTS, a_scatter, place_of

LEFT = Qt.MouseButton.LeftButton


def test_it_tells_which_frame_the_mouse_is_over_and_marks_it(scatter, qtbot):
    with qtbot.waitSignal(scatter.hovered) as heard:
        move_mouse(scatter, place_of(scatter, 1))
    assert heard.args == [1] and scatter.drawing.marked == 1
    with qtbot.waitSignal(scatter.hovered) as heard:
        QApplication.sendEvent(scatter, QEvent(QEvent.Type.Leave))
    assert heard.args == [None] and scatter.drawing.marked is None


def test_it_tells_which_frame_was_clicked(scatter, qtbot):
    with qtbot.waitSignal(scatter.picked) as heard:
        QTest.mouseClick(scatter, LEFT, pos=place_of(scatter, 2))
    assert heard.args == [2]


def test_the_name_is_painted_and_goes_when_the_mouse_does(scatter):
    before = picture(scatter)
    move_mouse(scatter, place_of(scatter, 2))
    assert picture(scatter) != before
    QApplication.sendEvent(scatter, QEvent(QEvent.Type.Leave))
    assert picture(scatter) == before


def test_one_camera_moves_all_its_views(scatter, qtbot):
    other = a_scatter(qtbot, scatter.drawing.camera)
    before = picture(other)
    QTest.mousePress(scatter, LEFT, pos=QPoint(200, 200))
    move_mouse(scatter, QPoint(260, 200), pressed=True)
    QTest.mouseRelease(scatter, LEFT, pos=QPoint(260, 200))
    assert picture(other) != before
    assert picture(other) == picture(scatter)


@pytest.mark.parametrize("change", ["points", "current", "labels", "theme", "mark", "nothing"])
def test_what_is_painted_follows_what_is_shown(scatter, change):
    before = picture(scatter)
    match change:
        case "points":
            scatter.show_cloud(a_cloud([*POINTS[:3], (0.4, 0.4, 0.4)], current=1))
        case "current":
            scatter.show_cloud(a_cloud(POINTS, current=2))
        case "labels":
            scatter.drawing.cloud.labels[:] = 2
        case "theme":
            scatter.use_theme(THEMES["projector"])
        case "mark":
            scatter.mark(3)
    assert (picture(scatter) == before) is (change == "nothing")


def test_many_views_fit_on_a_small_screen(scatter):
    assert scatter.minimumSize().toTuple() == (48, 48)
    assert scatter.sizeHint().toTuple() == (380, 320)
    scatter.resize(48, 48)
    assert not QRectF(scatter.rect()).isEmpty() and not picture(scatter).isNull()
