"""The middle of the window: a hint, the stage with its header, and the transport below it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from dpcn_app.engine.modes import belief_in
from dpcn_app.gui.controls.paint_bar import PaintBar, PaintSwitch
from dpcn_app.gui.controls.transport import Transport
from dpcn_app.gui.dock import Explanation, ExportButton
from dpcn_app.gui.panel import Context, Panel
from dpcn_app.gui.panels.stage.stage_panel import StagePanel
from dpcn_app.gui.settings_model import SettingsModel
from dpcn_app.gui.theme import Theme
from dpcn_app.live import choices
from dpcn_app.live.belief_words import classes_to_look_for, mixed_classes, what_is_around
from dpcn_app.live.settings import Settings
from dpcn_app.live.snapshot import Snapshot

_PADDING = 4  # above and below the hint
_FADE = (
    "Press <b>T</b> for top-down inference, <b>P</b> to let noise fade, <b>C</b> to compare, "
    "<b>O</b> to outline the noise"
)
_LOOK_FOR = (
    "Two shapes at once: press <b>{}</b> to look for {}, <b>{}</b> for {}, <b>0</b> to let go, "
    "<b>B</b> for each belief side by side"
)
_AROUND = (
    "Lower right {} over {}, elsewhere {}: press <b>P</b> and see which is kept there, "
    "<b>C</b> to compare"
)


class Centre(QWidget):
    """What is always seen.

    Parameters
    ----------
    context, settings
        What panels share, and what the user has chosen.
    export
        Lets the user save a panel.

    Attributes
    ----------
    stage, transport
        The pictures, and the controls below.
    hints
        Whether the hint may be shown.
    paint_bar
        Above the pictures, while the user paints.
    header, hint
        The line above the pictures: what they are; or, while the network watches noise bottom-up,
        which keys to press.
    """

    def __init__(
        self, context: Context, settings: SettingsModel, export: Callable[[Panel], None]
    ) -> None:
        super().__init__()
        self.hints = True
        self.stage = StagePanel(context)
        self.transport = Transport(settings, context.themes)
        self.stage.region_chosen.connect(lambda region: settings.change(region=region))
        self.stage.stroke_begun.connect(
            lambda row, column: settings.choose(
                choices.begin_stroke,
                context.brush.current.tool,
                context.brush.current.size,
                row,
                column,
            )
        )
        self.stage.stroke_drawn.connect(
            lambda points: settings.choose(choices.extend_stroke, points)
        )
        self.paint_bar = PaintBar(context.brush, settings)
        self.transport.add_switch(PaintSwitch(context.brush))
        self.hint = QLabel(_FADE)
        self.hint.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.hint.setAccessibleName("Hint")
        self.hint.setWordWrap(True)
        self.hint.setMinimumWidth(1)  # it may wrap rather than hold the window wide
        self.header = QWidget()
        self._theme = context.themes.current
        row = QHBoxLayout(self.header)
        row.setContentsMargins(8, 0, 8, 0)
        row.addWidget(Explanation(self.stage), 1)
        row.addWidget(ExportButton(self.stage, export))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.hint)
        layout.addWidget(self.header)
        layout.addWidget(self.paint_bar)
        layout.addWidget(self.stage, 1)
        layout.addWidget(self.transport)
        self.hint.hide()
        self.use_theme(context.themes.current)

    def add_line(self, line: QWidget) -> None:
        """Put a line above everything."""
        layout = self.layout()
        assert isinstance(layout, QVBoxLayout)
        layout.insertWidget(0, line)

    def show_snapshot(self, snapshot: Snapshot) -> None:
        """Show a snapshot; the hint is there while there is noise and nothing against it."""
        self.stage.refresh(snapshot)
        self.transport.show_snapshot(snapshot)
        words = hint_words(snapshot.settings)
        if words:
            self.hint.setText(words)
        self._show_line(hint=self.hints and bool(words) and snapshot.video.scored)

    def use_theme(self, theme: Theme) -> None:
        """Take on a theme; on a projector the stage has no header."""
        self._theme = theme
        self.paint_bar.use_theme(theme)
        self.hint.setStyleSheet(
            f"background: {theme.accent}; color: {theme.window}; padding: {_PADDING}px;"
            f"font-size: {theme.points * 1.1:.0f}pt;"
        )
        self.hint.ensurePolished()
        line = self.hint.fontMetrics().height() + 2 * _PADDING
        self.header.setFixedHeight(line)  # as high as the hint, so that nothing jumps
        self._show_line(hint=not self.hint.isHidden())

    def _show_line(self, *, hint: bool) -> None:
        """Show the hint or the header; they have one place."""
        self.hint.setVisible(hint)
        self.header.setVisible(not hint and self._theme.name != "projector")


def hint_words(settings: Settings) -> str:
    """Return which keys to press; nothing once one of them has been, or where there is no need."""
    mixed, names = mixed_classes(settings), classes_to_look_for(settings)
    if len(settings.modes) > 1 or belief_in(settings.modes[0]):
        return ""
    around = what_is_around(settings)
    if around and settings.modes == ("off",):
        return _AROUND.format(*mixed, around)
    if mixed:
        keys = [str(names.index(name) + 1) for name in mixed]
        return _LOOK_FOR.format(keys[0], mixed[0], keys[1], mixed[1])
    return _FADE if settings.modes == ("off",) and settings.noise > 0 else ""
