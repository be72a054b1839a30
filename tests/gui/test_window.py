"""The main window: keys, modes, messages, layout, closing."""

import gc
import threading
import weakref

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QMenu, QMessageBox, QSpinBox

from dpcn_app.engine.modes import MODES_IN_TURN
from dpcn_app.gui.assembly import add_panels
from dpcn_app.gui.theme import THEMES, ThemeModel, apply
from dpcn_app.gui.window import MainWindow
from dpcn_app.live.engine_commands import Examine, Jump, StartTraining, Step
from dpcn_app.live.engine_thread import EngineThread
from dpcn_app.live.first_snapshot import first_snapshot
from dpcn_app.live.settings import Settings, shapes_source
from dpcn_app.storage.bundled import open_model
from dpcn_app.storage.models import load_model, save_model
from dpcn_app.training.presets import preset
from tests.helpers.hand_driven import press, show_window

SHORT = Settings(source=shapes_source(frames=120))


@pytest.fixture
def window(qtbot):
    window = show_window(qtbot, SHORT)
    window.update_all()
    return window


def test_docks_are_drawn_one_by_one_so_that_keys_are_heard_in_between(window, monkeypatch):
    drawn: list[str] = []
    for panel in (window.stage, *(dock.panel for dock in window.docks.values())):
        monkeypatch.setattr(panel, "refresh", lambda _, name=panel.name: drawn.append(name))
    window.engine = EngineThread(Settings())  # not started: its mailbox is filled by hand
    steps: list[list[str]] = []
    window.engine.snapshots.put(window.controller.snapshot())
    while not steps or steps[-1]:
        before = len(drawn)
        window.poll()
        steps.append(drawn[before:])
    assert steps[0] == ["stage"]
    assert all(len(step) == 1 for step in steps[:-1])
    assert set(drawn) == {"stage", "causes", "dictionary", "training"}  # the others are hidden


def test_the_microscope_looks_only_while_its_tab_is_in_front(window):
    def looking() -> bool:
        return [each for each in window.asked if isinstance(each, Examine)][-1].on

    assert not looking()  # behind Training, at first
    window.show_panel("microscope")
    assert looking()
    window.show_panel("training")
    assert not looking()


def test_a_panel_behind_another_tab_cannot_be_seen(window):
    shown = {name for name, dock in window.docks.items() if dock.panel.can_be_seen}
    assert shown == {"causes", "dictionary", "training"}
    window.show_panel("why")
    assert window.docks["why"].panel.can_be_seen
    assert not window.docks["dictionary"].panel.can_be_seen


def test_hidden_panels_hold_on_to_no_snapshot_of_other_settings(window):
    for name in window.docks:
        window.show_panel(name)
        window.update_all()
    window.show_panel("dictionary")
    window.settings.change(modes=("both",))
    window.update_all()
    kept = {name: dock.panel.snapshot for name, dock in window.docks.items()}
    assert kept["why"] is None and kept["gabors"] is None
    assert all(each is None or each is window.snapshot for each in kept.values())
    window.show_panel("why")
    assert window.docks["why"].panel.snapshot is window.snapshot


def test_the_opening_shows_frame_and_dictionary_before_anything_is_inferred(qtbot):
    window = MainWindow(ThemeModel("dark"), Settings(), None, remember=False)
    qtbot.addWidget(window)
    window.show_snapshot(first_snapshot(Settings()))
    for _ in add_panels(window):
        pass
    assert window.message.text() == "Loading the engine …"
    picture = window.docks["dictionary"].panel.grab().toImage()
    size = picture.size()
    colours = {picture.pixel(x, y) for x in range(size.width()) for y in range(0, size.height(), 3)}
    assert len(colours) > 20


def test_t_switches_top_down_on_and_off(qtbot, window):
    assert window.hint.isVisible()
    press(qtbot, window, Qt.Key.Key_T)
    assert window.settings.current.modes == ("both",)
    assert not window.hint.isVisible()
    press(qtbot, window, Qt.Key.Key_T)
    assert window.settings.current.modes == ("off",)


def test_m_goes_through_all_modes(qtbot, window):
    seen = []
    for _ in MODES_IN_TURN:
        press(qtbot, window, Qt.Key.Key_M)
        seen.append(window.snapshot.views[0].mode)
    assert seen == [*MODES_IN_TURN[1:], "off"]


def test_c_compares_bottom_up_with_top_down(qtbot, window):
    press(qtbot, window, Qt.Key.Key_C)
    assert [view.mode for view in window.snapshot.views] == ["off", "both"]
    press(qtbot, window, Qt.Key.Key_C)
    assert len(window.snapshot.views) == 1


def test_any_number_of_modes_can_be_shown_side_by_side(window):
    shown = {
        action.text(): action
        for action in window.findChildren(QAction)
        if action.text().startswith("Show ")
    }
    shown["Show Moving average"].trigger()
    shown["Show Coherence"].trigger()
    window.update_all()
    assert [view.mode for view in window.snapshot.views] == ["off", "average", "coherence"]
    for name in ("Show Bottom-up", "Show Moving average", "Show Coherence"):
        shown[name].trigger()
    assert window.settings.current.modes == ("off",)  # one is always shown
    assert shown["Show Bottom-up"].isChecked()


