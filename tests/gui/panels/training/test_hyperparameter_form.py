"""The form shows a preset's hyper-parameters, says what they mean, and can be reset."""

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication, QLabel

from dpcn_app.gui.panels.training.hyperparameter_form import HyperparameterForm
from dpcn_app.training.hyperparameters import HYPERPARAMETERS, PRIOR, recipe
from dpcn_app.training.presets import PRESETS

EASY = PRESETS["shapes-easy"]


@pytest.fixture
def form(qtbot):
    form = HyperparameterForm()
    qtbot.addWidget(form)
    form.show_preset(EASY)
    return form


def test_the_recipe_is_shown(form):
    for preset in PRESETS.values():
        form.show_preset(preset)
        assert form.values() == recipe(preset)


def test_every_field_says_what_it_means(form):
    of_prior = {each.name for each in PRIOR}
    for (layer, name), box in form.boxes.items():
        assert box.toolTip() and box.accessibleDescription() == box.toolTip()
        assert name in of_prior or f"layer {layer + 1}" in box.accessibleName()
        assert box.accessibleName()
    assert len(form.boxes) == 2 * len(HYPERPARAMETERS) + len(PRIOR)


def test_the_prior_is_shown_where_the_preset_has_one(form):
    form.show_preset(PRESETS["natural"])
    assert (0, "time") not in form.boxes
    shown = [each.text() for each in form.findChildren(QLabel) if each.isVisibleTo(form)]
    assert shown.count("Layer 1") == 2 and "All layers" not in shown
    form.show_preset(EASY)
    assert {name for layer, name in form.boxes if layer == 0} >= {x.name for x in PRIOR}


def test_the_recipe_comes_back(form):
    assert not form.reset_button.isEnabled()
    form.boxes[0, "epochs"].setValue(9)
    form.reset_button.click()
    assert form.values() == recipe(EASY)
    assert not form.reset_button.isEnabled()


def test_the_wheel_does_not_change_numbers_that_lie_under_it(form):
    form.show()
    box = form.boxes[0, "epochs"]
    before = box.value()
    event = QWheelEvent(
        QPointF(5, 5),
        QPointF(5, 5),
        QPoint(0, 120),
        QPoint(0, 120),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(box, event)
    assert box.value() == before
