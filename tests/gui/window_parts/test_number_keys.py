"""Keys while a number is typed, and after a click on the arrows of a spin box."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QSpinBox,
    QStyle,
    QStyleOptionSpinBox,
    QToolButton,
    QWidget,
)

from dpcn_app.live.engine_commands import Play, Step
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
    buttons = {each.accessibleName(): each for each in noise.findChildren(QToolButton)}
    qtbot.mouseClick(buttons["More Noise"], Qt.MouseButton.LeftButton)
    assert noise.value() == pytest.approx(SHORT.noise + noise.singleStep())
    frames = window.docks["training"].panel.findChild(QSpinBox)
    before = frames.value()
    qtbot.mouseClick(frames, Qt.MouseButton.LeftButton, pos=upper_arrow(frames))
    assert frames.value() > before
    type_keys(qtbot, Qt.Key.Key_T, Qt.Key.Key_Right)
    assert window.settings.current.modes == ("both",)
    assert window.asked[-1] == Step(1)


def test_letters_and_space_go_to_the_window_while_a_number_is_typed(qtbot, window):
    noise = window.transport.source.noise
    begin_typing(qtbot, noise, Qt.Key.Key_2, Qt.Key.Key_T, Qt.Key.Key_Space)
    assert window.settings.current.modes == ("both",)
    assert window.settings.current.noise == noise.value() == 2  # which is not lost
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


def focusable(window):
    """Return every widget of the window, in all docks, that can have the focus."""
    return [
        each
        for each in window.findChildren(QWidget)
        if each.focusPolicy() != Qt.FocusPolicy.NoFocus and each.window() is window
    ]


def test_from_wherever_the_focus_is_every_key_works(qtbot, window):
    for dock in window.docks.values():
        if not dock.isFloating():
            dock.show()
            dock.raise_()
    tried = set()
    for dock in (None, *window.docks.values()):
        if dock is not None:
            if dock.isFloating():
                continue
            dock.raise_()
            QApplication.processEvents()
        for widget in focusable(window):
            if widget in tried or not widget.isVisible() or not widget.isEnabled():
                continue
            widget.setFocus(Qt.FocusReason.MouseFocusReason)
            if not widget.hasFocus():
                continue
            tried.add(widget)
            named = f"{type(widget).__name__} {widget.accessibleName() or widget.objectName()}"
            before = window.settings.current.modes
            type_keys(qtbot, Qt.Key.Key_T)
            assert window.settings.current.modes != before, named
            asked = len(window.asked)
            type_keys(qtbot, Qt.Key.Key_Space)
            assert isinstance(window.asked[-1], Play) and len(window.asked) == asked + 1, named
            grid = window.context.overlays.current.grid
            type_keys(qtbot, Qt.Key.Key_G)
            assert window.context.overlays.current.grid != grid, named
    kinds = {type(each).__name__ for each in tried}
    assert len(tried) > 25 and {"QComboBox", "QSpinBox", "QDoubleSpinBox", "QToolButton"} <= kinds


def test_keys_work_beside_the_form_of_strengths_too(qtbot, window):
    window.dialogs.show_strengths()
    dialog = window.dialogs.strengths
    qtbot.waitUntil(dialog.isVisible)
    dialog.activateWindow()
    box = dialog.boxes["time"]
    begin_typing(qtbot, box, Qt.Key.Key_T)
    assert window.settings.current.modes == ("both",)
    type_keys(qtbot, Qt.Key.Key_Escape)
    assert dialog.isVisible() and not box.hasFocus()  # Esc ends typing, and closes nothing yet
