"""A chart shows its lines, in every theme, and the values under the mouse."""

from itertools import pairwise

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QFontMetricsF

from dpcn_app.gui.theme import THEMES
from dpcn_app.gui.widgets.line_chart import Line, LineChart, Mark
from tests.helpers.causes_scene import move_mouse

STEPS = np.arange(50.0)


@pytest.fixture
def chart(qtbot):
    chart = LineChart("Energy", "Mean", THEMES["dark"])
    qtbot.addWidget(chart)
    chart.resize(400, 250)
    chart.show()
    return chart


def falling(name="a"):
    return Line(name, 10 * np.exp(-STEPS / 10))


def test_an_empty_chart_can_be_drawn(chart):
    assert not chart.grab().isNull()
    assert chart.accessibleDescription() == "No data yet."


def test_lines_change_the_picture(chart):
    empty = chart.grab().toImage()
    chart.show_lines(STEPS, [falling()])
    one = chart.grab().toImage()
    chart.show_lines(STEPS, [falling(), Line("b", STEPS / 5)])
    assert one != empty
    assert chart.grab().toImage() != one


def test_scale_marks_and_theme_change_the_picture(chart):
    chart.show_lines(STEPS, [falling()])
    pictures = [chart.grab().toImage()]
    chart.set_logarithmic(True)
    pictures.append(chart.grab().toImage())
    chart.show_lines(STEPS, [falling()], [Mark(25, "Layer 2")], np.array([25]))
    pictures.append(chart.grab().toImage())
    chart.use_theme(THEMES["light"])
    pictures.append(chart.grab().toImage())
    assert all(a != b for a, b in pairwise(pictures))


def test_the_values_under_the_mouse_are_shown(chart):
    chart.show_lines(STEPS, [falling()])
    before = chart.grab().toImage()
    move_mouse(chart, QPoint(250, 120))
    assert chart.grab().toImage() != before


def test_the_keyboard_reaches_the_values_too(chart, qtbot):
    chart.show_lines(STEPS, [falling()])
    before = chart.grab().toImage()
    qtbot.keyClick(chart, Qt.Key.Key_Left)
    assert chart.grab().toImage() != before
    chart.show_lines(STEPS[:5], [Line("a", STEPS[:5])])  # a new training, shorter than the last
    assert not chart.grab().isNull()


def test_values_are_told_in_words(chart):
    chart.show_lines(STEPS, [Line("a", STEPS)])
    assert chart.values_at(3) == {"a": 3.0}
    assert chart.accessibleDescription() == "At step 49: a 49."


@pytest.mark.parametrize("logarithmic", [False, True])
@pytest.mark.parametrize(
    "values",
    [
        np.full(50, np.nan),
        np.zeros(50),
        -STEPS,
        np.full(50, 3.0),
        np.full(50, 1e-30),
        np.where(STEPS > 3, np.inf, 1e30),
    ],
)
def test_odd_values_can_be_drawn(chart, values, logarithmic):
    chart.set_logarithmic(logarithmic)
    chart.show_lines(STEPS, [Line("odd", values)])
    assert not chart.grab().isNull()


def test_one_step_can_be_drawn_and_so_can_a_tiny_chart(chart):
    chart.show_lines(np.zeros(1), [Line("a", np.ones(1))], [Mark(0, "Layer 1")])
    chart.resize(3, 3)
    assert not chart.grab().isNull()


def test_a_low_chart_leaves_room_for_its_lines(chart):
    chart.resize(300, 160)
    lines = [falling(name) for name in ("Reconstruction", "Transition", "State sparsity", "Other")]
    chart.show_lines(STEPS, lines, [Mark(0, "Layer 1")])
    titled = chart.plot.height()
    chart.set_titled(False)
    assert chart.plot.height() > titled and chart.plot.height() >= 70
    assert QFontMetricsF(chart.type).height() < QFontMetricsF(chart.font()).height()


def test_a_title_of_the_axis_that_does_not_fit_beside_it_stands_in_the_title(qtbot):
    chart = LineChart("Energy", "Mean of all that there is to tell", THEMES["dark"])
    qtbot.addWidget(chart)
    chart.resize(400, 120)
    titled = chart.plot
    chart.set_titled(False)
    assert chart.plot == titled
    chart.resize(400, 600)
    assert chart.plot.top() < titled.top()
