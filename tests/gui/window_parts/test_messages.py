"""Messages in small windows: whole where that is possible, and never larger than the screen."""

import pytest
from PySide6.QtWidgets import QMessageBox, QWidget

from dpcn_app.gui.window_parts.messages import open_warning


@pytest.fixture
def parent(qtbot) -> QWidget:
    parent = QWidget()
    qtbot.addWidget(parent)
    parent.show()
    return parent


def told(parent: QWidget, sentence: str) -> QMessageBox:
    open_warning(parent, sentence)
    (box,) = parent.findChildren(QMessageBox)
    return box


def test_a_sentence_is_shown_as_it_is(parent):
    sentence = "/films/<b>a film</b>.mp4 is empty; choose another file. " * 20
    assert told(parent, sentence).text() == sentence


@pytest.mark.parametrize("name", ["word " * 4000, "n" * 4000, "a\n" * 2000, "a\n" * 100])
def test_a_sentence_that_holds_a_very_long_name_fits_the_screen_and_keeps_both_ends(parent, name):
    box = told(parent, f"There is no model called {name}; choose another one.")
    screen = parent.screen().availableSize()
    assert box.height() <= min(screen.height(), 480) and box.width() <= screen.width()
    assert box.text().startswith("There is no model called ")
    assert box.text().endswith("; choose another one.")
