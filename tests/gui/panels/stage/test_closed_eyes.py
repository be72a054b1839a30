"""The stage while the network's eyes are closed."""

import numpy as np

from dpcn_app.gui.panels.stage.closed_eyes import are_closed
from dpcn_app.gui.panels.stage.stage_panel import StagePanel
from dpcn_app.live.settings import Settings
from tests.helpers.real_scene import make_context, show
from tests.helpers.stage_scene import SHORT, SIZE, boxes, grey, shades, watched, words

ALONE = Settings(source=SHORT, modes=("prior",), closed=15)
COMPARED = Settings(source=SHORT, modes=("off", "prior"), closed=15)


def staged(qtbot, snapshot):
    panel = StagePanel(make_context())
    show(qtbot, panel, SIZE)
    panel.refresh(snapshot)
    return panel


def test_eyes_are_closed_from_the_frame_on_only():
    assert are_closed(watched(ALONE, 15))
    assert not are_closed(watched(ALONE, 14))
    assert not are_closed(watched(Settings(source=SHORT, modes=("prior",)), 20))


def test_the_input_of_a_mode_alone_is_what_it_feeds_itself_with_the_truth_in_a_corner(qtbot):
    snapshot = watched(ALONE, 18)
    panel = staged(qtbot, snapshot)
    assert "eyes closed: what it expects" in words(panel) and "hidden" in words(panel)
    (box,) = boxes(panel, "Input")
    drawn = shades(panel.grab().toImage(), box, (32, 32))
    assert snapshot.views[0].fed is not None
    fed = grey(snapshot.views[0].fed)
    upper = slice(0, 16)  # above the inset
    assert np.abs(drawn[upper].astype(int) - fed[upper]).max() <= 2
    assert not np.array_equal(fed, grey(snapshot.frame.image))


def test_before_the_eyes_close_the_stage_is_as_ever(qtbot):
    panel = staged(qtbot, watched(ALONE, 14))
    assert not any("eyes closed" in each or each == "hidden" for each in words(panel))


def test_in_a_comparison_the_frame_that_no_mode_sees_is_dimmed(qtbot):
    snapshot = watched(COMPARED, 18)
    panel = staged(qtbot, snapshot)
    assert "eyes closed: it does not see this" in words(panel)
    box = boxes(panel, "Input")[0]
    drawn = shades(panel.grab().toImage(), box, (32, 32))
    frame = grey(snapshot.frame.image)
    assert 60 < drawn[frame == 255].max() < 130
