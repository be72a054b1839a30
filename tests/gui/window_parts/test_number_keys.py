"""Keys while a number is typed, and after a click on the arrows of a spin box."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QComboBox, QSpinBox, QStyle, QStyleOptionSpinBox

from dpcn_app.live.engine_commands import Step
from dpcn_app.live.settings import Settings, shapes_source
from tests.helpers.hand_driven import show_window

SHORT = Settings(source=shapes_source(frames=30))


@pytest.fixture
def window(qtbot):
    window = show_window(qtbot, SHORT)
    window.update_all()
    qtbot.waitUntil(window.isActiveWindow)
    return window


def type_keys(qtbot, *keys) -> None:
    """Press keys where the focus is, as a keyboard does."""
    for key in keys:
        qtbot.keyClick(QApplication.focusWidget() or QApplication.activeWindow(), key)


def begin_typing(qtbot, box, *keys) -> None:
    box.setFocus()
    qtbot.waitUntil(box.hasFocus)
    box.selectAll()
    type_keys(qtbot, *keys)


def upper_arrow(box) -> QPoint:
    option = QStyleOptionSpinBox()
    box.initStyleOption(option)
    complex_, part = QStyle.ComplexControl.CC_SpinBox, QStyle.SubControl.SC_SpinBoxUp
    return box.style().subControlRect(complex_, option, part, box).center()


def test_after_a_click_on_the_arrows_every_key_is_the_windows(qtbot, window):
    noise = window.transport.source.noise
    qtbot.mouseClick(noise, Qt.MouseButton.LeftButton, pos=upper_arrow(noise))
    assert noise.value() == pytest.approx(SHORT.noise + noise.singleStep())
    type_keys(qtbot, Qt.Key.Key_T, Qt.Key.Key_Right)
    assert window.settings.current.modes == ("both",)
    assert window.asked[-1] == Step(1)


def test_letters_and_space_go_to_the_window_while_a_number_is_typed(qtbot, window):
    noise = window.transport.source.noise
    begin_typing(qtbot, noise, Qt.Key.Key_2, Qt.Key.Key_T, Qt.Key.Key_Space)
    assert window.settings.current.modes == ("both",)
    assert window.controller.snapshot().playing
    assert noise.hasFocus()


def test_keys_of_numbers_stay_with_a_spin_box(qtbot, window):
    noise, asked = window.transport.source.noise, len(window.asked)
    begin_typing(qtbot, noise, Qt.Key.Key_2, Qt.Key.Key_Period, Qt.Key.Key_5, Qt.Key.Key_Left)
    assert noise.lineEdit().text().startswith("2.5")
    assert len(window.asked) == asked


def test_enter_commits_a_number_and_gives_the_focus_back(qtbot, window):
    noise = window.transport.source.noise
    begin_typing(qtbot, noise, Qt.Key.Key_2, Qt.Key.Key_Return)
    assert window.settings.current.noise == 2
    assert not noise.hasFocus()
    type_keys(qtbot, Qt.Key.Key_Right)
    assert window.asked[-1] == Step(1)


def test_escape_gives_a_number_up_and_the_focus_back(qtbot, window):
    for box in (window.transport.source.noise, window.docks["training"].panel.findChild(QSpinBox)):
        before = box.value()
        begin_typing(qtbot, box, Qt.Key.Key_1, Qt.Key.Key_Escape)
        assert box.value() == before
        assert box.cleanText() not in ("", "1")
        assert not box.hasFocus()
    assert window.settings.current == SHORT


def test_a_list_with_the_focus_leaves_the_keys_to_the_window(qtbot, window):
    mode = window.transport.mode
    assert isinstance(mode, QComboBox)
    mode.setFocus()
    qtbot.waitUntil(mode.hasFocus)
    type_keys(qtbot, Qt.Key.Key_T, Qt.Key.Key_Space)
    assert window.settings.current.modes == ("both",)
    assert window.controller.snapshot().playing
