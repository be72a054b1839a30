"""The form for a film: filled in as the window is, and told in words for the command line."""

import base64

import pytest
from PySide6.QtCore import Qt

from dpcn_app.gui.exporting.film_dialog import FilmDialog
from dpcn_app.live.settings import Settings, shapes_source
from tests.helpers.hand_driven import show_window


@pytest.fixture
def window(qtbot):
    window = show_window(qtbot, Settings(source=shapes_source(frames=30), modes=("off", "both")))
    window.update_all()
    return window


@pytest.fixture
def dialog(window, qtbot):
    dialog = FilmDialog(window, window.snapshot.length)
    dialog.open()
    return dialog


def option(dialog, name):
    words = dialog.words()
    return words[words.index(name) + 1]


def test_it_begins_with_what_the_window_shows(dialog):
    assert option(dialog, "--modes") == "off,both"
    assert option(dialog, "--frames") == "1-30"
    assert option(dialog, "--show") == "both"
    assert option(dialog, "--size") == "1280x720"
    assert option(dialog, "--rate") == "25"
    assert option(dialog, "--theme") == "dark"
    assert dialog.hint.text() == "30 frames, 1.2 s"


def test_modes_range_and_look_can_be_chosen(dialog):
    dialog.modes.item(0).setCheckState(Qt.CheckState.Unchecked)
    dialog.first.setValue(11)
    dialog.show_box.setCurrentText("Causes")
    dialog.theme_box.setCurrentText("Light")
    dialog.size_box.setEditText("640x480")
    assert option(dialog, "--modes") == "both"
    assert option(dialog, "--frames") == "11-30"
    assert option(dialog, "--show") == "cloud"
    assert option(dialog, "--theme") == "light"
    assert option(dialog, "--size") == "640x480"


def test_a_film_of_the_window_has_the_docks_where_they_are(dialog, window):
    assert not any(word.startswith("--layout") for word in dialog.words())
    dialog.show_box.setCurrentText("Whole window")
    (layout,) = [word for word in dialog.words() if word.startswith("--layout=")]
    state = base64.b64decode(layout.removeprefix("--layout="))
    assert state == window.saveState(1).data()


def test_without_a_mode_or_with_frames_in_the_wrong_order_no_film_can_be_made(dialog):
    assert dialog.make_button.isEnabled()
    dialog.last.setValue(5)
    dialog.first.setValue(6)
    assert not dialog.make_button.isEnabled() and "before the first" in dialog.hint.text()
    dialog.first.setValue(5)
    assert dialog.make_button.isEnabled()
    for row in range(2):
        dialog.modes.item(row).setCheckState(Qt.CheckState.Unchecked)
    assert not dialog.make_button.isEnabled() and "modes" in dialog.hint.text()


@pytest.mark.parametrize("name", ["modes", "show_box", "rate"])
def test_enter_makes_the_film_wherever_the_focus_is(dialog, qtbot, name):
    widget = getattr(dialog, name)
    widget.setFocus()
    with qtbot.waitSignal(dialog.accepted):
        qtbot.keyClick(widget, Qt.Key.Key_Return)
