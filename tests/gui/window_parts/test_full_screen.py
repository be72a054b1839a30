"""Full screen: nothing but stage, causes and controls, and back to exactly what was before."""

import json

import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtWidgets import QApplication

from dpcn_app.gui.lesson.lesson_menu import LessonOffer
from dpcn_app.gui.theme import THEMES, apply
from dpcn_app.lessons.library import find_lesson
from dpcn_app.live.settings import Settings, shapes_source
from tests.helpers.hand_driven import press, show_window

SHORT = Settings(source=shapes_source(frames=120))


@pytest.fixture
def window(qtbot):
    window = show_window(qtbot, SHORT)
    window.update_all()
    return window


def places(window):
    """Return all that full screen changes."""
    for _ in range(5):  # a layout asks for another
        QApplication.processEvents()
        window.grab()
    seen = {
        name: dock.geometry().getRect()
        for name, dock in window.docks.items()
        if not dock.visibleRegion().isEmpty()
    }
    bars = [each.isVisible() for each in (window.menuBar(), window.statusBar())]
    return window.context.themes.current.name, window.size().toTuple(), bars, seen


@pytest.mark.parametrize("theme", ["dark", "light", "projector"])
@pytest.mark.parametrize("back", [Qt.Key.Key_F11, Qt.Key.Key_Escape])
def test_f11_fills_the_screen_from_every_look_and_f11_or_esc_goes_back(qtbot, window, theme, back):
    apply(THEMES["dark"])  # as the application does when it starts
    window.resize(1280, 700)
    window.context.themes.choose(theme)
    before = places(window)
    for _ in range(2):
        press(qtbot, window, Qt.Key.Key_F11)
        assert window.isFullScreen()
        name, _, bars, seen = places(window)
        assert (name, bars, list(seen)) == ("projector", [False, False], ["causes"])
        assert not window.docks["causes"].title_bar.isVisible()
        press(qtbot, window, back)
        assert not window.isFullScreen()
        qtbot.waitUntil(lambda: places(window) == before)
        assert window.docks["causes"].title_bar.isVisible()


def test_the_offer_of_a_lesson_stays_out_of_full_screen(qtbot, window):
    window.offer_lesson()
    (offer,) = window.findChildren(LessonOffer)
    offer.show()
    press(qtbot, window, Qt.Key.Key_F11)
    assert not offer.isVisible()
    press(qtbot, window, Qt.Key.Key_F11)
    qtbot.waitUntil(offer.isVisible)
    offer.end()
    press(qtbot, window, Qt.Key.Key_F11)
    press(qtbot, window, Qt.Key.Key_F11)
    assert not offer.isVisible()


@pytest.mark.parametrize(
    ("key", "panel"), [(Qt.Key.Key_F7, "microscope"), (Qt.Key.Key_F8, "network")]
)
def test_f7_and_f8_bring_microscope_and_network_to_the_front_in_full_screen_too(
    qtbot, window, key, panel
):
    window.resize(1280, 700)
    press(qtbot, window, key)
    before = list(places(window)[-1])
    assert panel in before and "training" not in before
    press(qtbot, window, Qt.Key.Key_F11)
    press(qtbot, window, key)
    assert list(places(window)[-1]) == [panel]
    left, _, width, height = places(window)[-1][panel]
    assert left + width == window.width() and height == window.height()  # beside the stage
    press(qtbot, window, key)
    assert list(places(window)[-1]) == ["causes"]
    press(qtbot, window, key)
    press(qtbot, window, Qt.Key.Key_F11)
    qtbot.waitUntil(lambda: list(places(window)[-1]) == before)
    press(qtbot, window, Qt.Key.Key_F11)
    assert list(places(window)[-1]) == ["causes"]


def test_keys_are_heard_though_the_menus_are_hidden(qtbot, window):
    press(qtbot, window, Qt.Key.Key_F11)
    press(qtbot, window, Qt.Key.Key_T)
    assert window.settings.current.modes == ("both",)
    press(qtbot, window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert window.settings.current.modes == ("off",)


def test_esc_leaves_full_screen_first_and_then_clears_the_selection(qtbot, window):
    window.context.selection.select_atom(3)
    press(qtbot, window, Qt.Key.Key_F11)
    press(qtbot, window, Qt.Key.Key_Escape)
    assert not window.isFullScreen()
    assert window.context.selection.atom == 3
    press(qtbot, window, Qt.Key.Key_Escape)
    assert window.context.selection.atom is None


def test_a_desktop_that_ends_full_screen_is_followed(qtbot, window):
    press(qtbot, window, Qt.Key.Key_F11)
    window.showNormal()
    qtbot.waitUntil(lambda: window.full_screen.before is None)
    assert window.menuBar().isVisible()
    assert window.context.themes.current.name == "dark"


def test_a_lesson_that_ends_in_full_screen_leaves_the_docks_as_they_were_before_it(qtbot):
    apply(THEMES["dark"])
    window = show_window(qtbot, SHORT, remember=True)
    window.resize(1280, 700)
    window.update_all()
    window.restore_layout()
    before = places(window)
    for ended_by_hand in (True, False):
        window.guide.start(find_lesson("noise"))
        QApplication.processEvents()
        window.full_screen.enter()
        if ended_by_hand:
            window.guide.leave()
            window.full_screen.leave()
            qtbot.waitUntil(lambda: places(window)[2:] == before[2:])
    window.close()
    shares = json.loads(QSettings().value("window/shares"))
    width = before[3]["causes"][2] / before[1][0]
    assert shares["causes"][0] == pytest.approx(width, abs=0.01)
    assert "dictionary" in shares


def test_a_window_closed_in_full_screen_opens_as_it_was_before(qtbot):
    window = show_window(qtbot, SHORT, remember=True)
    window.restore_layout()
    press(qtbot, window, Qt.Key.Key_F11)
    window.close()
    assert QSettings().value("window/theme") == "dark"
    again = show_window(qtbot, SHORT, remember=True)
    again.restore_layout()
    assert not again.isFullScreen()
    assert again.docks["training"].isVisible()