def test_n_takes_the_noise_away_and_brings_it_back(qtbot, window):
    press(qtbot, window, Qt.Key.Key_N)
    assert window.settings.current.noise == 0
    press(qtbot, window, Qt.Key.Key_N)
    assert window.settings.current.noise == 1.5


def test_arrows_step_and_home_and_end_jump(qtbot, window):
    for key, expected in (
        (Qt.Key.Key_Right, Step(1)),
        (Qt.Key.Key_Left, Step(-1)),
        (Qt.Key.Key_Home, Jump(0)),
    ):
        press(qtbot, window, key)
        assert window.asked[-1] == expected
    press(qtbot, window, Qt.Key.Key_End)
    assert window.snapshot.frame.index == 119


def test_space_plays_and_pauses(qtbot, window):
    qtbot.keyClick(window, Qt.Key.Key_Space)
    window.show_snapshot(window.controller.snapshot())
    assert window.snapshot.playing
    qtbot.keyClick(window, Qt.Key.Key_Space)
    window.show_snapshot(window.controller.snapshot())
    assert not window.snapshot.playing


def test_plus_and_minus_change_the_speed(qtbot, window):
    press(qtbot, window, Qt.Key.Key_Plus)
    assert window.settings.current.speed == 2.0
    for _ in range(5):
        press(qtbot, window, Qt.Key.Key_Minus)
    assert window.settings.current.speed == 0.25


def test_g_draws_the_grid_and_o_outlines_the_noise(qtbot, window):
    before = window.stage.grab().toImage()
    qtbot.keyClick(window, Qt.Key.Key_G)
    with_grid = window.stage.grab().toImage()
    assert with_grid != before
    qtbot.keyClick(window, Qt.Key.Key_G)
    assert window.stage.grab().toImage() == before
    qtbot.keyClick(window, Qt.Key.Key_O)
    assert window.stage.grab().toImage() != before


