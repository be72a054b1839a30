"""A dock around a panel: title, one line of explanation, export button."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDockWidget,
    QHBoxLayout,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from dpcn_app.gui.equations import attach_equation
from dpcn_app.gui.panel import Panel
from dpcn_app.gui.widgets.elided_label import ElidedLabel
from dpcn_app.gui.widgets.scroll_area import scrolled

_TALL = 200  # pixels


class PanelDock(QDockWidget):
    """Holds one panel; can be moved, floated, closed and reopened."""

    def __init__(self, panel: Panel, export: Callable[[Panel], None]) -> None:
        super().__init__(panel.title)
        self.panel = panel
        self.setObjectName(f"dock.{panel.name}")
        body = QWidget()
        layout = QVBoxLayout(body)
        layout.setContentsMargins(6, 2, 6, 6)
        layout.setSpacing(3)
        self.header = Header(panel, export)
        layout.addWidget(self.header)
        layout.addWidget(scrolled(panel) if _is_tall(panel) else panel, 1)
        self.setWidget(body)


def _is_tall(panel: Panel) -> bool:
    """Whether a panel needs more height than a small screen has for it."""
    return panel.minimumSizeHint().height() > _TALL


class Header(QWidget):
    """The line above a panel: what it shows, and a button that saves it."""

    def __init__(self, panel: Panel, export: Callable[[Panel], None]) -> None:
        super().__init__()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        words = ElidedLabel(f"What {panel.title} shows")
        words.setText(panel.explanation)
        words.setEnabled(False)  # drawn in the muted colour of every theme
        if panel.equation is not None:
            attach_equation(words, panel.equation)
        row.addWidget(words, 1)
        button = QToolButton()
        button.setText("Export")
        button.setAccessibleName(f"Export {panel.title}")
        button.setToolTip(f"Save {panel.title} as picture (PNG, SVG) or data (CSV, NPZ)")
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.setAutoRaise(True)
        button.clicked.connect(lambda: export(panel))
        row.addWidget(button)
