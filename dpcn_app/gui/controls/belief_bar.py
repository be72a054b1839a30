"""Small buttons with the pictures of the shapes: tell the network what to look for, or let go."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPen, QPixmap
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QWidget

from dpcn_app.engine.modes import belief_in
from dpcn_app.gui.scatter.markers import class_colour, marker_path, paint_marker
from dpcn_app.gui.settings_model import SettingsModel
from dpcn_app.gui.theme import Theme
from dpcn_app.gui.widgets.switch_button import SwitchButton
from dpcn_app.live import choices
from dpcn_app.live.belief_words import NO_CLASSES, classes_to_look_for
from dpcn_app.live.network_modes import main_mode
from dpcn_app.live.settings import Settings
from dpcn_app.video.shapes import SHAPE_SETS

_MOST = max(len(each.classes) for each in SHAPE_SETS.values())
_SIDE = 64  # pixels of an icon


class BeliefBar(QWidget):
    """A button for each class of the video, and one that lets go.

    There are always as many, so that nothing beside them moves; where a video has no classes they
    are disabled.

    Attributes
    ----------
    shapes
        The buttons of the classes, in their order.
    free
        The button that lets go.
    """

    def __init__(self, settings: SettingsModel, theme: Theme) -> None:
        super().__init__()
        self.setAccessibleName("What to look for")
        self._settings, self._theme = settings, theme
        self._names: tuple[str, ...] | None = None
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(2)
        self.shapes = [SwitchButton() for _ in range(_MOST)]
        for place, button in enumerate(self.shapes):
            button.clicked.connect(lambda _=False, place=place: self._look_for(place))
        self.free = QToolButton()
        self.free.setText("0")
        self.free.setAccessibleName("Let go")
        self.free.setToolTip("Look for nothing: leave the network alone (0)")
        self.free.clicked.connect(lambda: settings.choose(choices.let_go))
        self.free.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        for each in (*self.shapes, self.free):
            row.addWidget(each)
        settings.changed.connect(self._show)
        self.use_theme(theme)

    def use_theme(self, theme: Theme) -> None:
        """Draw the shapes in the theme's colours and size."""
        self._theme, self._names = theme, None
        side = round(theme.points * 1.4)
        for button in self.shapes:
            button.setIconSize(QSize(side, side))
            button.use_theme(theme)
        self._show(self._settings.current)

    def _show(self, settings: Settings) -> None:
        names, held = classes_to_look_for(settings), belief_in(main_mode(settings.modes))
        if names != self._names:
            self._names = names
            self._show_names(names)
        for place, button in enumerate(self.shapes):
            button.setChecked(place < len(names) and names[place] == held)
        self.free.setEnabled(any(belief_in(mode) for mode in settings.modes))

    def _show_names(self, names: tuple[str, ...]) -> None:
        for place, button in enumerate(self.shapes):
            name = names[place] if place < len(names) else ""
            button.setEnabled(bool(name))
            button.setIcon(_shape_icon(self._theme, name, place if name else -1))
            words = f"Tell the network to look for {name} ({place + 1}); again: leave it alone"
            button.setToolTip(words if name else NO_CLASSES)
            button.setAccessibleName(f"Look for {name}" if name else "No class to look for")

    def _look_for(self, place: int) -> None:
        names = classes_to_look_for(self._settings.current)
        if place < len(names):
            self._settings.choose(choices.hold_belief, self._settings.parts, names[place])
        self._show(self._settings.current)


def _shape_icon(theme: Theme, name: str, label: int) -> QIcon:
    """Return a class's marker as an icon; a muted circle where there is no class."""
    pixmap = QPixmap(_SIDE, _SIDE)
    pixmap.fill(Qt.GlobalColor.transparent)
    with QPainter(pixmap) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        middle, path = QPointF(_SIDE / 2, _SIDE / 2), marker_path(name or "circle", label)
        edge = QPen(QColor(theme.text), 2)
        paint_marker(painter, middle, 0.4 * _SIDE, path, class_colour(theme, label), edge)
    return QIcon(pixmap)
