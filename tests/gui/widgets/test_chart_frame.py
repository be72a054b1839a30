"""What stands around the lines of a chart."""

import pytest
from PySide6.QtGui import QFont

from dpcn_app.gui.theme import THEMES
from dpcn_app.gui.widgets.chart_frame import legend_boxes, legend_font, line_pen

NAMES = ["Reconstruction", "Transition", "State sparsity", "Cause sparsity"]


@pytest.fixture
def font(qapp) -> QFont:
    return QFont()


def test_a_wide_chart_has_its_legend_in_one_row_and_a_narrow_one_in_several(font):
    wide, end = legend_boxes(NAMES, font, 4000)
    assert len({box.top() for box in wide}) == 1
    narrow, lower = legend_boxes(NAMES, font, 200)
    assert len({box.top() for box in narrow}) > 1
    assert lower > end
    assert not any(a.intersects(b) for a in narrow for b in narrow if a is not b)


def test_smaller_type_saves_a_row_of_the_legend(font):
    def rows(font):
        boxes, _ = legend_boxes(NAMES, font, width)
        return len({box.top() for box in boxes})

    assert legend_font(NAMES, font, 4000, rows=1) == font
    width = max(box.right() for box in legend_boxes(NAMES, font, 4000)[0])
    assert (rows(font), rows(legend_font(NAMES, font, width, rows=1))) == (2, 1)


def test_without_a_title_the_legend_has_its_place(font):
    (below, *_), _ = legend_boxes(NAMES, font, 4000)
    (above, *_), _ = legend_boxes(NAMES, font, 4000, titled=False)
    assert above.bottom() < below.bottom() and above.top() < below.height()


def test_lines_of_one_colour_have_other_dashes():
    theme = THEMES["dark"]
    looks = {
        (pen.color().name(), tuple(pen.dashPattern()))
        for pen in (line_pen(theme, index) for index in range(len(theme.classes)))
    }
    assert len(looks) == len(theme.classes)
