"""The charts of a training mark its layers and break its lines where learning restarts."""

import numpy as np
import pytest

from dpcn_app.gui.panels.training.training_charts import TrainingCharts, marks_of
from dpcn_app.gui.theme import THEMES
from dpcn_app.training.curves import Curves


def test_layers_are_marked_and_lines_break_at_restarts():
    steps = np.concatenate([np.arange(20), np.arange(30, 50), np.arange(60, 80)]).astype(float)
    none = np.zeros(60)
    layers = np.repeat([0, 1], [20, 40])
    marks, breaks = marks_of(Curves(steps, layers, {}, {}, none, none))
    assert [(mark.step, mark.name) for mark in marks] == [(0, "Layer 1"), (30, "Layer 2")]
    assert breaks.tolist() == [20, 40]


@pytest.fixture
def charts(qtbot):
    charts = TrainingCharts(THEMES["dark"])
    qtbot.addWidget(charts)
    charts.show()
    return charts


def visible(charts):
    return [chart.accessibleName() for chart in charts.every if chart.isVisible()]


@pytest.mark.parametrize(("size", "count"), [((260, 200), 1), ((1000, 200), 3), ((300, 800), 3)])
def test_all_charts_are_shown_where_they_fit_else_one(charts, size, count):
    charts.resize(*size)
    assert len(visible(charts)) == count
    assert charts.tabs.isVisible() == (count == 1)


def test_a_tab_chooses_the_chart(charts):
    charts.resize(260, 200)
    assert visible(charts) == ["Energy"] and charts.log_box.isVisible()
    charts.tabs.setCurrentIndex(2)
    assert visible(charts) == ["Parameter change"] and not charts.log_box.isVisible()
