"""Content that is scrolled where it has too little room, as large type has in a small dock."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QScrollArea, QWidget


def scrolled(content: QWidget, *, sideways: bool = True) -> QScrollArea:
    """Return a frameless area around a widget, which fills it where there is room enough.

    Parameters
    ----------
    content
        The widget.
    sideways
        Whether it may be scrolled sideways too.
    """
    area = QScrollArea()
    area.setWidgetResizable(True)
    area.setFrameShape(QScrollArea.Shape.NoFrame)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    if not sideways:
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setWidget(content)
    return area