def test_ctrl_z_undoes_a_change(qtbot, window):
    press(qtbot, window, Qt.Key.Key_T)
    qtbot.keyClick(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    window.update_all()
    assert window.settings.current.modes == ("off",)
    assert window.snapshot.views[0].mode == "off"


def test_after_the_projector_everything_is_as_it_was(qtbot, window):
    apply(THEMES["dark"])  # as the application does when it starts
    window.resize(1280, 700)
    window.docks["why"].raise_()
    window.docks["training"].close()
    qtbot.waitUntil(lambda: not window.docks["why"].panel.visibleRegion().isEmpty())

    def layout():
        QApplication.processEvents()
        window.grab()
        docks = {name: dock for name, dock in window.docks.items() if not dock.isFloating()}
        seen = {name: not dock.visibleRegion().isEmpty() for name, dock in docks.items()}
        closed = {name for name, dock in docks.items() if dock.isHidden()}
        return seen, closed, (docks["causes"].width(), docks["why"].height())

    seen, closed, sizes = layout()
    assert seen["why"] and closed == {"training"}
    for _ in range(2):
        press(qtbot, window, Qt.Key.Key_F11)
        assert [name for name, dock in window.docks.items() if dock.isVisible()] == ["causes"]
        press(qtbot, window, Qt.Key.Key_F11)
        assert layout() == (seen, closed, pytest.approx(sizes, abs=2))


def test_f11_switches_to_the_projector_and_back(qtbot, window):
    press(qtbot, window, Qt.Key.Key_F11)
    assert window.context.themes.current.name == "projector"
    assert window.docks["training"].isHidden()
    assert not window.docks["causes"].isHidden()
    press(qtbot, window, Qt.Key.Key_F11)
    assert window.context.themes.current.name == "dark"
    assert not window.docks["training"].isHidden()


def test_every_control_has_an_accessible_name(window):
    for kind in (QAbstractButton, QComboBox, QSpinBox):
        for control in window.centralWidget().findChildren(kind):
            named = control.accessibleName() or getattr(control, "text", str)()
            assert named, control


def test_every_entry_of_the_menus_says_what_it_does(window):
    menus = [menu for menu in window.menuBar().findChildren(QMenu) if menu.title()]
    assert len(menus) >= 6 and all(menu.toolTipsVisible() for menu in menus)
    own = [action for menu in menus for action in menu.actions()]
    silent = [
        action.text()
        for action in own
        if action.menu() is None
        and not action.isSeparator()
        and not action.statusTip()
        and not action.text().replace("&", "").startswith(("Undo", "Redo", "No files"))
    ]
    assert silent == []


def test_a_sets_one_scale_for_all_clouds_and_back(qtbot, window):
    press(qtbot, window, Qt.Key.Key_C)
    press(qtbot, window, Qt.Key.Key_A)
    assert window.context.overlays.current.common_scale
    press(qtbot, window, Qt.Key.Key_A)
    assert not window.context.overlays.current.common_scale


def test_every_action_with_a_key_is_in_a_menu_once(window):
    keys = [
        key.toString()
        for action in window.findChildren(QAction)
        for key in action.shortcuts()
        if key.toString()
    ]
    assert len(keys) == len(set(keys))


def test_state_estimation_waits_in_the_view_menu_and_starts_nothing(window):
    panel = window.pages.panels["states"]
    assert panel.page is None and not panel.isVisible()
    action = next(each for each in window.view_menu.actions() if each.text() == "State estimation")
    action.trigger()
    assert panel.isVisible() and panel.page is not None
    window.close()
    assert "state estimation" not in {thread.name for thread in threading.enumerate()}


def test_docks_can_be_closed_and_reopened_from_the_view_menu(window):
    dock = window.docks["causes"]
    dock.close()
    assert dock.isHidden()
    action = next(
        each for each in window.view_menu.actions() if each.text().replace("&", "") == "Causes"
    )
    action.trigger()
    assert not dock.isHidden()
    window.restore_layout()
    dock.close()
    window.reset_layout()
    assert not dock.isHidden()


def test_a_model_is_saved_and_opened_again(window, tmp_path):
    path = tmp_path / "mine.npz"
    window.files.save_model(path)
    assert load_model(path).preset == "shapes-easy"
    window.files.open(path)
    window.update_all()
    assert window.settings.current.model == "mine"
    assert window.snapshot.settings.model == "mine"


def test_a_file_that_is_no_model_gets_a_sentence_and_nothing_changes(window, tmp_path):
    path = tmp_path / "bad.npz"
    path.write_text("nonsense")
    window.files.open(path)
    window.update_all()
    box = next(each for each in window.findChildren(QMessageBox) if each.isVisible())
    assert "bad.npz" in box.text()
    assert window.settings.current.model == "shapes-easy"
    box.close()


def test_a_failure_can_be_copied(window):
    window.show_failure("Traceback: details")
    box = next(each for each in window.findChildren(QMessageBox) if each.isVisible())
    copy = next(each for each in box.buttons() if each.text() == "Copy details")
    copy.click()
    assert QApplication.clipboard().text() == "Traceback: details"
    assert box.isVisible()
    box.close()


def test_a_selected_atom_is_framed_on_the_stage(window):
    states = window.snapshot.views[0].state.layers[0].states
    atom = int(abs(states).sum(axis=(0, 1)).argmax())
    before = window.stage.grab().toImage()
    window.context.selection.select_atom(atom)
    assert window.stage.grab().toImage() != before


def test_recent_files_are_remembered(window, tmp_path):
    from dpcn_app.gui.recent import recent_files

    path = tmp_path / "one.npz"
    save_model(path, open_model("shapes-easy"))
    window.files.open(path)
    assert recent_files() == [path]
    path.unlink()
    assert recent_files() == []


def test_closing_ends_the_engine_thread_and_frees_the_window(qtbot):
    engine = EngineThread(Settings(source=shapes_source(frames=60)))
    window = MainWindow(
        ThemeModel("dark"), Settings(source=shapes_source(frames=60)), engine, remember=True
    )
    for _ in add_panels(window):
        pass
    window.restore_layout()
    window.show()
    window.start()
    qtbot.waitUntil(lambda: window.snapshot is not None, timeout=30_000)
    gone = weakref.ref(window.stage)
    window.close()
    assert not engine.is_alive()
    assert "engine" not in {thread.name for thread in threading.enumerate()}
    window.deleteLater()
    qtbot.waitUntil(lambda: gone() is None or not _alive(gone()), timeout=5_000)


def _alive(widget):
    from shiboken6 import isValid

    return isValid(widget)


def test_a_trained_network_takes_over_and_the_old_one_stays(window, tmp_path):
    window.ask(StartTraining(preset("shapes-hard"), 60, 3, tmp_path / "c"))
    window.update_all()
    window.controller.close()
    assert window.settings.current.model == "shapes-hard 1"
    assert window.settings.current.source == shapes_source("hard", 120)
    window.update_all()
    assert {"shapes-easy", "shapes-hard 1"} <= set(window.snapshot.models)
    assert window.message.text() == "shapes-hard 1 has been trained and is now in use"
    assert window.transport.light.health is not None and not window.transport.light.health.good
    window.status.end_notice()
    assert window.message.text() == "shapes-hard 1 · Bottom-up"
    window.settings.undo_stack.undo()
    window.update_all()
    assert window.snapshot.settings.model == "shapes-easy"


def test_a_window_that_was_closed_is_not_kept_in_memory(qtbot):
    """A signal keeps what a lambda that it calls refers to, as long as its own object lives."""
    window = show_window(qtbot, SHORT)
    window.update_all()
    assert window.snapshot is not None
    kept = weakref.ref(window), weakref.ref(window.snapshot)
    window.close()
    window.deleteLater()
    del window
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    gc.collect()
    assert [each() for each in kept] == [None, None]
