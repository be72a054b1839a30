"""The glossary: searched and walked by the keyboard, with links and a way into the window."""

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtWidgets import QApplication

from dpcn_app.gui.equations import EQUATIONS
from dpcn_app.lessons.terms import TERMS
from dpcn_app.live.settings import Settings, shapes_source
from tests.helpers.hand_driven import show_window

# ziamath's own, on Python 3.11
pytestmark = pytest.mark.filterwarnings("ignore:path is deprecated:DeprecationWarning")


@pytest.fixture
def window(qtbot):
    window = show_window(qtbot, Settings(source=shapes_source(frames=30)))
    window.update_all()
    return window


@pytest.fixture
def glossary(qtbot, window):
    qtbot.keyClick(window, Qt.Key.Key_F2)
    dialog = window.help_menu.glossary
    assert dialog is not None and dialog.isVisible()
    return dialog


def test_every_term_has_its_page_with_its_sentence_and_its_equation(glossary):
    assert glossary.list.count() == len(TERMS)
    for row, term in enumerate(TERMS):
        glossary.list.setCurrentRow(row)
        page = glossary.page.toPlainText()
        assert glossary.term is term
        assert term.name in page and term.meaning in page
        if term.equation:
            plain = EQUATIONS[term.equation].plain
            assert "￼" in page or plain in page  # a picture, or written
        assert glossary._places.title(term.place) in glossary.show_button.text()


def test_a_search_is_typed_and_arrows_walk_what_is_found(qtbot, glossary):
    qtbot.keyClicks(glossary.search, "prior")
    assert glossary.term.name.startswith("prior")
    first = glossary.term
    qtbot.keyClick(glossary.search, Qt.Key.Key_Down)
    assert glossary.term is not first and "prior" in glossary.term.name
    qtbot.keyClick(glossary.search, Qt.Key.Key_Up)
    assert glossary.term is first
    qtbot.keyClicks(glossary.search, " <b>zebra")
    assert glossary.term is None and "No term" in glossary.page.toPlainText()
    qtbot.keyClick(glossary.search, Qt.Key.Key_Return)  # shows nothing, and does no harm
    assert glossary.isVisible()


def test_a_link_goes_to_the_other_term_also_where_the_search_hides_it(qtbot, glossary):
    qtbot.keyClicks(glossary.search, "residual")
    assert "href" in glossary.page.toHtml()
    glossary._follow(QUrl("term:reconstruction"))
    assert glossary.term.name == "reconstruction" and glossary.search.text() == ""
    glossary._follow(QUrl("term:nothing of the kind"))
    assert glossary.term.name == "reconstruction"


@pytest.mark.parametrize("word, place", [("Gabor fit", "gabors"), ("belief", "belief")])
def test_enter_closes_the_glossary_and_lights_the_place(qtbot, window, glossary, word, place):
    qtbot.keyClicks(glossary.search, word)
    assert glossary.term.place == place
    qtbot.keyClick(glossary.search, Qt.Key.Key_Return)
    assert not glossary.isVisible()
    light = window.help_menu._places.light
    assert light.isVisible()
    if place in window.docks:
        assert not window.docks[place].visibleRegion().isEmpty()
    window.help_menu._places._ending.timeout.emit()
    assert not light.isVisible()


def test_it_opens_in_full_screen_and_says_what_has_no_room_there(qtbot, window):
    qtbot.keyClick(window, Qt.Key.Key_F11)
    qtbot.keyClick(window, Qt.Key.Key_F2)
    glossary = window.help_menu.glossary
    qtbot.keyClicks(glossary.search, "health")
    assert not glossary.show_button.isEnabled()
    assert "no room" in glossary.show_button.text()
    assert glossary.width() <= window.width() and glossary.height() <= window.height()
    qtbot.keyClick(glossary.search, Qt.Key.Key_Escape)
    assert not glossary.isVisible() and window.full_screen.before is not None
    window.full_screen.leave()


def test_escape_and_f2_close_it_and_it_opens_where_it_was(qtbot, window, glossary):
    glossary.list.setCurrentRow(7)
    for key in (Qt.Key.Key_Escape, Qt.Key.Key_F2):
        QApplication.processEvents()
        qtbot.keyClick(glossary.search, key)
        assert not glossary.isVisible()
        window.help_menu.define()
        assert glossary.isVisible() and glossary.term is TERMS[7]


def test_no_equation_is_wider_than_the_page(glossary):
    for size in ((500, 400), (900, 600)):
        glossary.resize(*size)
        for row in range(glossary.list.count()):
            glossary.list.setCurrentRow(row)
            assert glossary.page.horizontalScrollBar().maximum() == 0, glossary.term.name
