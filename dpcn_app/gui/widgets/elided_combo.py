"""A combo box that shortens a name that is too long for it, and says so by an ellipsis."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QComboBox, QStyle, QStyleOptionComboBox, QStylePainter

from dpcn_app.gui.guarded_events import GuardedEvents

_LEAST = 0.42  # width where room is short, as a share of the usual one
_SCROLL_BAR = 24  # pixels beside the names of the open list


class ElidedCombo(GuardedEvents, QComboBox):
    """A combo box that shows both ends of a long name, or its beginning alone.

    Its width does not depend on what is in it, so that a choice moves nothing beside it. The open
    list is as wide as its names.

    Parameters
    ----------
    lines
        Its width, in lines of type.
    shortened
        Where a name is shortened: in the middle, for names that differ at their ends.
    """

    def __init__(
        self,
        lines: float = 11.0,
        shortened: Qt.TextElideMode = Qt.TextElideMode.ElideMiddle,
    ) -> None:
        super().__init__()
        self._lines, self._shortened = lines, shortened

    def sizeHint(self) -> QSize:
        return QSize(round(self._lines * self.fontMetrics().height()), super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        return QSize(round(_LEAST * self.sizeHint().width()), super().sizeHint().height())

    def set_names(self, names: list[str]) -> None:
        """List other names, if they differ from those in the list."""
        if names != [self.itemText(index) for index in range(self.count())]:
            self.clear()
            self.addItems(names)

    def showPopup(self) -> None:
        self.view().setMinimumWidth(self.view().sizeHintForColumn(0) + _SCROLL_BAR)
        super().showPopup()

    def shown_text(self) -> str:
        """Return what is written in the closed list."""
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        field = self.style().subControlRect(
            QStyle.ComplexControl.CC_ComboBox,
            option,
            QStyle.SubControl.SC_ComboBoxEditField,
            self,
        )
        room = field.width() - 4  # the style leaves so much beside the text
        return self.fontMetrics().elidedText(self.currentText(), self._shortened, room)

    def paintEvent(self, event: QPaintEvent) -> None:
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        option.currentText = self.shown_text()
        painter = QStylePainter(self)
        painter.drawComplexControl(QStyle.ComplexControl.CC_ComboBox, option)
        painter.drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option)
        painter.end()
