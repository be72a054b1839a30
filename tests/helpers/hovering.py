"""What a widget of many things says where the pointer is."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QPointF

from dpcn_app.gui.widgets.hover_widget import HoverWidget


def text_at(widget: HoverWidget[Any], position: QPointF) -> str:
    """Return what hovering at a position says; empty for nothing."""
    thing = widget.thing_at(position)
    return "" if thing is None else widget.describe(thing)
