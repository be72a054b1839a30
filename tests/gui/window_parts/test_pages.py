"""A page takes the place of everything below the menus, and everything comes back after it."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QToolButton

from dpcn_app.live.settings import Settings, shapes_source
from tests.helpers.hand_driven import press, show_window


@pytest.fixture
def window(qtbot):
    window = show_window(qtbot, Settings(source=shapes_source(frames=20)))
    window.resize(1280, 700)
    window.update_all()
    window.restore_layout()
    return window


def arrangement(window):
    QApplication.processEvents()
    return {
        name: (dock.width(), dock.height(), dock.visibleRegion().isEmpty(), dock.isHidden())
        for name, dock in window.docks.items()
    }


def action(window):
    return next(each for each in window.view_menu.actions() if each.text() == "State estimation")


def test_a_page_fills_the_window_below_its_menus(window):
    action(window).trigger()
    QApplication.processEvents()
    panel = window.pages.panels["states"]
    assert window.pages.is_open and action(window).isChecked()
    assert panel.window() is window  # not a window of its own
    assert not window.stage.isVisible()
    assert all(dock.isHidden() for dock in window.docks.values())
    assert panel.width() > 0.9 * window.width() and panel.height() > 0.75 * window.height()
    top = panel.mapTo(window, panel.rect().topLeft()).y()
    assert top >= window.menuBar().geometry().bottom()


@pytest.mark.parametrize("way", ["menu", "button"])
def test_everything_comes_back_after_it(window, way):
    window.docks["why"].raise_()
    window.docks["causes"].hide()
    before = arrangement(window)
    action(window).trigger()
    if way == "menu":
        action(window).trigger()
    else:
        buttons = window.pages.stack.findChildren(QToolButton)
        next(each for each in buttons if each.text() == "Back to the video").click()
    assert not window.pages.is_open and not action(window).isChecked()
    assert window.stage.isVisible()
    assert arrangement(window) == before


def test_the_projector_closes_a_page_and_leaves_the_layout_as_it_was(qtbot, window):
    before = arrangement(window)
    action(window).trigger()
    press(qtbot, window, Qt.Key.Key_F11)
    assert not window.pages.is_open and window.stage.isVisible()
    press(qtbot, window, Qt.Key.Key_F11)
    assert {name: seen[2:] for name, seen in arrangement(window).items()} == {
        name: seen[2:] for name, seen in before.items()
    }


def test_closing_the_window_with_a_page_open_stores_the_layout_without_it(qtbot):
    settings = Settings(source=shapes_source(frames=20))
    first = show_window(qtbot, settings, remember=True)
    first.restore_layout()
    first.pages.open("states")
    first.close()
    second = show_window(qtbot, settings, remember=True)
    second.restore_layout()
    assert second.docks["causes"].isVisible() and not second.pages.is_open
