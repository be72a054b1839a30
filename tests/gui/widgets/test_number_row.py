"""Named numbers side by side."""

import pytest
from PySide6.QtCore import QPoint

from dpcn_app.gui.theme import THEMES
from dpcn_app.gui.widgets.number_row import NumberRow, cell_width
from dpcn_app.live.measures import written

NAMES = {"leak": "leak", "kept": "kept", "IoU": "iou_clean"}


@pytest.fixture
def figures(qtbot):
    figures = NumberRow(THEMES["dark"], "Measures", NAMES)
    qtbot.addWidget(figures)
    figures.resize(150, figures.sizeHint().height())
    figures.show()
    return figures


def test_numbers_have_two_decimals_and_a_true_minus():
    assert [written(each) for each in (0.456, -0.1, None)] == ["0.46", "−0.10", "—"]


def test_what_is_shown_can_be_read_out(figures):
    assert figures.text() == "leak — · kept — · IoU —"
    figures.show_numbers({"leak": 0.28, "kept": 0.7, "IoU": None})
    assert figures.accessibleDescription() == "leak 0.28 · kept 0.70 · IoU —"


def test_the_pointer_on_a_number_tells_its_equation(figures):
    assert [figures._equation_at(QPoint(x, 5)) for x in (10, 60, 140)] == list(NAMES.values())
    figures.resize(2000, 40)  # numbers stay together on the left
    assert figures._equation_at(QPoint(1900, 5)) is None


def test_other_numbers_are_another_picture_and_a_narrow_one_keeps_them_apart(figures):
    before = figures.grab().toImage()
    figures.show_numbers({"leak": 0.28, "kept": 0.72, "IoU": 0.7})
    assert figures.grab().toImage() != before
    assert cell_width(figures.font(), 90, 3) == 30
