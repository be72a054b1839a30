"""What the window remembers between two starts, such as the folder used last."""

from __future__ import annotations

from PySide6.QtCore import QSettings


def preferences() -> QSettings:
    """Return the user's stored preferences; where they cannot be written, nothing is kept."""
    return QSettings("dpcn_app", "dpcn_app")
