"""The dialog of a web page: what is open is chosen already, and the rest can be."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from dpcn_app.gui.exporting.page_dialog import PageDialog
from dpcn_app.lessons.library import find_lesson
from dpcn_app.live.settings import Settings
from dpcn_app.sharing.page_order import PageOrder


@pytest.fixture
def shown(qtbot):
    """Returns a function that opens the dialog and returns it with the orders that it gave."""
    parent = QWidget()
    qtbot.addWidget(parent)

    def show(order, length=300):
        orders: list[PageOrder] = []
        dialog = PageDialog(order, "T+D+K", length, orders.append, parent)
        dialog.show()
        return dialog, orders

    return show


def tick(dialog, mode, on):
    for row in range(dialog.modes.count()):
        item = dialog.modes.item(row)
        if item.data(Qt.ItemDataRole.UserRole) == mode:
            item.setCheckState(Qt.CheckState.Checked if on else Qt.CheckState.Unchecked)


def test_enter_takes_what_is_open(shown, qtbot):
    dialog, orders = shown(PageOrder(Settings(modes=("coherence",))))
    qtbot.keyClick(dialog, Qt.Key.Key_Return)
    (order,) = orders
    assert order.settings.modes == ("off", "both", "prior", "coherence")
    assert (order.first, order.frames, order.lesson) == (0, 300, None)


def test_modes_beliefs_and_frames_can_be_chosen(shown, qtbot):
    dialog, orders = shown(PageOrder(Settings()))
    tick(dialog, "prior@square", True)
    tick(dialog, "both", False)
    dialog.frames.setValue(40)
    qtbot.keyClick(dialog, Qt.Key.Key_Return)
    assert orders[0].settings.modes == ("off", "prior", "prior@square")
    assert orders[0].frames == 40


def test_bottom_up_stands_first_and_beliefs_last(shown):
    dialog, _ = shown(PageOrder(Settings()))
    titles = [dialog.modes.item(row).text() for row in range(dialog.modes.count())]
    assert titles[:3] == ["Bottom-up", "Top-down", "Prior"]
    assert titles[3:] == [
        "Prior, believing square",
        "Prior, believing x",
        "Prior, believing diamond",
    ]


def test_without_a_mode_it_stays_open_and_says_why(shown, qtbot):
    dialog, orders = shown(PageOrder(Settings()))
    for mode in ("off", "both", "prior"):
        tick(dialog, mode, False)
    qtbot.keyClick(dialog, Qt.Key.Key_Return)
    assert orders == [] and dialog.isVisible()
    assert dialog.refusal.text() == "Choose 1 to 12 modes; 0 are chosen."


def test_a_lesson_that_is_open_is_told_unless_it_is_switched_off(shown, qtbot):
    lesson = find_lesson("5")
    dialog, orders = shown(PageOrder(Settings(), lesson=lesson))
    assert "Top-down, and which part of it" in dialog.lesson.text()
    assert dialog.order.lesson is lesson and "coherence" in dialog.order.settings.modes
    dialog.lesson.setChecked(False)
    qtbot.keyClick(dialog, Qt.Key.Key_Return)
    assert orders[0].lesson is None


def test_no_more_frames_are_offered_than_there_are(shown):
    dialog, _ = shown(replace(PageOrder(Settings()), first=5), length=20)
    assert dialog.frames.maximum() == dialog.frames.value() == 20
    assert dialog.frames.suffix() == " from frame 6 on"
