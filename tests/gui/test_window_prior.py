"""The window with the extended prior: keys, what is offered, surprise, measures."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMessageBox

from dpcn_app.engine.modes import MODES, MODES_IN_TURN, PARTS
from dpcn_app.engine.spec import PriorSpec
from dpcn_app.gui.equations import EQUATIONS
from dpcn_app.live import choices
from dpcn_app.live.controller import Controller
from dpcn_app.live.engine_commands import AddModel, Change, Jump
from dpcn_app.live.settings import Settings, shapes_source
from dpcn_app.storage.bundled import open_model
from tests.helpers.hand_driven import press, show_window

SHORT = Settings(source=shapes_source(frames=60))
OWN = open_model("shapes-easy").network.spec.prior or PriorSpec()


@pytest.fixture
def window(qtbot):
    window = show_window(qtbot, SHORT)
    window.ask(Jump(30))
    window.update_all()
    return window


def modes(window):
    return [view.mode for view in window.snapshot.views]


def pictures(window):
    window.stage.grab()
    return [name for _, name in window.stage._boxes]


def without_maps(name="plain"):
    model = open_model("shapes-easy")
    layers = tuple(replace(each, M=None) for each in model.network.layers)
    return AddModel(name, replace(model, network=replace(model.network, layers=layers)))


def test_p_switches_the_prior_on_and_off_and_undo_brings_it_back(qtbot, window):
    press(qtbot, window, Qt.Key.Key_P)
    assert modes(window) == ["prior"]
    press(qtbot, window, Qt.Key.Key_P)
    assert modes(window) == ["off"]
    press(qtbot, window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert modes(window) == ["prior"]


def test_p_in_compare_puts_the_prior_beside_bottom_up(qtbot, window):
    press(qtbot, window, Qt.Key.Key_C)
    assert modes(window) == ["off", "both"]
    press(qtbot, window, Qt.Key.Key_P)
    assert modes(window) == ["off", "prior"]
    off, prior = window.snapshot.views
    assert prior.fading.leak < off.fading.leak - 0.2
    assert prior.fading.kept > off.fading.kept - 0.1


def test_m_in_compare_keeps_bottom_up_on_the_left(qtbot, window):
    press(qtbot, window, Qt.Key.Key_C)
    press(qtbot, window, Qt.Key.Key_M)
    assert modes(window) == ["off", "prior"]
    press(qtbot, window, Qt.Key.Key_M)
    assert modes(window) == ["off", "prior:T"]
    window.settings.choose(choices.choose_mode, "off")
    window.update_all()
    assert modes(window) == ["off", "prior:T"]
    for _ in MODES_IN_TURN:
        press(qtbot, window, Qt.Key.Key_M)
        assert modes(window)[0] == "off" != modes(window)[1]


def test_shift_m_goes_back(qtbot, window):
    press(qtbot, window, Qt.Key.Key_M, Qt.KeyboardModifier.ShiftModifier)
    assert modes(window) == [MODES_IN_TURN[-1]]
    press(qtbot, window, Qt.Key.Key_M)
    assert modes(window) == ["off"]


def test_the_equation_of_every_mode_and_part_can_be_shown():
    modes = {mode.equation for mode in MODES.values()} - {None}
    assert modes | {part.equation for part in PARTS.values()} <= set(EQUATIONS)


def parts(window):
    return {part for part, box in window.transport.parts.items() if box.isChecked()}


def test_the_parts_of_the_prior_are_switched_one_by_one_and_undone(qtbot, window):
    boxes = window.transport.parts
    assert parts(window) == set()
    boxes["T"].click()
    window.update_all()
    assert modes(window) == ["prior:T"] and parts(window) == {"T"}
    boxes["K"].click()
    window.update_all()
    assert modes(window) == ["prior:T+K"] and parts(window) == {"T", "K"}
    assert window.transport.mode.currentData() == "prior"
    assert set(window.snapshot.views[0].state.layers[0].added.parts) == {"T"}
    assert set(window.snapshot.views[0].state.layers[1].added.parts) == {"K"}
    boxes["D"].click()
    window.update_all()
    assert modes(window) == ["prior"] and parts(window) == set(boxes)  # the network's own parts
    for _ in range(3):
        window.settings.undo_stack.undo()
    window.update_all()
    assert modes(window) == ["off"] and parts(window) == set()


def test_the_prior_goes_with_its_last_part_but_not_from_compare(qtbot, window):
    boxes = window.transport.parts
    boxes["D"].click()
    boxes["D"].click()
    assert window.settings.current.modes == ("off",)
    window.settings.change(modes=("off", "prior:D"))
    boxes["D"].click()
    assert window.settings.current.modes == ("off", "prior:D")
    assert parts(window) == {"D"}
    boxes["T"].click()
    assert window.settings.current.modes == ("off", "prior:T+D")


def test_a_placebo_has_parts_too(window):
    window.settings.change(modes=("placebo",))
    window.transport.parts["T"].click()
    assert window.settings.current.modes == ("placebo:D+K",)


def test_every_choice_of_parts_can_be_shown_beside_others(window):
    shown = {each.text(): each for each in window.findChildren(QAction)}
    for choice in ("time", "time + handed down", "time + handed down + top"):
        shown[f"Show Prior: {choice}"].trigger()
    window.update_all()
    assert modes(window) == ["off", "prior:T", "prior:T+D", "prior:T+D+K"]
    assert window.docks["causes"].panel.columns[2].title.text() == "Prior: time + handed down"


def test_strengths_take_effect_at_once_and_are_undone(qtbot, window):
    press(qtbot, window, Qt.Key.Key_P)
    own = window.snapshot.views[0].fading
    window.docks["why"].panel.strengths.click()
    dialog = window.dialogs.strengths
    assert dialog.isVisible() and dialog.boxes["time"].value() == OWN.time
    dialog.boxes["time"].setValue(OWN.time + 1)
    dialog.boxes["time"].setValue(0)
    dialog.boxes["handed_down"].setValue(0)
    window.update_all()
    assert window.snapshot.settings.strengths == (("time", 0.0), ("handed_down", 0.0))
    assert window.snapshot.views[0].fading.leak > own.leak + 0.1
    assert dialog.boxes["time"].font().bold() and not dialog.boxes["top"].font().bold()
    dialog.undo_button.click()
    assert dialog.boxes["handed_down"].value() == OWN.handed_down
    window.settings.undo_stack.undo()  # both changes of one number are one step
    window.update_all()
    assert window.snapshot.views[0].fading == own
    assert dialog.boxes["time"].value() == OWN.time
    window.settings.undo_stack.redo()
    dialog.reset_button.click()
    assert window.settings.current.strengths == ()


def test_other_strengths_leave_what_was_inferred_without_the_prior(window):
    window.settings.change(modes=("off", "prior"))
    window.update_all()
    tracks = dict(window.controller._video._tracks)
    window.settings.change(strengths=(("time", 1.0),))
    assert [each.prior for each in window.controller._video._tracks if each in tracks] == [None]
    window.update_all()
    kept = [each for each in window.controller._video._tracks if each in tracks]
    assert [window.controller._video._tracks[each] is tracks[each] for each in kept] == [True]


def test_the_prediction_of_the_prior_is_told_as_its_own(window):
    window.settings.change(modes=("off", "prior", "prior:K"))
    window.update_all()
    assert [view.by_prior for view in window.snapshot.views] == [False, True, False]
    window.stage.grab()
    predictions = [box for box, name in window.stage._boxes if name == "Prediction"]
    told = [window.stage._quantity_at(box.center().toPoint()) for box in predictions]
    assert told == ["expectation", "prior_expectation", "expectation"]
    off, prior, _ = (view.prediction for view in window.snapshot.views)
    assert not np.allclose(off, prior)


def test_a_network_without_maps_is_not_offered_the_prior(qtbot, window):
    window.ask(without_maps())
    window.settings.change(model="plain")
    window.update_all()
    assert not any(box.isEnabled() for box in window.transport.parts.values())
    items = window.transport.mode.model()
    offered = [mode for row, mode in enumerate(MODES) if items.item(row).isEnabled()]
    assert offered == ["off", "coherence", "predictions", "both", "average"]
    seen = []
    for _ in offered:
        press(qtbot, window, Qt.Key.Key_M)
        seen += modes(window)
    assert seen == [*offered[1:], "off"]
    window.settings.change(model="shapes-easy")
    window.update_all()
    assert all(items.item(row).isEnabled() for row in range(items.rowCount()))


def test_p_says_in_the_status_bar_that_a_network_has_no_maps(qtbot, window):
    window.ask(without_maps())
    window.settings.change(model="plain")
    window.update_all()
    for key in (Qt.Key.Key_P, Qt.Key.Key_C, Qt.Key.Key_P):
        before = window.settings.undo_stack.count()
        press(qtbot, window, key)
        if key == Qt.Key.Key_P:
            assert "no maps for the extended prior" in window.message.text()
            assert window.settings.undo_stack.count() == before
    assert window.findChildren(QMessageBox) == [] and window.snapshot.problems == ()
    assert modes(window) == ["off", "both"]
    entry = next(each for each in window.findChildren(QAction) if each.text() == "Show Prior")
    window.message.setText("")
    entry.trigger()
    assert "no maps for the extended prior" in window.message.text()
    assert not entry.isChecked() and modes(window) == ["off", "both"]
    window.settings.change(model="shapes-easy")  # which is not shown yet
    press(qtbot, window, Qt.Key.Key_P)
    assert modes(window) == ["off", "prior"]


def test_s_tints_the_surprise_on_the_input_alone(qtbot, window):
    before = window.stage.grab().toImage()
    press(qtbot, window, Qt.Key.Key_S)
    assert window.snapshot.settings.surprise
    tinted = window.stage.grab().toImage()
    box, _ = next(each for each in window.stage._boxes if each[1] == "Input")
    other, _ = next(each for each in window.stage._boxes if each[1] == "Reconstruction")
    assert tinted.copy(box.toRect()) != before.copy(box.toRect())
    assert tinted.copy(other.toRect()) == before.copy(other.toRect())
    assert window.stage._quantity_at(box.center().toPoint()) == "surprise"
    press(qtbot, window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert window.stage.grab().toImage() == before


def test_compared_ways_have_their_surprise_in_place_of_what_is_left_over(qtbot, window):
    window.settings.change(modes=("off", "prior"))
    window.update_all()
    assert pictures(window) == ["Input", "Clean", *2 * ("Reconstruction", "Prediction", "Residual")]
    press(qtbot, window, Qt.Key.Key_S)
    assert pictures(window) == ["Input", "Clean", *2 * ("Reconstruction", "Prediction", "Surprise")]
    box, _ = window.stage._boxes[-1]
    assert window.stage._quantity_at(box.center().toPoint()) == "surprise"
    frame, _ = window.stage._boxes[0]
    assert window.stage._quantity_at(frame.center().toPoint()) is None


def test_compared_reconstructions_stand_side_by_side_with_their_measures(window):
    window.settings.change(modes=("off", "both", "prior"))
    for size in ((1280, 720), (1500, 940)):
        window.resize(*size)
        window.update_all()
        window.stage.grab()
        boxes = [box for box, name in window.stage._boxes if name == "Reconstruction"]
        assert (
            len({box.top() for box in boxes}) == len({box.size().toTuple() for box in boxes}) == 1
        )
        assert [box.left() for box in boxes] == sorted({box.left() for box in boxes})
        told = [each for _, each in window.stage._told if each != "prior_expectation"]
        assert told == 3 * ["leak", "kept", "iou_clean"]
        assert window.width() == size[0]


def test_the_projector_leaves_explanations_out(window):
    window.settings.change(modes=("both",))  # bottom-up the hint stands in the place of a header
    window.update_all()
    headers = [window.stage_header, window.docks["causes"].header]
    assert all(header.isVisible() for header in headers)
    window.context.themes.choose("projector")
    assert not any(header.isVisible() for header in headers)
    window.context.themes.choose("dark")
    assert all(header.isVisible() for header in headers)


def test_surprise_is_the_frame_less_what_was_expected_and_unknown_at_the_start():
    controller = Controller(replace(SHORT, surprise=True), playing=False)
    assert controller.snapshot().views[0].surprise is None
    controller.handle(Jump(30))
    snapshot = controller.snapshot()
    (view,) = snapshot.views
    assert view.surprise is not None and snapshot.frame.clean is not None
    assert view.surprise.shape == snapshot.frame.image.shape
    lit = snapshot.frame.clean >= 0.5
    noise = (snapshot.frame.image >= 0.5) & ~lit
    assert view.surprise[noise].mean() > view.surprise[lit].mean()
    controller.handle(Change(SHORT))
    assert controller.snapshot().views[0].surprise is None


def test_a_light_tells_whether_the_network_in_use_is_healthy_and_why(window):
    light = window.transport.light
    assert light.isVisible() and light.health.good
    assert light.toolTip().startswith("Healthy")
    model = open_model("shapes-easy")
    ill = {"coverage": 1.0, "balance": 0.4, "exclusiveness": 1.0, "steadiness": 1.0}
    window.ask(AddModel("bad", replace(model, recipe={"health": ill})))
    window.settings.change(model="bad")
    window.update_all()
    assert not light.health.good
    assert "Doubtful (40 % health)" in light.toolTip() and "unequally" in light.toolTip()
    for number, unknown in enumerate((None, {}, ill | {"balance": 7.0}, ill | {"balance": "x"})):
        window.ask(AddModel(f"old {number}", replace(model, recipe={"health": unknown})))
        window.settings.change(model=f"old {number}")
        window.update_all()
        assert not light.isVisible()


def test_a_change_that_takes_a_while_is_told_of(window):
    window.controller.handle = lambda command: None  # busy
    window.settings.change(modes=("prior",))
    window.status.tell_waiting()
    assert "One moment" in window.message.text() and window.progress.isVisible()
    del window.controller.handle
    window.ask(Change(window.settings.current))
    window.update_all()
    assert "Prior" in window.message.text() and not window.progress.isVisible()
    window.status.tell_waiting()
    assert "Prior" in window.message.text()


def test_measures_stand_beside_the_scatter_and_are_over_all_frames(qtbot, window):
    press(qtbot, window, Qt.Key.Key_P)
    column = window.docks["causes"].panel.columns[0]
    fading = window.snapshot.views[0].fading
    assert f"{fading.leak:.2f}" in column.fading.text()
    assert f"{fading.iou_clean:.2f}" in column.fading.text()


def test_against_the_control_words_appear_once_bottom_up_is_known(qtbot, window):
    panel = window.docks["causes"].panel
    assert panel.control.text() == ""
    window.settings.change(source=shapes_source(frames=120))  # enough to see two shapes
    press(qtbot, window, Qt.Key.Key_P)
    averaged = window.snapshot.averaged
    assert averaged is not None
    assert f"{averaged.kmeans:.2f}" in panel.control.text()
    window.settings.change(modes=("average",))
    window.update_all()
    assert window.snapshot.views[0].scores == averaged
    assert panel.control.text() == ""


def test_frames_that_are_replayed_are_measured_once():
    controller = Controller(SHORT, playing=False)
    controller.handle(Jump(20))
    first = controller.snapshot().views[0].fading
    for index in (5, 20, 0, 20):
        controller.handle(Jump(index))
        assert controller.snapshot().views[0].fading == first
    controller.handle(Jump(21))
    assert controller.snapshot().views[0].fading != first
    assert np.isfinite(list(vars(first).values())).all()
