"""The window with the extended prior: keys, what is offered, surprise, measures."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import Qt

from dpcn_app.gui.assembly import add_panels
from dpcn_app.gui.commands import AddModel, Change, Command, Jump
from dpcn_app.gui.settings import MODE_TITLES, Settings
from dpcn_app.gui.theme import ThemeModel
from dpcn_app.gui.transport import MODE_EQUATIONS, MODE_MEANINGS
from dpcn_app.gui.window import MainWindow
from dpcn_app.gui.workshop import Workshop
from dpcn_app.storage.bundled import open_model

SHORT = Settings(frames=60)


class HandDriven(MainWindow):
    """A window whose commands go straight to a workshop of its own."""

    def __init__(self) -> None:
        self.workshop = Workshop(SHORT, playing=False)
        super().__init__(ThemeModel("dark"), SHORT, None, remember=False)

    def ask(self, command: Command) -> None:
        self.workshop.handle(command)


@pytest.fixture
def window(qtbot):
    window = HandDriven()
    for _ in add_panels(window):
        pass
    qtbot.addWidget(window)
    with qtbot.waitExposed(window):
        window.show()
    window.activateWindow()
    window.ask(Jump(30))
    update(window)
    return window


def update(window):
    while window.workshop.work(1.0) is not None:
        pass
    window.show_snapshot(window.workshop.snapshot())


def press(qtbot, window, key, modifier=Qt.KeyboardModifier.NoModifier):
    qtbot.keyClick(window, key, modifier)
    update(window)


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


def test_m_in_compare_keeps_bottom_up_beside_the_mode(qtbot, window):
    press(qtbot, window, Qt.Key.Key_C)
    press(qtbot, window, Qt.Key.Key_M)
    assert modes(window) == ["coherence", "off"]
    press(qtbot, window, Qt.Key.Key_M)
    assert modes(window) == ["predictions", "off"]
    window.transport.choose_mode("off")
    update(window)
    assert modes(window) == ["off", "predictions"]


def test_shift_m_goes_back(qtbot, window):
    press(qtbot, window, Qt.Key.Key_M, Qt.KeyboardModifier.ShiftModifier)
    assert modes(window) == [list(MODE_TITLES)[-1]]
    press(qtbot, window, Qt.Key.Key_M)
    assert modes(window) == ["off"]


def test_every_mode_has_words_and_all_but_bottom_up_an_equation():
    assert set(MODE_MEANINGS) == set(MODE_TITLES) == {"off", *MODE_EQUATIONS}


def test_a_network_without_maps_is_not_offered_the_prior(qtbot, window):
    window.ask(without_maps())
    window.settings.change(model="plain")
    update(window)
    items = window.transport.mode.model()
    offered = [mode for row, mode in enumerate(MODE_TITLES) if items.item(row).isEnabled()]
    assert offered == ["off", "coherence", "predictions", "both", "average"]
    seen = []
    for _ in offered:
        press(qtbot, window, Qt.Key.Key_M)
        seen += modes(window)
    assert seen == [*offered[1:], "off"]
    window.settings.change(model="shapes-easy")
    update(window)
    assert all(items.item(row).isEnabled() for row in range(items.rowCount()))


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
    update(window)
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
        update(window)
        window.stage.grab()
        boxes = [box for box, name in window.stage._boxes if name == "Reconstruction"]
        assert (
            len({box.top() for box in boxes}) == len({box.size().toTuple() for box in boxes}) == 1
        )
        assert [box.left() for box in boxes] == sorted({box.left() for box in boxes})
        told = [quantity for _, quantity in window.stage._told]
        assert told == 3 * ["leak", "kept", "iou_clean"]
        assert window.width() == size[0]


def test_the_projector_leaves_explanations_out(window):
    headers = [window.stage_header, window.docks["causes"].header]
    assert all(header.isVisible() for header in headers)
    window.context.themes.choose("projector")
    assert not any(header.isVisible() for header in headers)
    window.context.themes.choose("dark")
    assert all(header.isVisible() for header in headers)


def test_surprise_is_the_frame_less_what_was_expected_and_unknown_at_the_start():
    workshop = Workshop(replace(SHORT, surprise=True), playing=False)
    assert workshop.snapshot().views[0].surprise is None
    workshop.handle(Jump(30))
    snapshot = workshop.snapshot()
    (view,) = snapshot.views
    assert view.surprise is not None and snapshot.frame.clean is not None
    assert view.surprise.shape == snapshot.frame.image.shape
    lit = snapshot.frame.clean >= 0.5
    noise = (snapshot.frame.image >= 0.5) & ~lit
    assert view.surprise[noise].mean() > view.surprise[lit].mean()
    workshop.handle(Change(SHORT))
    assert workshop.snapshot().views[0].surprise is None


def test_measures_stand_beside_the_scatter_and_are_over_all_frames(qtbot, window):
    press(qtbot, window, Qt.Key.Key_P)
    column = window.docks["causes"].panel.columns[0]
    fading = window.snapshot.views[0].fading
    assert f"{fading.leak:.2f}" in column.fading.text()
    assert f"{fading.iou_clean:.2f}" in column.fading.text()


def test_against_the_control_words_appear_once_bottom_up_is_known(qtbot, window):
    panel = window.docks["causes"].panel
    assert panel.control.text() == ""
    window.settings.change(frames=120)  # enough to see two shapes
    press(qtbot, window, Qt.Key.Key_P)
    averaged = window.snapshot.averaged
    assert averaged is not None
    assert f"{averaged.kmeans:.2f}" in panel.control.text()
    window.settings.change(modes=("average",))
    update(window)
    assert window.snapshot.views[0].scores == averaged
    assert panel.control.text() == ""


def test_frames_that_are_replayed_are_measured_once():
    workshop = Workshop(SHORT, playing=False)
    workshop.handle(Jump(20))
    first = workshop.snapshot().views[0].fading
    for index in (5, 20, 0, 20):
        workshop.handle(Jump(index))
        assert workshop.snapshot().views[0].fading == first
    workshop.handle(Jump(21))
    assert workshop.snapshot().views[0].fading != first
    assert np.isfinite(list(vars(first).values())).all()
