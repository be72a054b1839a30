"""Labels for text of any length: one line that ends with …, or a fixed number of lines."""

from __future__ import annotations

import math

from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QHelpEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from dpcn_app.gui.guarded_events import GuardedEvents
from dpcn_app.gui.widgets.plain_text import plain_tip
from dpcn_app.gui.widgets.term_text import term_at

_SIZES = (1.0, 0.92, 0.85, 0.78, 0.7)  # of type, relative to the ordinary: the first that fits
_TOP = Qt.AlignmentFlag.AlignTop.value
_MIDDLE = Qt.AlignmentFlag.AlignVCenter.value
_WRAPPED = Qt.AlignmentFlag.AlignLeft.value | Qt.TextFlag.TextWordWrap.value


class ElidedLabel(GuardedEvents, QLabel):
    """A label that is shortened where room is short; its tooltip has the whole text.

    Parameters
    ----------
    name
        Accessible name.
    """

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setAccessibleName(name)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    def setText(self, text: str) -> None:
        """Show a text."""
        if text != self.text():
            super().setText(text)
            self.setToolTip(plain_tip(text))

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setPen(self.palette().windowText().color())
            shown = self.fontMetrics().elidedText(
                self.text(), Qt.TextElideMode.ElideRight, self.width()
            )
            align = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
            painter.drawText(self.rect(), align, shown)

    def event(self, event: QEvent) -> bool:
        return False if _is_of_term(self, event) else super().event(event)


class WrappedLabel(GuardedEvents, QWidget):
    """Text wrapped into a fixed number of lines, so that a change of it moves no other widget.

    Text that is too long is set in smaller type.

    Parameters
    ----------
    name
        Accessible name; the text is the accessible description.
    lines
        Room, in lines of ordinary type; within 1.75 of them stand two in smaller type.
    centred
        Whether fewer lines stand in the middle, not at the top.
    """

    def __init__(self, name: str, lines: float, *, centred: bool = False) -> None:
        super().__init__()
        self._text, self._lines = "", lines
        self._flags = _WRAPPED | (_MIDDLE if centred else _TOP)
        self._fitted: tuple[tuple[str, int, float, QFont], QFont] | None = None
        self.setAccessibleName(name)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def text(self) -> str:
        """Return the words."""
        return self._text

    def setText(self, text: str) -> None:
        """Show words."""
        if text != self._text:
            self._text = text
            self.setAccessibleDescription(text)
            self.setToolTip(plain_tip(text))
            self.update()

    def alignment(self) -> Qt.AlignmentFlag:
        """Return where the words stand."""
        return Qt.AlignmentFlag(self._flags & ~Qt.TextFlag.TextWordWrap.value)

    def set_lines(self, lines: float) -> None:
        """Give room for another number of lines."""
        if lines != self._lines:
            self._lines = lines
            self.updateGeometry()

    def sizeHint(self) -> QSize:
        return QSize(120, math.ceil(self.fontMetrics().height() * self._lines))

    @property
    def type(self) -> QFont:
        """The type in which all words fit, or the smallest there is."""
        key = (self._text, self.width(), self._lines, self.font())
        if self._fitted is None or self._fitted[0] != key:
            font, room = QFont(self.font()), QRectF(0, 0, self.width(), 1e4)
            for share in _SIZES:
                font.setPointSizeF(self.font().pointSizeF() * share)
                needed = (
                    QFontMetricsF(font).boundingRect(room, _WRAPPED | _TOP, self._text).height()
                )
                if needed <= self.sizeHint().height():
                    break
            self._fitted = (key, font)
        return self._fitted[1]

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setFont(self.type)
            painter.setPen(self.palette().windowText().color())
            painter.drawText(QRectF(self.rect()), self._flags, self._text)

    def event(self, event: QEvent) -> bool:
        return False if _is_of_term(self, event) else super().event(event)


def _is_of_term(widget: QWidget, event: QEvent) -> bool:
    """Whether a tooltip is asked for where a term stands, so that the window explains that."""
    if event.type() != QEvent.Type.ToolTip or not isinstance(event, QHelpEvent):
        return False
    found = term_at(widget, event.pos()) is not None
    if found:
        event.ignore()
    return found
