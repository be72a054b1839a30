"""Terms in labels: which one is at a place, whatever the wrapping, the frame and the format."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QCheckBox, QLabel, QTabBar

from dpcn_app.gui.widgets.elided_label import ElidedLabel, WrappedLabel
from dpcn_app.gui.widgets.term_text import TermLabel, term_at, term_boxes

LONG = "Here some words come first, so that the line is broken before the extended prior stands."


def shown(qtbot, widget, width=260):
    qtbot.addWidget(widget)
    widget.resize(width, 70)
    widget.show()
    return widget


def places(widget, name):
    """Return all places of a coarse grid at which a term is told."""
    return [
        QPoint(x, y)
        for y in range(0, widget.height(), 6)
        for x in range(0, widget.width(), 12)
        if (term := term_at(widget, QPoint(x, y))) is not None and term.name == name
    ]


@pytest.mark.parametrize("style", ["", "border-left: 4px solid red; padding: 6px;"])
def test_a_term_is_told_where_it_stands_and_its_dots_are_below_it(qtbot, style):
    label = TermLabel()
    label.setWordWrap(True)
    label.setStyleSheet(style)
    label.setText(LONG)
    shown(qtbot, label)
    told = places(label, "extended prior")
    boxes = term_boxes(label)
    assert told and boxes
    assert all(any(box.adjusted(-3, -3, 3, 8).contains(at) for box in boxes) for at in told)
    assert all(at.y() > label.fontMetrics().height() for at in told)  # not in the first line


def test_the_dots_are_drawn_below_words_that_are_terms_alone(qtbot):
    pictures = []
    for label in (QLabel(), TermLabel()):
        label.setTextFormat(Qt.TextFormat.PlainText)
        for text in ("quite usual words", "a coherence"):
            label.setText(text)
            pictures.append(shown(qtbot, label).grab().toImage())
    assert pictures[0] == pictures[2] and pictures[1] != pictures[3]


def test_a_term_that_comes_again_has_dots_only_once(qtbot):
    label = TermLabel()
    label.setText("noise, noise and noise")
    assert len(term_boxes(shown(qtbot, label))) == 1


def test_rich_text_is_read_as_it_is_shown(qtbot):
    label = QLabel("Press <b>P</b> to let noise fade")
    assert places(shown(qtbot, label), "noise")


def test_a_label_of_few_lines_leaves_its_tooltip_to_the_term(qtbot):
    label = WrappedLabel("Verdict", 3)
    label.setText("Quite near a moving average")
    found = places(shown(qtbot, label), "moving average")
    assert found and len(found) < 60
    title = ElidedLabel("Title")
    title.setText("Causes")
    assert places(shown(qtbot, title), "causes u")


def test_tabs_and_buttons_are_terms_as_a_whole_or_not_at_all(qtbot):
    bar = QTabBar()
    for text in ("Dictionary", "Why", "Top units"):
        bar.addTab(text)
    shown(qtbot, bar, 400)
    found = [term_at(bar, bar.tabRect(index).center()) for index in range(3)]
    assert [term and term.name for term in found] == ["dictionary C", None, "top unit"]
    assert term_at(bar, QPoint(399, 69)) is None
    assert term_at(shown(qtbot, QCheckBox("Coherence")), QPoint(30, 10)) is not None
    assert term_at(shown(qtbot, QCheckBox("Slow start of noise")), QPoint(30, 10)) is None
