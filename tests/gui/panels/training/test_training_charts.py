"""The charts of a training mark its layers and break its lines where learning restarts."""

import numpy as np

from dpcn_app.gui.panels.training.training_charts import marks_of
from dpcn_app.live.snapshot import Curves


def test_layers_are_marked_and_lines_break_at_restarts():
    steps = np.concatenate([np.arange(20), np.arange(30, 50), np.arange(60, 80)]).astype(float)
    none = np.zeros(60)
    layers = np.repeat([0, 1], [20, 40])
    marks, breaks = marks_of(Curves(steps, layers, {}, {}, none, none))
    assert [(mark.step, mark.name) for mark in marks] == [(0, "Layer 1"), (30, "Layer 2")]
    assert breaks.tolist() == [20, 40]
