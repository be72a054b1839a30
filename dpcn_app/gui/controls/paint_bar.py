"""The slim bar above the stage while the user paints: tools, size, undo, clear, close."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPen, QPixmap
from PySide6.QtWidgets import (
    QButtonGroup,
    QDoubleSpinBox,
    QHBoxLayout,
    QLabel,
    QToolButton,
    QWidget,
)

from dpcn_app.gui.brush import Brush, BrushModel
from dpcn_app.gui.settings_model import SettingsModel
from dpcn_app.gui.theme import Theme
from dpcn_app.gui.widgets.icons import icon
from dpcn_app.gui.widgets.step_buttons import add_step_buttons
from dpcn_app.gui.widgets.switch_button import SwitchButton
from dpcn_app.live import choices
from dpcn_app.live.settings import Settings
from dpcn_app.video.strokes import LEAST_SIZE, MOST_SIZE, TOOLS

_TIPS = {
    "pencil": "Paint white, as bright as the shapes",
    "eraser": "Paint black, as dark as the ground: what is under it is gone",
    "occluder": "Paint grey, like something in front of the lens",
}


class PaintSwitch(SwitchButton):
    """The button beside the other controls that takes the brush up, or puts it away."""

    def __init__(self, brush: BrushModel) -> None:
        super().__init__()
        self.setAccessibleName("Draw on the input")
        self.setToolTip("Draw on the input with the mouse; strokes stay like dirt on the lens (D)")
        self.clicked.connect(lambda on: brush.take(bool(on)))
        brush.changed.connect(lambda current: self.setChecked(current.on))

    def use_theme(self, theme: Theme) -> None:
        """Draw a pencil in the theme's colour and size."""
        super().use_theme(theme)
        side = round(theme.points * 1.4)
        self.setIcon(icon("pencil", theme.text))
        self.setIconSize(QSize(side, side))


class PaintBar(QWidget):
    """Shown while the brush is taken up.

    Parameters
    ----------
    brush
        The brush in use.
    settings
        Where strokes are kept; undo takes the last one back.
    """

    def __init__(self, brush: BrushModel, settings: SettingsModel) -> None:
        super().__init__()
        self.setAccessibleName("Painting")
        self._brush = brush
        row = QHBoxLayout(self)
        row.setContentsMargins(8, 2, 8, 2)
        row.addWidget(QLabel("Paint on the input:"))
        self.tools = {tool: self._tool(tool) for tool in TOOLS}
        group = QButtonGroup(self)
        for button in self.tools.values():
            group.addButton(button)
            row.addWidget(button)
        row.addSpacing(8)
        self.size_box = QDoubleSpinBox()
        self.size_box.setDecimals(0)
        self.size_box.setRange(LEAST_SIZE, MOST_SIZE)
        self.size_box.setAccessibleName("Brush size")
        self.size_box.setToolTip("Width of the brush, in pixels of the video ([ and ])")
        self.size_box.valueChanged.connect(brush.resize)
        label = QLabel("Size (px)")
        label.setBuddy(self.size_box)
        row.addWidget(label)
        row.addWidget(self.size_box)
        add_step_buttons(self.size_box)
        row.addStretch(1)
        self.undo = _button("Undo", "Take the last stroke back (Ctrl+Z)")
        self.undo.clicked.connect(lambda: settings.choose(choices.take_stroke_back))
        self.clear = _button("Clear", "Take all strokes away; Ctrl+Z brings them back")
        self.clear.clicked.connect(lambda: settings.choose(choices.clear_strokes))
        self.done = _button("Done", "Stop painting; strokes stay (D or Esc)")
        self.done.clicked.connect(lambda: brush.take(False))
        for each in (self.undo, self.clear, self.done):
            row.addWidget(each)
        brush.changed.connect(self._show_brush)
        settings.changed.connect(self._show_settings)
        self._show_brush(brush.current)
        self._show_settings(settings.current)

    def _tool(self, tool: str) -> SwitchButton:
        button = SwitchButton()
        _name(button, tool.capitalize(), _TIPS[tool])
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        button.clicked.connect(lambda: self._brush.choose(tool))
        return button

    def _show_brush(self, brush: Brush) -> None:
        blocker = QSignalBlocker(self.size_box)
        self.setVisible(brush.on)
        self.tools[brush.tool].setChecked(True)
        self.size_box.setValue(brush.size)
        del blocker

    def _show_settings(self, settings: Settings) -> None:
        for button in (self.undo, self.clear):
            button.setEnabled(bool(settings.strokes))

    def use_theme(self, theme: Theme) -> None:
        """Draw what each tool leaves as its icon."""
        side = round(theme.points * 1.2)
        for tool, button in self.tools.items():
            button.setIcon(_dab(TOOLS[tool], theme))
            button.setIconSize(QSize(side, side))
            button.use_theme(theme)


def _button(name: str, tip: str) -> QToolButton:
    button = QToolButton()
    _name(button, name, tip)
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    return button


def _name(button: QToolButton, name: str, tip: str) -> None:
    button.setText(name)
    button.setAccessibleName(name)
    button.setToolTip(tip)


def _dab(luminance: float, theme: Theme, side: int = 48) -> QIcon:
    """Return a round dab of what a tool leaves."""
    pixmap = QPixmap(side, side)
    pixmap.fill(Qt.GlobalColor.transparent)
    with QPainter(pixmap) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(theme.muted), 3))
        painter.setBrush(QColor.fromRgbF(luminance, luminance, luminance))
        painter.drawEllipse(4, 4, side - 8, side - 8)
    return QIcon(pixmap)
