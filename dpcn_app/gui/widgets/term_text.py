"""Terms of the glossary in a text that a widget shows: which one is where."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF, QRectF
from PySide6.QtGui import QPainter, QPaintEvent, QPen, Qt, QTextDocument, QTextOption
from PySide6.QtWidgets import QLabel, QTabBar, QWidget

from dpcn_app.gui.guarded_events import GuardedEvents
from dpcn_app.lessons.term import Term
from dpcn_app.lessons.terms import FINDER

_BELOW = 1.5  # pixels from the letters to the dots below them


def term_at(widget: QWidget, place: QPoint) -> Term | None:
    """Return the term that stands at a place of a widget; None where there is none."""
    if isinstance(widget, QTabBar):
        return FINDER.named(widget.tabText(widget.tabAt(place)))
    text = getattr(widget, "text", str)()
    if not isinstance(text, str) or not FINDER.in_text(text):
        return None
    if not isinstance(widget, QLabel) and not hasattr(widget, "alignment"):
        return FINDER.named(text)  # a button
    laid, corner = _lay_out(widget, text)
    at = QPointF(place) - corner
    character = laid.documentLayout().hitTest(at, Qt.HitTestAccuracy.ExactHit)
    return FINDER.at(laid.toPlainText(), character) if character >= 0 else None


def _lay_out(widget: QWidget, text: str) -> tuple[QTextDocument, QPointF]:
    """Return the text as the widget lays it out, and where its corner is."""
    document, option = QTextDocument(), QTextOption()
    rich = isinstance(widget, QLabel) and widget.textFormat() != Qt.TextFormat.PlainText
    document.setDefaultFont(getattr(widget, "type", None) or widget.font())
    document.setDocumentMargin(0)
    wraps = not isinstance(widget, QLabel) or widget.wordWrap()
    alignment: Qt.AlignmentFlag = widget.alignment()  # type: ignore[attr-defined]
    option.setAlignment(alignment & Qt.AlignmentFlag.AlignHorizontal_Mask)
    option.setWrapMode(QTextOption.WrapMode.WordWrap if wraps else QTextOption.WrapMode.NoWrap)
    document.setDefaultTextOption(option)
    if rich and Qt.mightBeRichText(text):
        document.setHtml(text)
    else:
        document.setPlainText(text)
    box = QRectF(widget.contentsRect())
    if isinstance(widget, QLabel):
        margin = widget.margin()
        box.adjust(margin, margin, -margin, -margin)
        if widget.frameWidth():  # Qt indents the text of a label that has a frame
            box.setLeft(box.left() + widget.fontMetrics().horizontalAdvance("x") // 2 - margin)
    document.setTextWidth(box.width())
    spare = box.height() - document.size().height()
    if alignment & Qt.AlignmentFlag.AlignBottom:
        box.translate(0, spare)
    elif not alignment & Qt.AlignmentFlag.AlignTop:
        box.translate(0, spare / 2)
    return document, box.topLeft()


def term_boxes(label: QLabel) -> list[QRectF]:
    """Return where each term of a label stands first; one that is broken in two has two boxes."""
    document, corner = _lay_out(label, label.text())
    boxes, known = [], set[str]()
    block = document.begin()
    while block.isValid():
        origin = corner + document.documentLayout().blockBoundingRect(block).topLeft()
        for found in FINDER.in_text(block.text()):
            if found.term.name in known:
                continue
            known.add(found.term.name)
            for index in range(block.layout().lineCount()):
                line = block.layout().lineAt(index)
                start = max(found.start, line.textStart())
                end = min(found.end, line.textStart() + line.textLength())
                if start < end:
                    left, right = _across(line, start), _across(line, end)
                    box = QRectF(left, line.y(), right - left, line.ascent())
                    boxes.append(box.translated(origin))
        block = block.next()
    return boxes


def _across(line: object, place: int) -> float:
    """Return how far from the left a character of a line begins."""
    found = line.cursorToX(place)  # type: ignore[attr-defined]
    return float(found[0] if isinstance(found, tuple) else found)


class TermLabel(GuardedEvents, QLabel):
    """A label of plain words whose terms have dots below them: the pointer there explains them."""

    def __init__(self) -> None:
        super().__init__()
        self.setTextFormat(Qt.TextFormat.PlainText)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the words, then the dots."""
        super().paintEvent(event)
        with QPainter(self) as painter:
            pen = QPen(self.palette().windowText().color(), 1.2, Qt.PenStyle.DotLine)
            painter.setPen(pen)
            painter.setOpacity(0.6)
            for box in term_boxes(self):
                y = box.bottom() + _BELOW
                painter.drawLine(QPointF(box.left(), y), QPointF(box.right(), y))
