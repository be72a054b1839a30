"""Any panel on the clipboard: the one under the mouse, as a picture on white or as a table."""

import csv
import io

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QCursor, QGuiApplication
from PySide6.QtWidgets import QToolButton

from dpcn_app.errors import UserError
from dpcn_app.gui.dock import ExportButton
from dpcn_app.gui.exporting import clipboard
from dpcn_app.gui.exporting.clipboard import copy_numbers, copy_picture, panel_in_view
from dpcn_app.live.settings import Settings, shapes_source
from tests.helpers.hand_driven import show_window

CTRL, SHIFT, ALT = (
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.AltModifier,
)


@pytest.fixture
def window(qtbot):
    window = show_window(qtbot, Settings(source=shapes_source(frames=20), modes=("off", "both")))
    window.update_all()
    return window


@pytest.fixture
def pointer(monkeypatch):
    """Put the mouse over a widget; nowhere at first."""
    over: list = [None]
    monkeypatch.setattr(clipboard.QApplication, "widgetAt", lambda _: over[0])
    monkeypatch.setattr(clipboard.QApplication, "focusWidget", lambda: None)
    return over


def test_the_panel_under_the_mouse_is_meant(window, pointer):
    causes = window.docks["causes"]
    assert panel_in_view(window) is window.stage
    pointer[0] = causes.panel.columns[0].scatter
    assert panel_in_view(window) is causes.panel
    pointer[0] = causes.title_bar
    assert panel_in_view(window) is causes.panel
    pointer[0] = window.stage_header
    assert panel_in_view(window) is window.stage


def test_else_the_one_that_has_the_keyboard_is_meant(window, pointer, monkeypatch):
    dictionary = window.docks["dictionary"].panel
    monkeypatch.setattr(clipboard.QApplication, "focusWidget", lambda: dictionary.focusProxy())
    assert panel_in_view(window) is window.stage
    monkeypatch.setattr(clipboard.QApplication, "focusWidget", lambda: dictionary)
    assert panel_in_view(window) is dictionary


def test_a_page_that_is_open_is_meant(window, pointer):
    window.pages.open("states")
    assert panel_in_view(window) is window.pages.panels["states"]


def test_a_key_copies_the_picture_on_white_and_says_so(window, pointer, qtbot):
    pointer[0] = window.docks["causes"].panel
    qtbot.keyClick(window, Qt.Key.Key_C, CTRL | SHIFT)
    image = QGuiApplication.clipboard().image()
    assert not image.isNull() and image.pixelColor(0, 0) == QColor("white")
    told = window.statusBar().currentMessage()
    assert told == (
        f"Causes is on the clipboard as a picture, {image.width()}×{image.height()} pixels"
    )
    assert window.context.themes.current.name == "dark"


def test_a_key_copies_the_numbers_for_a_spreadsheet(window, pointer, qtbot):
    pointer[0] = window.docks["causes"].panel
    qtbot.keyClick(window, Qt.Key.Key_C, CTRL | ALT)
    content = QGuiApplication.clipboard().mimeData()
    by_tabs = list(csv.reader(io.StringIO(content.text(), newline=""), delimiter="\t"))
    by_commas = list(csv.reader(io.StringIO(bytes(content.data("text/csv").data()).decode())))
    assert by_tabs == by_commas and len(by_tabs) == 21
    names, *rows = by_tabs
    causes = [[float(row[names.index(f"both.cause_{n}")]) for n in (1, 2, 3)] for row in rows]
    np.testing.assert_array_equal(np.array(causes, np.float32), window.snapshot.views[1].causes)
    assert content.html().count("<tr>") == 21
    assert f"<td>{rows[3][1]}</td>" in content.html()
    assert "20 rows" in window.statusBar().currentMessage()


def test_a_large_table_goes_without_html(window, monkeypatch):
    monkeypatch.setattr(clipboard, "MOST_CELLS", 10)
    copy_numbers(window.stage)
    content = QGuiApplication.clipboard().mimeData()
    assert content.hasText() and not content.hasHtml()


def test_names_that_look_like_markup_stay_text(window, monkeypatch):
    table = {"name": np.array(["<b>a</b>", "b\tc"])}
    monkeypatch.setattr(type(window.stage), "table", lambda self: table)
    copy_numbers(window.stage)
    content = QGuiApplication.clipboard().mimeData()
    assert "&lt;b&gt;a&lt;/b&gt;" in content.html() and "<b>" not in content.html()
    rows = list(csv.reader(io.StringIO(content.text(), newline=""), delimiter="\t"))
    assert rows == [["name"], ["<b>a</b>"], ["b\tc"]]


def test_a_panel_without_numbers_says_so_in_the_status_bar(window, pointer, qtbot, monkeypatch):
    monkeypatch.setattr(type(window.stage), "data", lambda self: {})
    QGuiApplication.clipboard().setText("before")
    with pytest.raises(UserError, match="no numbers"):
        copy_numbers(window.stage)
    qtbot.keyClick(window, Qt.Key.Key_C, CTRL | ALT)
    assert window.statusBar().currentMessage() == "Stage has no numbers to copy."
    assert QGuiApplication.clipboard().text() == "before"


def test_the_menu_of_a_panel_copies_it_too(window, qtbot):
    dock = window.docks["dictionary"]
    button = dock.title_bar.findChild(ExportButton)
    assert button.popupMode() is QToolButton.ToolButtonPopupMode.MenuButtonPopup
    _, picture, numbers = button.menu().actions()
    picture.trigger()
    assert "Dictionary is on the clipboard" in window.statusBar().currentMessage()
    numbers.trigger()
    assert "Numbers of Dictionary" in window.statusBar().currentMessage()


def test_the_mouse_is_asked_where_it_is(window):
    QCursor.setPos(window.stage.mapToGlobal(window.stage.rect().center()))
    assert panel_in_view(window) is window.stage
    assert "Stage" in copy_picture(window.stage)


def test_more_numbers_than_can_be_written_at_once_are_refused(window, monkeypatch):
    QGuiApplication.clipboard().setText("as before")
    monkeypatch.setattr(clipboard, "MOST_NUMBERS", 1_000)
    with pytest.raises(UserError, match=r"has \d,\d+ numbers, too many.*export them"):
        copy_numbers(window.stage)
    assert QGuiApplication.clipboard().text() == "as before"
