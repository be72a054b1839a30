"""Text that is not ours, such as names of files: shown as it is, markup included.

Qt takes a text that looks like HTML for HTML, in labels, messages and tooltips: a file named
`<b>x.npy` would be shown as a bold x, and an `<img>` would load a picture.
"""

from __future__ import annotations

import html

from PySide6.QtGui import Qt
from PySide6.QtWidgets import QLabel


def plain_label(text: str = "") -> QLabel:
    """Return a label that shows any text as it is."""
    label = QLabel(text)
    label.setTextFormat(Qt.TextFormat.PlainText)
    return label


def plain_tip(text: str) -> str:
    """Return what a tooltip needs to show a text as it is: tooltips have no format of their own."""
    return f"<p>{html.escape(text)}</p>" if Qt.mightBeRichText(text) else text
