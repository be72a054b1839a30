"""The pointer on a term tells it: in explanations, in lessons, on tabs; F2 goes on from there."""

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QApplication, QLabel, QTabBar, QToolTip

from dpcn_app.gui.widgets.term_text import term_at
from dpcn_app.lessons.reading import read_lesson
from dpcn_app.live.settings import Settings, shapes_source
from tests.helpers.hand_driven import show_window

LESSON = """# A lesson
- minutes: 1

## One
- playing: no

The causes are drawn towards those that were expected, û.
"""


@pytest.fixture
def window(qtbot):
    window = show_window(qtbot, Settings(source=shapes_source(frames=30)))
    window.update_all()
    return window


def hover(widget, place):
    """Ask for a tooltip as Qt does when the pointer rests, and return its text."""
    QToolTip.hideText()
    help_ = QHelpEvent(QEvent.Type.ToolTip, place, widget.mapToGlobal(place))
    QApplication.sendEvent(widget, help_)
    return QToolTip.text()


def place_of(label, name):
    """Return a place of a label at which a term stands."""
    for y in range(6, label.height(), 8):
        for x in range(2, label.width(), 6):
            term = term_at(label, QPoint(x, y))
            if term is not None and term.name == name:
                return QPoint(x, y)
    raise AssertionError(f"no {name} in {label.text()!r}")


def test_a_term_in_a_panels_line_is_told_and_beside_it_the_panels_equation(window):
    header = window.docks["dictionary"].header
    told = hover(header, place_of(header, "atom"))
    assert "One column of the dictionary" in told and "F2" in told
    beside = next(
        QPoint(x, header.height() // 2)
        for x in range(2, header.width(), 3)
        if term_at(header, QPoint(x, header.height() // 2)) is None
    )
    assert "Its columns are the atoms" in hover(header, beside)


def test_terms_of_a_lesson_are_told_and_f2_opens_the_glossary_there(qtbot, window):
    window.guide.start(read_lesson(LESSON))
    window.grab()
    page = window.guide.page
    assert page.said.text().startswith("The causes")
    assert "What the states of a group" not in hover(page.said, QPoint(1, 1))
    assert "told to expect" in hover(page.said, place_of(page.said, "û, the expected causes"))
    qtbot.keyClick(window, Qt.Key.Key_F2)
    assert window.help_menu.glossary.term.name == "û, the expected causes"


def test_the_tabs_of_docks_are_told(window):
    window.grab()
    QApplication.processEvents()
    bars = [bar for bar in window.findChildren(QTabBar) if bar.parent() is window]
    texts = {bar.tabText(i): (bar, i) for bar in bars for i in range(bar.count())}
    bar, index = texts["Transitions"]
    assert "predicts the states of a patch" in hover(bar, bar.tabRect(index).center())


def test_where_no_term_stands_nothing_is_told(window):
    label = next(each for each in window.findChildren(QLabel) if each.text() == "Seed")
    hover(label, label.rect().center())
    assert window.help_menu.tips.shown is None
