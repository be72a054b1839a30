"""A field for a hyper-parameter says what it takes, and never in the way of the number typed."""

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QApplication, QToolTip

from dpcn_app.gui.widgets.ranged_box import RangedBox
from dpcn_app.training.hyperparameters import HYPERPARAMETERS

BETA = next(each for each in HYPERPARAMETERS if each.name == "cause_sparsity")
EPOCHS = next(each for each in HYPERPARAMETERS if each.name == "epochs")


@pytest.fixture
def box(qtbot):
    box = RangedBox(BETA, "layer 2")
    qtbot.addWidget(box)
    box.show()
    box.setFocus()
    qtbot.waitUntil(box.hasFocus)
    return box


def test_what_is_out_of_range_is_refused_with_a_sentence_beside_the_field(qtbot, box):
    box.selectAll()
    with qtbot.waitSignal(box.refused) as refused:
        qtbot.keyClicks(box, "5")
    assert refused.args == ["Layer 2: Cause sparsity β takes numbers from 0 to 2."]
    assert QToolTip.text() == refused.args[0]


def test_what_is_in_range_is_taken(qtbot, box):
    refused: list[str] = []
    box.refused.connect(refused.append)
    box.selectAll()
    qtbot.keyClicks(box, "0.25")
    assert box.number == 0.25 and refused == []


def test_whole_numbers_stay_whole(qtbot):
    box = RangedBox(EPOCHS)
    qtbot.addWidget(box)
    box.setValue(7)
    assert box.number == 7 and isinstance(box.number, int)
    assert box.text() == "7" and "1 to 100" in box.toolTip()


def test_no_tooltip_covers_a_number_that_is_typed(qtbot, box):
    QToolTip.hideText()
    qtbot.waitUntil(lambda: not QToolTip.isVisible())
    place = QPoint(3, 3)
    event = QHelpEvent(QHelpEvent.Type.ToolTip, place, box.mapToGlobal(place))
    QApplication.sendEvent(box, event)
    assert not QToolTip.isVisible()
    box.clearFocus()
    QApplication.sendEvent(box, event)
    assert "active cause" in QToolTip.text()
