"""Buttons − and + of a spin box."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDoubleSpinBox, QSpinBox, QToolButton

from dpcn_app.gui.widgets.step_buttons import add_step_buttons


@pytest.fixture(params=[QSpinBox, QDoubleSpinBox])
def box(qtbot, request):
    box = request.param()
    box.setAccessibleName("Noise")
    box.setRange(0, 20)
    add_step_buttons(box)
    qtbot.addWidget(box)
    box.show()
    return box


def buttons(box):
    return {each.accessibleName(): each for each in box.findChildren(QToolButton)}


def test_they_step_and_leave_the_focus_where_it_is(qtbot, box):
    qtbot.mouseClick(buttons(box)["More Noise"], Qt.MouseButton.LeftButton)
    assert box.value() == 1
    qtbot.mouseClick(buttons(box)["Less Noise"], Qt.MouseButton.LeftButton)
    assert box.value() == 0
    assert not any(each.hasFocus() for each in buttons(box).values())


def test_they_are_large_enough_to_hit_and_cover_no_digit(qtbot, box):
    box.setValue(20)
    for wide in (box.sizeHint().width(), 160):
        box.resize(wide, box.sizeHint().height())
        less, more = buttons(box)["Less Noise"].geometry(), buttons(box)["More Noise"].geometry()
        assert min(less.width(), less.height()) >= 18
        assert box.rect().contains(more) and not less.intersects(more)
        text = box.fontMetrics().horizontalAdvance(box.text())
        assert less.left() > text
