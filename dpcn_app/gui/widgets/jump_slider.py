"""A slider that goes where it is clicked."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QSlider, QStyle, QStyleOptionSlider

from dpcn_app.gui.guarded_events import GuardedEvents


class JumpSlider(GuardedEvents, QSlider):
    """A horizontal slider; Qt's own goes a page towards a click. The handle can be dragged on."""

    def __init__(self) -> None:
        super().__init__(Qt.Orientation.Horizontal)

    def value_at(self, x: float) -> int:
        """Return the value whose place is nearest to a position."""
        option = QStyleOptionSlider()
        self.initStyleOption(option)
        control, part = QStyle.ComplexControl.CC_Slider, QStyle.SubControl
        groove = self.style().subControlRect(control, option, part.SC_SliderGroove, self)
        handle = self.style().subControlRect(control, option, part.SC_SliderHandle, self)
        return QStyle.sliderValueFromPosition(
            self.minimum(),
            self.maximum(),
            round(x - groove.left() - handle.width() / 2),
            groove.width() - handle.width(),
            option.upsideDown,
        )

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Go to the place; the handle is then under the pointer, so that Qt lets it be dragged."""
        if event.button() == Qt.MouseButton.LeftButton:
            option = QStyleOptionSlider()
            self.initStyleOption(option)
            hit = self.style().hitTestComplexControl(
                QStyle.ComplexControl.CC_Slider, option, event.position().toPoint(), self
            )
            if hit != QStyle.SubControl.SC_SliderHandle:
                self.setValue(self.value_at(event.position().x()))
        super().mousePressEvent(event)
