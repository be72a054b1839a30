"""Keys and menu entries that tell the network what to look for: 1, 2, 3 …, 0 and B."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu

from dpcn_app.engine.modes import belief_in
from dpcn_app.gui.widgets.plain_text import plain_tip
from dpcn_app.live import choices
from dpcn_app.live.belief_words import NO_CLASSES, beliefs_side_by_side, classes_to_look_for
from dpcn_app.live.network_modes import main_mode
from dpcn_app.live.settings import Settings

if TYPE_CHECKING:
    from dpcn_app.gui.window import MainWindow

_MOST = 9  # keys with a number of their own
_LEAST = 3  # entries that are there without classes too, to say why nothing happens


class BeliefActions:
    """The entries of the Inference menu about beliefs, named after the classes of the video.

    Parameters
    ----------
    window
        Whose settings are changed, and whose status bar says why nothing is.
    menu
        Where the entries go.
    """

    def __init__(self, window: MainWindow, menu: QMenu) -> None:
        self._window = window
        menu.addSection("Look for")
        self.classes = [self._add(menu, str(number)) for number in range(1, _MOST + 1)]
        for place, action in enumerate(self.classes):
            action.setCheckable(True)
            action.triggered.connect(lambda _=False, place=place: self.look_for(place))
        self.free = self._add(menu, "0")
        self.free.setText("Let &go")
        _explain(self.free, "Look for nothing: the network is left alone")
        self.free.triggered.connect(lambda: window.settings.choose(choices.let_go))
        self.compare = self._add(menu, "B")
        self.compare.setText("Each &belief side by side")
        _explain(self.compare, "The same frame, left alone and under the belief of each class")
        self.compare.triggered.connect(lambda: self.side_by_side())
        window.settings.changed.connect(self._show)
        self._show(window.settings.current)

    def _add(self, menu: QMenu, key: str) -> QAction:
        action = QAction(self._window)
        action.setShortcut(QKeySequence(key))
        action.setShortcutContext(Qt.ShortcutContext.WindowShortcut)
        menu.addAction(action)
        self._window.addAction(action)  # its key is heard in full screen too
        return action

    def _show(self, settings: Settings) -> None:
        names, held = classes_to_look_for(settings), belief_in(main_mode(settings.modes))
        for place, action in enumerate(self.classes):
            name = names[place] if place < len(names) else ""
            action.setText(f"Look for {name}" if name else f"Look for class {place + 1}")
            _explain(action, f"Tell the network to look for {name}" if name else NO_CLASSES)
            action.setVisible(place < max(len(names), _LEAST))
            action.setChecked(bool(name) and name == held)

    def look_for(self, place: int) -> None:
        """Tell the network to look for a class by its place; again, to let go."""
        settings, names = self._window.settings, classes_to_look_for(self._window.settings.current)
        if place < len(names):
            settings.choose(choices.hold_belief, settings.parts, names[place])
        elif not names:
            self._window.status.give_notice(NO_CLASSES)
        self._show(settings.current)

    def side_by_side(self) -> None:
        """Show the frame under each belief, or end that."""
        settings, names = self._window.settings, beliefs_side_by_side(self._window.settings.current)
        if names:
            settings.choose(choices.compare_beliefs, settings.parts, names)
        else:
            self._window.status.give_notice(NO_CLASSES)


def _explain(action: QAction, tip: str) -> None:
    action.setToolTip(plain_tip(tip))
    action.setStatusTip(tip)
