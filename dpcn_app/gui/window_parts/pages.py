"""Pages: panels that take the place of everything below the menus while they are open."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QMainWindow,
    QSizePolicy,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from dpcn_app.gui.panel import Panel
from dpcn_app.gui.widgets.equation_tooltip import attach_equation
from dpcn_app.gui.window_parts.dock_layout import Arrangement, DockLayout


class PanelPages(QObject):
    """The pages of a window, of which one may be open.

    Parameters
    ----------
    window
        The window, whose docks are hidden while a page is open.
    centre
        What is in the middle of the window otherwise.
    layout
        Where the docks are.

    Attributes
    ----------
    stack
        The middle of the window: the centre and all pages.
    panels
        What the pages show, by the names of the panels.
    """

    def __init__(self, window: QMainWindow, centre: QWidget, layout: DockLayout) -> None:
        super().__init__(window)
        self._window, self._centre, self._layout = window, centre, layout
        self._before: Arrangement | None = None  # where the docks were, while a page is open
        self._actions: dict[str, QAction] = {}
        self.stack = QStackedWidget()
        self.stack.addWidget(centre)
        self.panels: dict[str, Panel] = {}

    def add(self, panel: Panel, export: Callable[[Panel], None]) -> QAction:
        """Add a page for a panel, closed at first; return what opens and closes it."""
        page = _page(panel, export, self.close)
        self.stack.addWidget(page)
        action = QAction(panel.title, self._window)
        action.setCheckable(True)
        action.setToolTip(panel.explanation)
        action.setStatusTip(panel.explanation)
        action.triggered.connect(lambda on: self.open(panel.name) if on else self.close())
        self.panels[panel.name], self._actions[panel.name] = panel, action
        return action

    @property
    def is_open(self) -> bool:
        """Whether a page is open."""
        return self._before is not None

    @property
    def current(self) -> str:
        """Name of the panel whose page is open; empty for none."""
        return list(self.panels)[self.stack.currentIndex() - 1] if self.is_open else ""

    def open(self, name: str) -> None:
        """Show a page in place of everything else."""
        panel = self.panels[name]
        if self._before is None:
            self._before = self._layout.arrangement()
            for dock in self._layout.docks.values():
                dock.hide()
        for each, action in self._actions.items():
            action.setChecked(each == name)
        self.stack.setCurrentIndex(1 + list(self.panels).index(name))
        panel.setFocus(Qt.FocusReason.OtherFocusReason)

    def close(self) -> None:
        """Bring everything back as it was before a page was opened."""
        before, self._before = self._before, None
        if before is None:
            return
        for action in self._actions.values():
            action.setChecked(False)
        self.stack.setCurrentWidget(self._centre)
        self._layout.put_back(before)


def _page(panel: Panel, export: Callable[[Panel], None], close: Callable[[], None]) -> QWidget:
    """Return a panel below a line with its title, what it shows, and the way back."""
    page = QWidget()
    ignored = QSizePolicy.Policy.Ignored  # else a page that is closed would hold the window wide
    page.setSizePolicy(ignored, ignored)
    title, words = QLabel(panel.title), QLabel(panel.explanation)
    font = title.font()
    font.setBold(True)
    title.setFont(font)
    words.setWordWrap(True)
    words.setEnabled(False)  # drawn in the muted colour of every theme
    if panel.equation is not None:
        attach_equation(words, panel.equation)
    line = QHBoxLayout()
    line.setSpacing(10)
    line.addWidget(title)
    line.addWidget(words, 1)
    for name, tip, act in (
        ("Export", f"Save {panel.title} as picture or data", lambda: export(panel)),
        ("Back to the video", f"Close {panel.title}", close),
    ):
        button = QToolButton()
        button.setText(name)
        button.setToolTip(tip)
        button.setAccessibleName(f"{name}: {panel.title}")
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.clicked.connect(act)
        line.addWidget(button)
    column = QVBoxLayout(page)
    column.setContentsMargins(8, 4, 8, 4)
    column.addLayout(line)
    column.addWidget(panel, 1)
    return page
