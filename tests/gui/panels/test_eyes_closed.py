"""The panel that shows how long what was seen lives on behind closed eyes."""

from dataclasses import replace

import numpy as np

from dpcn_app.gui.panels.eyes_closed import EyesClosedPanel
from dpcn_app.live.settings import Settings
from tests.helpers import real_scene
from tests.helpers.stage_scene import SHORT, watched

CLOSED = Settings(source=SHORT, modes=("prior", "both"), closed=20)


def test_with_open_eyes_it_says_which_key_closes_them(qtbot):
    panel = EyesClosedPanel(real_scene.make_context())
    real_scene.show(qtbot, panel)
    assert "Press H" in panel.words.text()
    assert panel.data() == {}


def test_curves_of_all_modes_stand_beside_that_of_the_held_frame(qtbot):
    panel = EyesClosedPanel(real_scene.make_context())
    real_scene.show(qtbot, panel)
    before = real_scene.picture(panel)
    snapshot = watched(CLOSED, 24)
    panel.refresh(snapshot)
    assert panel.words.text().startswith("Square, above .5: Prior for ")
    assert real_scene.picture(panel) != before
    data = panel.data()
    assert list(data) == ["frames_since_closing", "prior", "both", "held"]
    assert data["frames_since_closing"][0] == 1 and len(data["prior"]) == 20
    found = snapshot.views[0].living_on
    assert found is not None and np.array_equal(data["held"], found.held)
    values = panel.chart.values_at(0)
    assert values["Prior"] == data["prior"][0]
    assert values["Last frame held"] == data["held"][0]


def test_opening_the_eyes_takes_the_curves_away(qtbot):
    panel = EyesClosedPanel(real_scene.make_context())
    real_scene.show(qtbot, panel)
    snapshot = watched(CLOSED, 24)
    panel.refresh(snapshot)
    views = tuple(replace(view, living_on=None) for view in snapshot.views)
    panel.refresh(replace(snapshot, views=views))
    assert panel.data() == {} and "Press H" in panel.words.text()
