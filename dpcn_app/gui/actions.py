"""Menus, actions and their keys."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMenu

from dpcn_app.engine.modes import MODES, PART_CHOICES, mode_meaning, mode_title
from dpcn_app.gui.explaining.help_menu import HelpMenu
from dpcn_app.gui.explaining.shortcuts_dialog import open_shortcuts
from dpcn_app.gui.lesson.lesson_menu import LessonMenu
from dpcn_app.gui.theme import THEMES
from dpcn_app.gui.widgets.plain_text import plain_tip
from dpcn_app.gui.window_parts.belief_actions import BeliefActions
from dpcn_app.gui.window_parts.closing_eyes import close_or_open_eyes
from dpcn_app.gui.window_parts.menu_tips import MENU_TIPS
from dpcn_app.live import choices
from dpcn_app.live.engine_commands import Jump, Step
from dpcn_app.live.settings import Settings
from dpcn_app.video.noise import NOISE_KINDS

if TYPE_CHECKING:
    from dpcn_app.gui.window import MainWindow

_THEME_TIPS = {
    "dark": "Light type on a dark ground",
    "light": "Dark type on a light ground",
    "projector": "Large type and high contrast; stage and causes alone",
}


def build_actions(window: MainWindow) -> None:
    """Add all menus to a window, with their actions and keys."""
    transport, settings = window.transport, window.settings
    files = window.menuBar().addMenu("&File")
    _add(window, files, "&Open video, network or session …", window.files.open_dialog, "Ctrl+O")
    _add(
        window, files, "Open &folder of pictures …", window.files.open_folder_dialog, "Ctrl+Shift+O"
    )
    _add(window, files, "Watch the &camera", window.files.watch_camera, "Ctrl+Shift+K")
    recent = files.addMenu("Open &recent")
    recent.aboutToShow.connect(lambda: _fill_recent(window, recent))
    _add(window, files, "&Save network …", window.files.save_model_dialog, "Ctrl+S")
    _add(window, files, "Sa&ve session …", window.files.save_session_dialog, "Ctrl+Shift+S")
    _add(window, files, "&Networks …", window.dialogs.show_networks, "Ctrl+Shift+N")
    _add(window, files, "&Export stage …", lambda: window.export(window.stage), "Ctrl+E")
    exports = files.addMenu("Expor&t")
    _add(window, exports, "&Web page …", window.exports.page_dialog, "Ctrl+Shift+E")
    _add(window, exports, "&Film …", window.exports.film_dialog)
    _add(window, exports, "Figure &sheet …", window.exports.sheet_dialog)
    files.addSeparator()
    _add(window, files, "&Quit", window.close, "Ctrl+Q")

    edit = window.menuBar().addMenu("&Edit")
    undo = settings.undo_stack.createUndoAction(window, "&Undo")
    undo.setShortcut(QKeySequence("Ctrl+Z"))
    redo = settings.undo_stack.createRedoAction(window, "&Redo")
    redo.setShortcuts([QKeySequence("Ctrl+Shift+Z"), QKeySequence("Ctrl+Y")])
    edit.addActions([undo, redo])
    window.addActions([undo, redo])
    leave = "&Clear selection, stop painting or a large frame, or leave full screen"
    _add(window, edit, leave, window.escape, "Esc")
    edit.addSeparator()
    _add(window, edit, "Copy panel as &picture", window.exports.copy_panel, "Ctrl+Shift+C")
    numbers = "Copy panel’s &numbers"
    _add(window, edit, numbers, lambda: window.exports.copy_panel(numbers=True), "Ctrl+Alt+C")
    _add(window, edit, "&Paste a picture", window.pasting.paste, "Ctrl+V")
    _add_painting(window, edit)

    play = window.menuBar().addMenu("&Play")
    _add(window, play, "&Play or pause", transport.toggle_play, "Space")
    _add(window, play, "Step &forward", lambda: window.ask(Step(1)), "Right")
    _add(window, play, "Step &back", lambda: window.ask(Step(-1)), "Left")
    _add(window, play, "Fi&rst frame", lambda: window.ask(Jump(0)), "Home")
    _add(window, play, "&Last frame", lambda: window.ask(Jump(10**9)), "End")
    _add(window, play, "&Go live", transport.go_live, "Ctrl+L")
    _add(window, play, "Next &misread frame", lambda: window.go_to_misread(1), "J")
    _add(window, play, "Previous m&isread frame", lambda: window.go_to_misread(-1), "Shift+J")
    _add(window, play, "F&aster", lambda: settings.choose(choices.change_speed, 1), "+", "=")
    _add(window, play, "&Slower", lambda: settings.choose(choices.change_speed, -1), "-")

    network = window.menuBar().addMenu("&Inference")

    def choosing(choice: Callable[..., Settings]) -> Callable[[], None]:
        return lambda: settings.choose(choice)

    def next_mode(steps: int) -> None:
        settings.choose(choices.next_mode, settings.parts, steps)

    def toggle_noise() -> None:
        settings.choose(choices.toggle_noise, settings.noise_memory)

    _add(window, network, "&Top-down on or off", choosing(choices.toggle_top_down), "T")
    _add(window, network, "Extended &prior on or off", window.toggle_prior, "P")
    _add(window, network, "&Next mode", lambda: next_mode(1), "M")
    _add(window, network, "Pre&vious mode", lambda: next_mode(-1), "Shift+M")
    _add(window, network, "&Compare", choosing(choices.toggle_compare), "C")
    _add(window, network, "N&oise on or off", toggle_noise, "N")
    _add(window, network, "&Eyes closed or open", lambda: close_or_open_eyes(window), "H")
    _add_kinds_of_noise(window, network)

    BeliefActions(window, network)

    network.addSection("Side by side")
    _add_modes(window, network)
    network.addSeparator()
    _add(window, network, "&Strengths of the prior …", window.dialogs.show_strengths)

    window.view_menu = window.menuBar().addMenu("&View")
    _add_overlays(window, window.view_menu)
    _add_switch(window, "Tint the unexpected part (&surprise)", "surprise", "S")
    _add(
        window,
        window.view_menu,
        "Look at the &whole frame in full size",
        window.look_at_whole_frame,
        "W",
    )
    _add_switch(window, "&Mirror the camera", "mirrored")
    _add_switch(window, "Read &drawings", "drawing")
    window.view_menu.addSeparator()
    _add_themes(window, window.view_menu)
    _add(window, window.view_menu, "&Reset layout", window.reset_layout)
    window.view_menu.addSeparator()

    window.lesson_menu = LessonMenu(window)

    helps = window.menuBar().addMenu("&Help")
    _add(window, helps, "&Shortcuts", lambda: open_shortcuts(window), "F1")
    window.help_menu = HelpMenu(window, helps)
    for menu in window.findChildren(QMenu):
        menu.setToolTipsVisible(True)


def _add(
    window: MainWindow,
    menu: QMenu,
    text: str,
    call: Callable[[], object] | None,
    *keys: str,
) -> QAction:
    action = QAction(text, window)
    _explain(action, MENU_TIPS.get(text.replace("&", ""), ""))
    action.setShortcuts([QKeySequence(key) for key in keys])
    action.setShortcutContext(Qt.ShortcutContext.WindowShortcut)
    if call is not None:
        action.triggered.connect(lambda: call())
    menu.addAction(action)
    window.addAction(action)  # its key is heard in full screen too, where there is no menu bar
    return action


def _add_switch(window: MainWindow, text: str, field: str, *keys: str) -> None:
    """Add an entry to the View menu that switches one of the settings."""
    settings = window.settings
    action = _add(window, window.view_menu, text, None, *keys)
    action.setCheckable(True)
    action.triggered.connect(lambda on: settings.change(**{field: bool(on)}))
    settings.changed.connect(lambda current: action.setChecked(getattr(current, field)))
    action.setChecked(getattr(settings.current, field))


def _explain(action: QAction, tip: str) -> None:
    """Say what an entry does, beside it and in the status bar."""
    action.setToolTip(tip)
    action.setStatusTip(tip)


def _add_modes(window: MainWindow, menu: QMenu) -> None:
    """Add a switch for each mode; modes that are on are shown side by side."""
    settings = window.settings
    parts = [f"prior:{each}" for each in PART_CHOICES]
    actions = {mode: QAction(f"Show {mode_title(mode)}", window) for mode in (*MODES, *parts)}

    def choose() -> None:
        chosen = tuple(mode for mode, action in actions.items() if action.isChecked())
        window.use_modes(choices.show_side_by_side(settings.current, chosen))
        show(settings.current)  # also where it was refused

    def show(current: Settings) -> None:
        for mode, action in actions.items():
            action.setChecked(mode in current.modes)

    of_prior = QMenu("Parts of the p&rior", window)
    for mode, action in actions.items():
        action.setCheckable(True)
        _explain(action, mode_meaning(mode))
        action.triggered.connect(lambda _=False: choose())
        (of_prior if mode in parts else menu).addAction(action)
    menu.addMenu(of_prior)
    settings.changed.connect(show)
    show(settings.current)


def _add_painting(window: MainWindow, menu: QMenu) -> None:
    """Add the switch of the brush, its sizes, and what takes all strokes away."""
    brush = window.context.brush
    menu.addSeparator()
    paint = _add(window, menu, "&Draw on the input", None, "D")
    paint.setCheckable(True)
    paint.triggered.connect(lambda on: brush.take(bool(on)))
    brush.changed.connect(lambda current: paint.setChecked(current.on))
    _add(window, menu, "S&maller brush", lambda: brush.resize_by(-1), "[")
    _add(window, menu, "&Larger brush", lambda: brush.resize_by(1), "]")
    _add(window, menu, "&Wipe all strokes", lambda: window.settings.choose(choices.clear_strokes))


def _add_overlays(window: MainWindow, menu: QMenu) -> None:
    """Add a switch for each of the `Overlays`."""
    overlays = window.context.overlays
    for text, key, field in (
        ("Patch &grid", "G", "grid"),
        ("&Outline noise objects", "O", "outlines"),
        ("Compare on one scale (&axes)", "A", "common_scale"),
    ):
        action = _add(window, menu, text, None, key)
        action.setCheckable(True)
        action.triggered.connect(lambda on, field=field: overlays.change(**{field: bool(on)}))
        overlays.changed.connect(
            lambda current, action=action, field=field: action.setChecked(getattr(current, field))
        )


def _add_kinds_of_noise(window: MainWindow, menu: QMenu) -> None:
    """Add a list of the kinds of noise, of which one is chosen."""
    settings, group = window.settings, QActionGroup(window)
    kinds = menu.addMenu("&Kind of noise")
    for name, kind in NOISE_KINDS.items():
        action = QAction(f"{name.capitalize()} ({kind.unit})", window)
        _explain(action, f"Put {name} noise on the video; its amount counts {kind.unit}")
        action.setCheckable(True)
        action.setChecked(settings.current.noise_kind == name)
        action.triggered.connect(
            lambda _=False, name=name: settings.choose(choices.choose_noise, name)
        )
        settings.changed.connect(
            lambda current, action=action, name=name: action.setChecked(current.noise_kind == name)
        )
        group.addAction(action)
        kinds.addAction(action)


def _add_themes(window: MainWindow, menu: QMenu) -> None:
    themes = window.context.themes
    group = QActionGroup(window)
    for name in THEMES:
        action = QAction(f"{name.capitalize()} theme", window)
        _explain(action, _THEME_TIPS[name])
        action.setCheckable(True)
        action.setChecked(themes.current.name == name)
        action.triggered.connect(lambda _=False, name=name: themes.choose(name))
        themes.changed.connect(
            lambda theme, action=action, name=name: action.setChecked(theme.name == name)
        )
        group.addAction(action)
        menu.addAction(action)
    _add(window, menu, "&Full screen, large type, on or off", window.full_screen.toggle, "F11")
    for text, key, panel in (("&Microscope", "F7", "microscope"), ("&Network", "F8", "network")):
        bring = partial(window.dock_layout.bring, panel)
        _add(window, menu, f"{text} in front, in full screen too", bring, key)


def _fill_recent(window: MainWindow, menu: QMenu) -> None:
    from dpcn_app.gui.recent import recent_files

    menu.clear()
    for path in recent_files():
        action = menu.addAction(path.name.replace("&", "&&"))
        action.setToolTip(plain_tip(str(path)))
        action.triggered.connect(lambda _=False, path=path: window.files.open(path))
    if menu.isEmpty():
        menu.addAction("No files yet").setEnabled(False)
