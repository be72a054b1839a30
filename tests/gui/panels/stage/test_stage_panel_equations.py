"""The stage under the pointer: it tells the equations of what is drawn."""

import pytest
from PySide6.QtCore import QEvent, QPointF
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QApplication, QToolTip

from dpcn_app.gui.panels.stage.stage_panel import StagePanel
from dpcn_app.gui.widgets import equation_tooltip as equations
from dpcn_app.live.measures import FADING
from dpcn_app.live.settings import Settings
from tests.helpers.stage_scene import ALONE, SHORT, alone, boxes, compared, watched


def equation_at(panel: StagePanel, at: QPointF, monkeypatch: pytest.MonkeyPatch) -> str | None:
    """Return the quantity whose equation is shown when the pointer rests somewhere."""
    shown: list[str] = []
    with monkeypatch.context() as patch:
        patch.setattr(equations, "equation_tooltip", lambda key: key)
        patch.setattr(QToolTip, "showText", lambda at, text, widget: shown.append(text))
        place = at.toPoint()
        QApplication.sendEvent(panel, QHelpEvent(QEvent.Type.ToolTip, place, place))
    return shown[0] if shown else None


def test_the_pointer_finds_the_equation_of_a_picture(
    panel: StagePanel, monkeypatch: pytest.MonkeyPatch
) -> None:
    panel.refresh(alone())
    panel.grab()
    found = {
        name: equation_at(panel, boxes(panel, name)[0].center(), monkeypatch) for name in ALONE
    }
    assert found == {
        "Input": None,
        "Reconstruction": "reconstruction",
        "Prediction": "expectation",
        "Residual": "reconstruction",
    }
    assert equation_at(panel, QPointF(1, 1), monkeypatch) is None


def test_the_pointer_finds_the_equations_of_surprise_and_of_the_priors_expectation(
    panel: StagePanel, monkeypatch: pytest.MonkeyPatch
) -> None:
    panel.refresh(alone(surprise=True))
    assert equation_at(panel, boxes(panel, "Input")[0].center(), monkeypatch) == "surprise"
    panel.refresh(watched(Settings(source=SHORT, modes=("prior",))))
    place = boxes(panel, "Prediction")[0].center()
    assert equation_at(panel, place, monkeypatch) == "prior_expectation"


def test_the_pointer_finds_the_equations_of_the_numbers(
    panel: StagePanel, monkeypatch: pytest.MonkeyPatch
) -> None:
    panel.refresh(compared())
    below = boxes(panel, "Reconstruction")[0].bottomLeft() + QPointF(4, 0)
    found = [equation_at(panel, below + QPointF(0, down), monkeypatch) for down in range(40)]
    assert "leak" in found
    assert equations.EQUATIONS.keys() >= {*FADING.values()}


def test_before_there_is_anything_the_pointer_finds_nothing(
    panel: StagePanel, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert equation_at(panel, QPointF(50, 50), monkeypatch) is None
