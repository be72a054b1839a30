"""The fields panel: pictures of causes, and what the selected one expects."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtWidgets import QComboBox

from dpcn_app.analysis.receptive_fields import gamma_drop, receptive_fields, strongest_atoms
from dpcn_app.gui.panel import Context
from dpcn_app.gui.panels.fields import FieldsPanel
from dpcn_app.gui.theme import THEMES
from dpcn_app.gui.widgets.large_strip import LARGE
from dpcn_app.live.controller import Controller
from dpcn_app.live.engine_commands import CollectDriving, Command, Jump
from dpcn_app.live.settings import Settings, shapes_source
from dpcn_app.live.snapshot import Snapshot
from tests.helpers.hovering import text_at
from tests.helpers.real_scene import (
    click,
    make_context,
    picture,
    show,
    snapshots,
    while_learning,
    widgets_left_by,
)


@pytest.fixture
def context(qapp) -> Context:
    return make_context()


@pytest.fixture
def panel(qtbot, context: Context) -> FieldsPanel:
    panel = FieldsPanel(context)
    show(qtbot, panel)
    return panel


def test_before_the_first_snapshot_it_waits(qtbot, context: Context) -> None:
    panel = FieldsPanel(context)
    qtbot.addWidget(panel)
    panel.show()
    context.selection.select_cause(0, 2)
    picture(panel)
    assert panel.data() == {}


def test_every_layer_has_its_fields(panel: FieldsPanel) -> None:
    network = snapshots()[0].network
    for layer in range(network.spec.depth):
        panel.layer.setCurrentIndex(layer)
        np.testing.assert_array_equal(panel.data()["fields"], receptive_fields(network, layer))
        np.testing.assert_array_equal(panel.data()["B"], network.layers[layer].B)


def test_a_click_selects_the_cause_and_shows_its_ten_strongest_atoms(
    qtbot, panel: FieldsPanel, context: Context
) -> None:
    assert panel.strip.rows == []
    click(qtbot, panel.mosaic, panel.mosaic.rectangle(7).center())
    assert context.selection.cause == (0, 7)
    layer = snapshots()[0].network.layers[0]
    expected = strongest_atoms(layer, 7, 10)
    assert [item.index for item in panel.strip.rows[0]] == [atom for atom, _ in expected]
    first, drop = panel.strip.rows[0][0], gamma_drop(layer, 7)
    assert first.captions == (f"{expected[0][1]:.2f}", f"−{drop[first.index]:.2f}")
    assert f"γ falls from 0.7 by {drop[first.index]:.3f}" in first.description
    np.testing.assert_array_equal(panel.data()["gamma_drop"], drop)


def test_a_click_on_an_expected_atom_selects_it(
    qtbot, panel: FieldsPanel, context: Context
) -> None:
    context.selection.select_cause(0, 7)
    item, rectangle, _ = panel.strip.places()[3]
    click(qtbot, panel.strip, rectangle.center())
    assert context.selection.atom == item.index


def test_a_selected_atom_lights_up_the_causes_that_expect_it(
    panel: FieldsPanel, context: Context
) -> None:
    before = picture(panel.mosaic)
    atom = strongest_atoms(snapshots()[0].network.layers[0], 7, 1)[0][0]
    context.selection.select_atom(atom)
    assert picture(panel.mosaic) != before


def test_a_cause_selected_elsewhere_turns_to_its_layer_once(
    panel: FieldsPanel, context: Context
) -> None:
    context.selection.select_cause(1, 2)
    assert panel.layer.currentIndex() == 1
    assert panel.mosaic.selected == 2
    panel.layer.setCurrentIndex(0)
    panel.refresh(snapshots()[1])
    assert panel.layer.currentIndex() == 0
    assert panel.mosaic.selected is None


def test_states_above_layer_1_are_no_atoms_to_select(
    qtbot, panel: FieldsPanel, context: Context
) -> None:
    context.selection.select_cause(1, 2)
    click(qtbot, panel.strip, panel.strip.places()[0][1].center())
    assert context.selection.atom is None
    assert panel.strip.rows[0][0].description.startswith("state ")


def test_hovering_tells_how_strong_a_cause_is_now(panel: FieldsPanel) -> None:
    now = snapshots()[0].views[0].state.layers[0].causes.max(axis=0)
    loud, silent = int(now.argmax()), int(now.argmin())
    text = text_at(panel.mosaic, panel.mosaic.rectangle(loud).center())
    assert text == f"cause {loud + 1} · u {now[loud]:.2f} now"
    text = text_at(panel.mosaic, panel.mosaic.rectangle(silent).center())
    assert text == f"cause {silent + 1} · inactive now"


def test_another_moment_changes_the_underlines_but_not_the_fields(panel: FieldsPanel) -> None:
    before, fields = picture(panel.mosaic), panel.mosaic.pictures
    panel.refresh(snapshots()[1])
    assert picture(panel.mosaic) != before
    assert panel.mosaic.pictures is fields


def test_while_a_network_learns_its_fields_are_shown(panel: FieldsPanel) -> None:
    learning = while_learning(snapshots()[0])
    assert learning.training is not None
    panel.refresh(learning)
    expected = receptive_fields(learning.training.network, 0)
    np.testing.assert_array_equal(panel.data()["fields"], expected)
    assert panel.note.text() == "learning…"


def test_a_cause_that_the_network_lacks_does_no_harm(panel: FieldsPanel, context: Context) -> None:
    context.selection.select_cause(0, 5000)
    context.selection.select_cause(7, 0)
    context.selection.select_atom(5000)
    assert not picture(panel).isNull()


def test_it_fits_narrow_and_large_type(qtbot, panel: FieldsPanel, context: Context) -> None:
    context.selection.select_cause(0, 7)
    for name in THEMES:
        context.themes.choose(name)
        panel.resize(260, 400)
        picture(panel)
        for _, rectangle, _ in panel.strip.places():
            assert panel.strip.rect().toRectF().contains(rectangle)
    context.themes.choose("dark")


def test_controls_have_names_for_screen_readers(panel: FieldsPanel) -> None:
    assert all(combo.accessibleName() for combo in panel.findChildren(QComboBox))
    assert panel.mosaic.accessibleName() and panel.strip.accessibleName()


def test_nothing_is_left_of_panels_that_are_gone(qtbot, context: Context) -> None:
    def make() -> FieldsPanel:
        panel = FieldsPanel(context)
        panel.refresh(snapshots()[0])
        return panel

    assert widgets_left_by(make) == 0


def test_causes_that_are_not_learnt_yet_say_so(panel):
    learning = while_learning(snapshots()[0])
    assert learning.training is not None
    network = learning.training.network
    layers = tuple(replace(layer, B=0 * layer.B) for layer in network.layers)
    training = replace(learning.training, network=replace(network, layers=layers))
    panel.refresh(replace(learning, training=training))
    assert "no cause stands for anything yet" in panel.note.text()


def strengths(snapshot: Snapshot) -> np.ndarray:
    """Return the largest u of each cause of layer 1 over the groups."""
    return snapshot.views[0].state.layers[0].causes.max(axis=0)


def test_the_windows_that_drive_a_cause_are_gathered_while_watching(
    panel: FieldsPanel, context: Context
) -> None:
    assert not panel.windows.isVisible()  # nothing is selected
    first, second = snapshots()
    panel.refresh(second)
    causes = np.stack([strengths(each) for each in (first, second)])
    cause = int(causes.min(axis=0).argmax())  # one that is active in both frames
    context.selection.select_cause(0, cause)
    mean, *items = panel.windows.rows[0]
    order = np.argsort(-causes[:, cause])
    frames = [(first, second)[place].frame.index for place in order]
    assert [item.index for item in items] == frames
    assert items[0].captions == (f"#{frames[0] + 1} · u {causes[order[0], cause]:.2f}",)
    assert panel.windows.isVisible()
    np.testing.assert_array_equal(panel.data()["windows"][0], items[0].picture)
    assert mean.picture.shape == items[0].picture.shape


def test_a_click_on_a_window_goes_to_its_frame(qtbot) -> None:
    asked: list[Command] = []
    context = make_context(asked)
    panel = FieldsPanel(context)
    show(qtbot, panel)
    context.selection.select_cause(0, int(strengths(snapshots()[0]).argmax()))
    mean, window = (rectangle.center() for _, rectangle, _ in panel.windows.places()[:2])
    click(qtbot, panel.windows, mean)
    assert asked == [CollectDriving(0)]  # the mean is no frame
    click(qtbot, panel.windows, window)
    assert asked[1:] == [Jump(snapshots()[0].frame.index)]


def test_windows_of_another_video_begin_anew(panel: FieldsPanel, context: Context) -> None:
    first = snapshots()[0]
    cause = int(strengths(first).argmax())
    context.selection.select_cause(0, cause)
    other = replace(first, settings=replace(first.settings, seed=first.settings.seed + 1))
    panel.refresh(replace(other, frame=replace(first.frame, index=3)))
    assert [item.index for item in panel.windows.rows[0][1:]] == [3]


def test_while_a_network_learns_no_windows_are_shown(panel: FieldsPanel, context: Context) -> None:
    context.selection.select_cause(0, 2)
    panel.refresh(while_learning(snapshots()[0]))
    assert not panel.windows.isVisible()


def test_a_selected_cause_asks_for_hardly_more_room(
    qtbot, panel: FieldsPanel, context: Context
) -> None:
    """Otherwise a click would make the window larger than a small screen."""
    context.selection.select_cause(0, 2)
    panel.strip.setMinimumHeight(0)  # as much as one strip asks for by itself
    panel.windows.hide()
    alone = panel.minimumSizeHint().height()
    other = FieldsPanel(context)
    qtbot.addWidget(other)
    other.refresh(snapshots()[0])
    assert other.windows.isVisibleTo(other)
    assert other.minimumSizeHint().height() <= alone + 1


def test_in_a_low_dock_what_drives_a_cause_stands_large_beside_the_fields(
    qtbot, panel: FieldsPanel, context: Context
) -> None:
    context.selection.select_cause(0, int(strengths(snapshots()[0]).argmax()))
    panel.resize(690, 190)
    qtbot.waitUntil(lambda: panel.mosaic.geometry().right() < panel.windows.geometry().left())
    assert min(place.height() for _, place, _ in panel.windows.places()) >= LARGE
    assert min(place.height() for _, place, _ in panel.strip.places()) > 10
    panel.resize(500, 700)
    qtbot.waitUntil(lambda: panel.strip.geometry().bottom() < panel.windows.geometry().top())


def whole_video() -> Snapshot:
    """Return the scene once the whole video has been looked through for layer 2's causes."""
    controller = Controller(
        Settings(source=shapes_source(frames=40), modes=("both",), noise=0.0), playing=False
    )
    while controller.work(0.1) is not None:
        pass
    controller.handle(CollectDriving(1))
    controller.handle(Jump(20))
    return controller.snapshot()


def test_the_best_frames_are_those_of_the_whole_video(qtbot, context: Context) -> None:
    panel = FieldsPanel(context)
    show(qtbot, panel)
    snapshot = whole_video()
    panel.refresh(snapshot)
    cause = int(snapshot.views[0].causes.max(axis=0).argmax())
    context.selection.select_cause(1, cause)
    best = int(snapshot.views[0].causes[:, cause].argmax())
    _, first, *others = panel.windows.rows[0]
    assert first.index == best != snapshot.frame.index
    assert len(others) >= 2
    assert "best of all 40 frames" in panel.stands_for.text()
    assert panel.stands_for.text().startswith(f"Cause {cause + 1}")


def test_a_layer_is_looked_through_once_for_all_its_causes(qtbot) -> None:
    asked: list[Command] = []
    context = make_context(asked)
    panel = FieldsPanel(context)
    show(qtbot, panel)
    assert asked == []
    for layer, cause in ((0, 1), (0, 2), (1, 0)):
        context.selection.select_cause(layer, cause)
    assert asked == [CollectDriving(0), CollectDriving(1)]
    assert "best frames so far" in panel.stands_for.text()
