"""*What am I looking at?*: labels that fit, never overlap, follow what is shown, and go away."""

import itertools

import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QApplication

from dpcn_app.gui.explaining.window_labels import place_label
from dpcn_app.live.settings import Settings, shapes_source
from tests.helpers.hand_driven import press, show_window


@pytest.fixture
def window(qtbot):
    window = show_window(qtbot, Settings(source=shapes_source(frames=30)))
    window.update_all()
    return window


def open_labels(window):
    QApplication.processEvents()
    window.grab()  # the stage knows where its pictures are once they are painted
    window.help_menu.labels.open()
    return window.help_menu.labels


def check(window, labels):
    """See that every label is inside its part and the window, and apart from all others."""
    whole = QRectF(window.rect())
    for label in labels.labels:
        assert whole.contains(label.box) and label.part.contains(label.box), label.words
        assert label.font.pointSizeF() >= 0.7 * window.font().pointSizeF()
    for one, other in itertools.combinations(labels.labels, 2):
        assert not one.box.intersects(other.box), (one.words, other.words)


@pytest.mark.parametrize("size", [(1280, 690), (1600, 950)])
@pytest.mark.parametrize("theme", ["dark", "projector"])
def test_labels_lie_inside_their_parts_whatever_the_look(window, theme, size):
    window.resize(*size)
    window.context.themes.choose(theme)
    labels = open_labels(window)
    words = " ".join(label.words for label in labels.labels)
    for begin in ("What the network sees", "Causes:", "How it infers", "Play"):
        assert begin in words
    assert "What it missed" in words or theme == "projector"
    assert ("Dictionary:" in words) == (theme == "dark")  # a projector has no room for it
    check(window, labels)
    labels.grab()
    window.context.themes.choose("dark")


def test_labels_tell_what_is_shown_now(qtbot, window):
    labels = open_labels(window)
    assert "How it infers: Bottom-up" in labels.accessibleDescription()
    assert "frame 1 of 30" in labels.accessibleDescription()
    qtbot.keyClick(labels, Qt.Key.Key_Escape)
    press(qtbot, window, Qt.Key.Key_T)
    press(qtbot, window, Qt.Key.Key_C)
    press(qtbot, window, Qt.Key.Key_Right)
    labels = open_labels(window)
    said = labels.accessibleDescription()
    assert "How it infers: Top-down" in said and "frame 2 of 30" in said
    assert "Side by side: Bottom-up, Top-down" in said
    check(window, labels)


def test_any_key_takes_them_away_and_does_nothing_else(qtbot, window):
    for key in (Qt.Key.Key_T, Qt.Key.Key_Space, Qt.Key.Key_Escape, Qt.Key.Key_PageDown):
        labels = open_labels(window)
        before = window.settings.current, len(window.asked)
        qtbot.keyClick(labels, key)
        assert not labels.isVisible()
        assert (window.settings.current, len(window.asked)) == before
    labels = open_labels(window)
    qtbot.keyClick(labels, Qt.Key.Key_Shift)
    assert labels.isVisible()
    qtbot.mouseClick(labels, Qt.MouseButton.LeftButton)
    assert not labels.isVisible()
    press(qtbot, window, Qt.Key.Key_T)  # the window's keys work again
    assert window.settings.current.modes == ("both",)


def test_a_label_that_does_not_fit_is_left_out(qapp):
    font = QFont()
    words = "Quite a long sentence for a small part of the window."
    assert place_label(QRectF(0, 0, 40, 14), words, font) is None
    assert place_label(QRectF(0, 0, 400, 200), words, font) is not None
