"""The docks: their titles fit, and their layout survives a change of the screen's size."""

import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolButton

from dpcn_app.gui.theme import THEMES, apply
from dpcn_app.gui.widgets.elided_label import ElidedLabel
from dpcn_app.live.settings import Settings, shapes_source
from tests.helpers.hand_driven import show_window

SHORT = Settings(source=shapes_source(frames=120))


def settled(window):
    QApplication.processEvents()
    window.grab()
    return window


def reopened(qtbot, first, second):
    """Store the layout of a window of one size, and open it in one of another size."""
    window = show_window(qtbot, SHORT, remember=True)
    window.restore_layout()
    settled(window).resize(*first)
    settled(window)
    docks = window.docks
    window.resizeDocks([docks["causes"]], [first[0] * 2 // 5], _ACROSS)
    window.resizeDocks([docks["dictionary"]], [first[1] * 2 // 5], _DOWN)
    settled(window)
    shares = window.dock_layout.arrangement().shares
    window.close()
    again = show_window(qtbot, SHORT, remember=True)
    again.restore_layout()
    again.resize(*second)  # as a smaller screen makes it
    settled(again)
    QApplication.processEvents()
    return shares, settled(again).dock_layout


_ACROSS, _DOWN = Qt.Orientation.Horizontal, Qt.Orientation.Vertical


def test_on_another_screen_every_dock_keeps_its_share_of_the_window(qtbot):
    apply(THEMES["dark"])
    shares, layout = reopened(qtbot, (1900, 1040), (1280, 690))
    layout._give_up()
    found = layout.arrangement().shares
    assert set(found) == set(shares)
    assert found["causes"][0] == pytest.approx(shares["causes"][0], abs=0.03)
    assert found["dictionary"][1] == pytest.approx(shares["dictionary"][1], abs=0.01)
    assert layout.docks["causes"].panel.columns[0].scatter.height() > 150


def test_a_window_that_shrinks_and_grows_again_has_its_docks_back(qtbot):
    apply(THEMES["dark"])
    window = show_window(qtbot, SHORT)
    window.dock_layout.keep_first()
    settled(window).resize(1600, 900)
    settled(window)
    window.dock_layout._give_up()
    window.resizeDocks([window.docks["causes"]], [700], _ACROSS)
    settled(window)
    before = window.dock_layout.arrangement().shares
    window.dock_layout._kept = {}
    for size in ((1280, 690), (900, 560), (1100, 640), (1600, 900)):
        settled(window).resize(*size)
        settled(window)
    after = settled(window).dock_layout.arrangement().shares
    assert after.keys() == before.keys()
    for name, shares in before.items():
        assert after[name] == pytest.approx(shares, abs=0.01), name


def test_unreadable_shares_are_left_out(qtbot):
    window = show_window(qtbot, SHORT, remember=True)
    window.restore_layout()
    window.close()
    for text in ("[", "3", '{"causes": 7}', '{"causes": ["x", 1]}', '{"nothing": [0.5, 0.5]}'):
        QSettings().setValue("window/shares", text)
        QSettings().setValue("window/size", "x")
        again = show_window(qtbot, SHORT, remember=True)
        again.restore_layout()
        assert again.docks["causes"].isVisible()
        again.close()


def test_titles_of_docks_are_never_clipped(qtbot):
    window = show_window(qtbot, SHORT)
    for name in ("light", "projector", "dark"):
        window.context.themes.choose(name)
        settled(window)
        bar = window.docks["causes"].title_bar
        (title,) = bar.findChildren(ElidedLabel)
        metrics = QFontMetrics(title.font())
        assert title.font().pointSizeF() == THEMES[name].points
        assert title.height() >= metrics.height()
        assert title.width() >= metrics.horizontalAdvance(title.text())


def test_the_buttons_of_a_title_float_and_close_the_dock(qtbot):
    window = show_window(qtbot, SHORT)
    dock = window.docks["causes"]
    buttons = {each.accessibleName(): each for each in dock.title_bar.findChildren(QToolButton)}
    buttons["Float Causes"].click()
    assert dock.isFloating()
    buttons["Float Causes"].click()
    assert not dock.isFloating()
    buttons["Close Causes"].click()
    assert dock.isHidden()


def test_a_dock_that_floats_has_a_border(qtbot):
    apply(THEMES["dark"])
    window = show_window(qtbot, SHORT)
    dock = window.docks["causes"]

    def edge():
        image = settled(window) and dock.grab().toImage()
        width, height = image.width() - 1, image.height() - 1
        along = [(x, y) for x in range(0, width, 7) for y in (0, height)]
        return {image.pixelColor(*at).lightness() for at in along}

    (ground,) = edge()
    dock.setFloating(True)
    (border,) = edge()
    assert border > ground + 60


def test_a_dock_that_floated_comes_back_in_front_of_its_tabs(qtbot):
    window = show_window(qtbot, SHORT)
    dock = next(each for each in window.docks.values() if window.tabifiedDockWidgets(each))
    dock.show()
    dock.raise_()
    settled(window)
    buttons = {each.accessibleName(): each for each in dock.title_bar.findChildren(QToolButton)}
    float_it = buttons[f"Float {dock.panel.title}"]
    for bring_back in (
        lambda: float_it.click(),
        lambda: QTest.mouseDClick(dock.title_bar, Qt.MouseButton.LeftButton),
    ):
        float_it.click()
        settled(window)
        assert dock.isFloating()
        bring_back()
        settled(window)
        assert not dock.isFloating()
        assert not dock.visibleRegion().isEmpty()
