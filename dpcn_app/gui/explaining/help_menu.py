"""The Help menu: keys, the glossary, labels over the window, and what the paper is."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu

from dpcn_app.gui.explaining.term_places import TermPlaces
from dpcn_app.gui.explaining.term_tips import TermTips
from dpcn_app.gui.explaining.window_labels import WindowLabels

if TYPE_CHECKING:
    from dpcn_app.gui.explaining.glossary_dialog import GlossaryDialog
    from dpcn_app.gui.window import MainWindow


class HelpMenu:
    """Adds its entries to a menu, and holds what they open.

    Parameters
    ----------
    window
        What is explained.
    menu
        Where the entries go.

    Attributes
    ----------
    tips
        Hovers over terms.
    labels
        Labels over the window.
    glossary
        The glossary; None before it was opened.
    """

    def __init__(self, window: MainWindow, menu: QMenu) -> None:
        self._window, self._menu = window, menu
        self._places = TermPlaces(window)
        self.tips = TermTips(window, self._places)
        self.labels = WindowLabels(window)
        self.glossary: GlossaryDialog | None = None
        self._add("&Glossary", "Every term in a sentence, with its equation", self.define, "F2")
        self._add(
            "&What am I looking at?",
            "Label everything that can be seen; any key takes the labels away",
            self.labels.open,
            "Shift+F1",
        )
        self._add("&About the paper", "What it is, and what goes beyond it here", self.tell_paper)

    def _add(self, text: str, tip: str, call: Callable[[], None], key: str = "") -> None:
        action = QAction(text, self._window)
        action.setToolTip(tip)
        action.setStatusTip(tip)
        action.setShortcut(QKeySequence(key))
        action.setShortcutContext(Qt.ShortcutContext.WindowShortcut)
        action.triggered.connect(lambda _=False: call())
        self._menu.addAction(action)
        self._window.addAction(action)  # its key is heard in full screen too

    def define(self) -> None:
        """Open the glossary, at the term whose hover is shown, or close it."""
        if self.glossary is None:
            from dpcn_app.gui.explaining.glossary_dialog import GlossaryDialog

            themes = self._window.context.themes
            self.glossary = GlossaryDialog(self._places, themes, self._window)
        self.glossary.open_at(self.tips.shown)

    def tell_paper(self) -> None:
        """Tell what the paper is."""
        from dpcn_app.gui.explaining.about_paper import open_about_paper

        open_about_paper(self._window)
