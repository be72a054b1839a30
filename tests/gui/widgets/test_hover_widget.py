"""Things under the mouse: what their tips say, and which one is chosen."""

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QApplication, QToolTip

from dpcn_app.gui.theme import THEMES
from dpcn_app.gui.widgets.hover_widget import HoverWidget
from tests.helpers.causes_scene import move_mouse
from tests.helpers.hovering import text_at
from tests.helpers.real_scene import click, picture

LEFT, RIGHT = QPoint(10, 10), QPoint(60, 10)


class Halves(HoverWidget[int]):
    """Two halves, 0 on the left and 1 on the right, above an empty strip."""

    count = 2

    def thing_at(self, position: QPointF) -> int | None:
        thing = int(position.x() // 50)
        return thing if thing < self.count and position.y() < 50 else None

    def describe(self, thing: int) -> str:
        return ("left", "right")[thing]

    def area_of(self, thing: int) -> QRectF:
        return QRectF(50 * thing, 0, 50, 50)

    def paint(self, painter: QPainter) -> None:
        for thing, colour in ((self._selected, "red"), (self._hovered, "blue")):
            if thing is not None:
                painter.fillRect(self.area_of(thing), QColor(colour))


class BrightHalves(Halves):
    marks_hovered = True


class TalkativeHalves(Halves):
    repeats_tip = True


class Tips:
    """What was asked of Qt: words with their area, or None to hide the tip."""

    def __init__(self, monkeypatch) -> None:
        self.shown: list[tuple[str, QRect] | None] = []
        monkeypatch.setattr(QToolTip, "showText", self._show)
        monkeypatch.setattr(QToolTip, "hideText", lambda: self.shown.append(None))

    def _show(self, position: QPoint, words: str, widget: Halves, area: QRect) -> None:
        self.shown.append((words, area))


@pytest.fixture
def tips(monkeypatch) -> Tips:
    return Tips(monkeypatch)


def halves_of(qtbot, kind: type[Halves]) -> Halves:
    halves = kind(THEMES["dark"], "halves")
    qtbot.addWidget(halves)
    halves.resize(100, 80)
    return halves


def leave(halves: Halves) -> None:
    QApplication.sendEvent(halves, QEvent(QEvent.Type.Leave))


def test_hovering_shows_a_tip_once_for_every_thing(qtbot, tips: Tips) -> None:
    halves = halves_of(qtbot, Halves)
    for place in (LEFT, LEFT + QPoint(5, 5), RIGHT, RIGHT + QPoint(0, 60)):
        move_mouse(halves, place)
    left, right = QRect(0, 0, 50, 50), QRect(50, 0, 50, 50)
    assert tips.shown == [("left", left), ("right", right), None]


def test_a_tip_that_repeats_is_shown_at_every_move(qtbot, tips: Tips) -> None:
    halves = halves_of(qtbot, TalkativeHalves)
    for place in (LEFT, LEFT + QPoint(5, 5), LEFT + QPoint(0, 60)):
        move_mouse(halves, place)
    assert [tip and tip[0] for tip in tips.shown] == ["left", "left", None]


def test_a_mouse_that_comes_back_is_told_again(qtbot, tips: Tips) -> None:
    halves = halves_of(qtbot, Halves)
    move_mouse(halves, LEFT)
    leave(halves)
    move_mouse(halves, LEFT)
    assert [tip and tip[0] for tip in tips.shown] == ["left", "left"]


def test_the_thing_under_the_mouse_looks_different_until_the_mouse_leaves(
    qtbot, tips: Tips
) -> None:
    halves = halves_of(qtbot, BrightHalves)
    plain = picture(halves)
    move_mouse(halves, RIGHT)
    assert picture(halves).pixelColor(RIGHT) == QColor("blue")
    leave(halves)
    assert picture(halves) == plain


def test_a_left_click_chooses_and_a_right_click_does_not(qtbot) -> None:
    halves = halves_of(qtbot, Halves)
    with qtbot.waitSignal(halves.chosen) as heard:
        click(qtbot, halves, QPointF(RIGHT))
    assert heard.args == [1]
    with qtbot.assertNotEmitted(halves.chosen):
        qtbot.mouseClick(halves, Qt.MouseButton.RightButton, pos=RIGHT)
        click(qtbot, halves, QPointF(10, 70))


def test_what_is_selected_is_known_and_seen(qtbot) -> None:
    halves = halves_of(qtbot, Halves)
    assert halves.selected is None
    halves.select(1)
    assert halves.selected == 1
    assert picture(halves).pixelColor(RIGHT) == QColor("red")


def test_the_words_at_a_place_can_be_asked_for(qtbot) -> None:
    halves = halves_of(qtbot, Halves)
    assert [text_at(halves, QPointF(at)) for at in (LEFT, RIGHT, QPoint(10, 70))] == [
        "left",
        "right",
        "",
    ]


def test_a_widget_without_things_is_harmless(qtbot, tips: Tips) -> None:
    halves = halves_of(qtbot, BrightHalves)
    halves.count = 0
    with qtbot.assertNotEmitted(halves.chosen):
        move_mouse(halves, LEFT)
        click(qtbot, halves, QPointF(LEFT))
        leave(halves)
    assert tips.shown == [] and text_at(halves, QPointF(LEFT)) == ""
