"""The panel of top units: a heat map over the frame, of one cause or of the strongest."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QRectF

from dpcn_app.gui.panel import Context
from dpcn_app.gui.panels.top_units import TopUnitsPanel, _blocks
from tests.helpers.real_scene import make_context, picture, show, snapshots


@pytest.fixture
def context(qapp) -> Context:
    return make_context()


@pytest.fixture
def panel(qtbot, context: Context) -> TopUnitsPanel:
    panel = TopUnitsPanel(context)
    show(qtbot, panel)
    return panel


def test_before_the_first_snapshot_it_waits(qtbot, context: Context) -> None:
    panel = TopUnitsPanel(context)
    qtbot.addWidget(panel)
    panel.show()
    assert panel.data() == {}
    assert not picture(panel).isNull()


def test_the_heat_covers_the_frame_and_is_hottest_where_a_cause_is_strongest(
    panel: TopUnitsPanel,
) -> None:
    shown = snapshots()[0]
    heat = panel.data()["heat"]
    assert heat.shape == shown.frame.image.shape
    assert 0 <= heat.min() <= heat.max() <= 1
    np.testing.assert_array_equal(panel.data()["causes"], shown.views[0].state.top_causes)


def test_a_selected_top_cause_is_shown_alone(panel: TopUnitsPanel, context: Context) -> None:
    shown = snapshots()[0]
    causes = shown.views[0].state.top_causes[0]
    silent = int(causes.argmin())
    context.selection.select_cause(1, silent)
    if causes[silent] == 0:
        assert not panel.data()["heat"].any()
    strongest = int(causes.argmax())
    context.selection.select_cause(1, strongest)
    assert panel.data()["heat"].max() == pytest.approx(1)
    assert panel._words(shown).endswith(
        f"the whole frame · cause {strongest + 1}, u {causes.max():.2f}"
    )


def test_a_unit_is_told_by_the_number_of_its_strongest_cause_where_it_fits(
    panel: TopUnitsPanel,
) -> None:
    shown = snapshots()[0]
    strongest = int(shown.views[0].state.top_causes.argmax())
    assert panel._words(shown).startswith("This network has one top unit, which sees the whole")
    assert f"strongest: cause {strongest + 1}, u " in panel._words(shown)
    written: list[str] = []

    class Painter:
        def drawText(self, box: object, flags: object, words: str) -> None:
            written.append(words)

        def fillRect(self, *_: object) -> None: ...

        def setPen(self, *_: object) -> None: ...

    panel._paint_names(Painter(), QRectF(0, 0, 300, 300), shown)  # type: ignore[arg-type]
    assert written == [str(int(shown.views[0].state.top_causes[0].argmax()) + 1)]
    panel._paint_names(Painter(), QRectF(0, 0, 20, 20), shown)  # type: ignore[arg-type]
    assert len(written) == 1


def test_blocks_cover_what_is_hot_and_nothing_else() -> None:
    heat = np.zeros((6, 8))
    heat[1:3, 2:5] = 0.5
    heat[4:, 6:] = 1.0
    painted = np.zeros_like(heat)
    for top, left, height, width, value in _blocks(heat):
        assert not painted[top : top + height, left : left + width].any()
        painted[top : top + height, left : left + width] = value
    np.testing.assert_array_equal(painted, heat)


def test_a_unit_without_any_cause_says_so(panel: TopUnitsPanel) -> None:
    shown = snapshots()[0]
    view = shown.views[0]
    *below, top = view.state.layers
    silent = replace(view.state, layers=(*below, replace(top, causes=np.zeros_like(top.causes))))
    words = panel._words(replace(shown, views=(replace(view, state=silent),)))
    assert words.endswith("which sees the whole frame · no cause is on")
