"""Tooltips show a quantity's equation, in the colours of the theme, or plain text without."""

import base64
import re
import sys

import pytest
from PySide6.QtCore import QEvent, QPoint
from PySide6.QtGui import QHelpEvent, QImage, QTextDocument
from PySide6.QtWidgets import QApplication, QLabel, QToolTip

from dpcn_app.gui import theme
from dpcn_app.gui.equations import EQUATIONS
from dpcn_app.gui.widgets import equation_tooltip as equations
from dpcn_app.gui.widgets.equation_tooltip import attach_equation, equation_tooltip, set_outline

# ziamath's own, on Python 3.11
pytestmark = pytest.mark.filterwarnings("ignore:path is deprecated:DeprecationWarning")


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch, qapp):
    folder = tmp_path / "equations"
    monkeypatch.setattr(equations, "cache_folder", lambda: folder)
    monkeypatch.setattr(equations, "_outlines", {})
    monkeypatch.setattr(equations, "_thread", None)
    return folder


@pytest.fixture
def without_ziamath(monkeypatch):
    monkeypatch.setitem(sys.modules, "ziamath", None)


def picture(tooltip):
    found = re.search(r"base64,([^']+)'", tooltip)
    assert found is not None
    return QImage.fromData(base64.b64decode(found.group(1)))


def test_every_quantity_has_words_and_an_equation_that_can_be_set():
    equations.warm_up().join(60)
    for key, equation in EQUATIONS.items():
        tooltip = equation_tooltip(key)
        assert "<img" in tooltip, key
        assert equation.title in tooltip and equation.meaning[:9] in tooltip
        image = picture(tooltip)
        inked = any(
            image.pixelColor(x, y).alpha() > 200
            for x in range(image.width())
            for y in range(image.height())
        )
        assert inked, key


def test_all_the_quantities_that_panels_ask_for_are_there():
    asked = (
        "states causes gamma expectation reconstruction transition state_sparsity cause_sparsity"
    )
    asked += " top_down dictionary invariant kmeans centroid silhouette coherence predictions"
    assert set(asked.split()) | {"moving_average"} <= set(EQUATIONS)


def test_an_equation_is_set_once_and_then_read_from_the_disk(cache, without_ziamath, monkeypatch):
    monkeypatch.delitem(sys.modules, "ziamath")
    set_outline("gamma")
    assert len(list(cache.iterdir())) == 1
    equations._outlines.clear()
    monkeypatch.setitem(sys.modules, "ziamath", None)
    assert "<img" in equation_tooltip("gamma")


def test_asking_does_not_wait_for_the_equation():
    tooltip = equation_tooltip("gamma")  # not set yet: setting begins in a thread
    assert EQUATIONS["gamma"].plain in tooltip
    equations.warm_up().join(60)
    assert "<img" in equation_tooltip("gamma")


def test_without_ziamath_the_equation_is_written_in_unicode(without_ziamath):
    assert set_outline("causes") is None
    assert EQUATIONS["causes"].plain in equation_tooltip("causes")
    equations.warm_up().join(60)


def test_without_a_cache_folder_equations_are_kept_in_memory(tmp_path, monkeypatch):
    blocked = tmp_path / "file"
    blocked.write_text("")
    monkeypatch.setattr(equations, "cache_folder", lambda: blocked / "equations")
    assert set_outline("gamma") is not None
    assert "<img" in equation_tooltip("gamma")


@pytest.mark.parametrize("content", [b"", b"<svg", b"\xff\xfe", b"<svg xmlns='http://x'/>"])
def test_a_damaged_cache_gives_plain_text(cache, content, qtlog):
    set_outline("gamma")
    next(cache.iterdir()).write_bytes(content)
    equations._outlines.clear()
    assert EQUATIONS["gamma"].plain in equation_tooltip("gamma")
    equations.warm_up().join(60)


def test_the_equation_has_the_colour_of_type(qapp):
    set_outline("gamma")
    before = QApplication.palette(), QApplication.font()
    shades = {}
    for name in ("dark", "light"):
        theme.apply(theme.THEMES[name])
        image = picture(equation_tooltip("gamma"))
        solid = [
            image.pixelColor(x, y).lightness()
            for x in range(image.width())
            for y in range(image.height())
            if image.pixelColor(x, y).alpha() == 255
        ]
        shades[name] = sum(solid) / len(solid)
    QApplication.setPalette(before[0])
    QApplication.setFont(before[1])
    assert shades["dark"] > 180 and shades["light"] < 80


def test_qt_draws_the_picture_in_rich_text():
    set_outline("states")
    document = QTextDocument()
    document.setHtml(equation_tooltip("states"))
    assert document.size().width() >= picture(equation_tooltip("states")).width()


def test_a_widget_shows_the_tooltip_when_asked(qtbot, monkeypatch):
    label = QLabel("γ")
    qtbot.addWidget(label)
    attach_equation(label, "gamma")
    shown = []
    monkeypatch.setattr(QToolTip, "showText", lambda at, text, widget: shown.append(text))
    event = QHelpEvent(QEvent.Type.ToolTip, QPoint(1, 1), QPoint(1, 1))
    QApplication.sendEvent(label, event)
    assert EQUATIONS["gamma"].title in shown[0]
    assert EQUATIONS["gamma"].meaning in label.accessibleDescription()
    equations.warm_up().join(60)


def test_a_widget_with_words_of_its_own_shows_them_first_and_quantities_by_place(
    qtbot, monkeypatch
):
    label = QLabel("either")
    label.setToolTip("Left or right?")
    qtbot.addWidget(label)
    asked = equations._Asked(label, (lambda place: "gamma" if place.x() < 5 else None,))
    shown: list[str] = []
    monkeypatch.setattr(QToolTip, "showText", lambda at, text, widget: shown.append(text))
    for x, told in ((1, True), (9, False)):
        event = QHelpEvent(QEvent.Type.ToolTip, QPoint(x, 1), QPoint(1, 1))
        assert asked.eventFilter(label, event) is told
    assert shown[0].index("Left or right?") < shown[0].index(EQUATIONS["gamma"].title)
    assert len(shown) == 1
    equations.warm_up().join(60)
