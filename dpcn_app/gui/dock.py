"""A dock around a panel: its title with an export button, and one line of explanation."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import (
    QDockWidget,
    QHBoxLayout,
    QLabel,
    QMenu,
    QStyle,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from dpcn_app.gui.guarded_events import GuardedEvents
from dpcn_app.gui.panel import Panel
from dpcn_app.gui.widgets.elided_label import ElidedLabel
from dpcn_app.gui.widgets.equation_tooltip import attach_equation
from dpcn_app.gui.widgets.scroll_area import scrolled
from dpcn_app.gui.widgets.term_text import term_at

_TALL = 200  # pixels


class PanelDock(GuardedEvents, QDockWidget):
    """Holds one panel; can be moved, floated, closed and reopened.

    Attributes
    ----------
    panel
        What it holds.
    header
        The line of explanation above the panel.
    title_bar
        The line above that. It is a widget of ours: Qt's own keeps the height of the type in which
        the window began, and clips larger type.
    """

    def __init__(self, panel: Panel, export: Callable[[Panel], None]) -> None:
        super().__init__(panel.title)
        self.panel = panel
        self.setObjectName(f"dock.{panel.name}")
        body = QWidget()
        layout = QVBoxLayout(body)
        layout.setContentsMargins(6, 0, 6, 6)
        layout.setSpacing(3)
        self.header = Explanation(panel)
        layout.addWidget(self.header)
        layout.addWidget(scrolled(panel) if _is_tall(panel) else panel, 1)
        self.setWidget(body)
        self.title_bar = _TitleBar(self, export)
        self._no_title_bar = QWidget()
        self.setTitleBarWidget(self.title_bar)
        self.visibilityChanged.connect(panel.come_into_view)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw a border where it floats: with a title bar of ours Qt draws none."""
        super().paintEvent(event)
        if self.isFloating():
            with QPainter(self) as painter:
                painter.setPen(self.palette().color(QPalette.ColorRole.PlaceholderText))
                painter.drawRect(self.rect().adjusted(0, 0, -1, -1))

    def show_title(self, on: bool) -> None:
        """Show the title bar, or leave its room to the panel."""
        bar = self.title_bar if on else self._no_title_bar
        if self.titleBarWidget() is not bar:
            self.setTitleBarWidget(bar)
            self.title_bar.setVisible(on)


def _is_tall(panel: Panel) -> bool:
    """Whether a panel needs more height than a small screen has for it."""
    return panel.minimumSizeHint().height() > _TALL


class Explanation(QLabel):
    """One line that says what a panel shows; two where it is narrow."""

    def __init__(self, panel: Panel) -> None:
        super().__init__(panel.explanation)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setAccessibleName(f"What {panel.title} shows")
        self.setWordWrap(True)
        self.setMinimumWidth(1)  # else the longest word, or more, would hold a dock wide
        self.setEnabled(False)  # drawn in the muted colour of every theme
        self._equation = panel.equation
        if panel.equation is not None:
            attach_equation(self, self._equation_beside)

    def _equation_beside(self, place: QPoint) -> str | None:
        """Return the panel's equation where no term stands, which has one of its own."""
        return None if term_at(self, place) is not None else self._equation


class ExportButton(QToolButton):
    """Saves a panel; its menu also puts it on the clipboard."""

    def __init__(self, panel: Panel, export: Callable[[Panel], None]) -> None:
        super().__init__()
        self.setText("Export")
        self.setAccessibleName(f"Export {panel.title}")
        self.setToolTip(f"Save {panel.title} as picture (PNG, SVG) or data (CSV, NPZ)")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAutoRaise(True)
        self.clicked.connect(lambda: export(panel))
        copy, menu = panel.context.copy_panel, QMenu(self)
        menu.addAction("&Save as picture or data …", lambda: export(panel))
        menu.addAction("Copy as &picture", lambda: copy(panel, False))
        menu.addAction("Copy &numbers as a table", lambda: copy(panel, True))
        self.setMenu(menu)
        self.setPopupMode(QToolButton.ToolButtonPopupMode.MenuButtonPopup)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)  # the key Menu opens it
        self.customContextMenuRequested.connect(lambda: self.showMenu())


class _TitleBar(GuardedEvents, QWidget):
    """A dock's title, and buttons that export its panel, float it and close it."""

    def __init__(self, dock: PanelDock, export: Callable[[Panel], None]) -> None:
        super().__init__()
        row = QHBoxLayout(self)
        row.setContentsMargins(6, 1, 2, 1)
        row.setSpacing(2)
        title = ElidedLabel(f"Title of {dock.panel.title}")
        title.setText(dock.panel.title)
        row.addWidget(title, 1)
        row.addWidget(ExportButton(dock.panel, export))
        pixmap, name = QStyle.StandardPixmap, dock.panel.title
        self._add(row, pixmap.SP_TitleBarNormalButton, f"Float {name}", dock, self._float)
        self._add(row, pixmap.SP_TitleBarCloseButton, f"Close {name}", dock, dock.close)
        self._dock = dock

    def _add(
        self,
        row: QHBoxLayout,
        picture: QStyle.StandardPixmap,
        name: str,
        dock: PanelDock,
        call: Callable[[], object],
    ) -> None:
        button = QToolButton()
        button.setIcon(dock.style().standardIcon(picture, None, dock))
        button.setAccessibleName(name)
        button.setToolTip(f"{name}; the View menu brings it back")
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        button.setAutoRaise(True)
        button.clicked.connect(lambda: call())
        row.addWidget(button)

    def _float(self) -> None:
        self._dock.setFloating(not self._dock.isFloating())
        if not self._dock.isFloating():
            self._dock.raise_()  # else it would be behind a tab that shares its place

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Float or put back, as Qt does, and in front."""
        if event.button() is Qt.MouseButton.LeftButton:
            self._float()
        else:
            event.ignore()
