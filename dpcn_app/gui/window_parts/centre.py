"""The middle of the window: a hint, the stage with its header, and the transport below it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from dpcn_app.gui.controls.transport import Transport
from dpcn_app.gui.dock import Header
from dpcn_app.gui.panel import Context, Panel
from dpcn_app.gui.panels.stage.stage_panel import StagePanel
from dpcn_app.gui.settings_model import SettingsModel
from dpcn_app.gui.theme import Theme
from dpcn_app.live.snapshot import Snapshot


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
    hint
        Which keys to press, while the network watches noise bottom-up.
    stage, header, transport
        The pictures, the line above them, and the controls below.
    """

    def __init__(
        self, context: Context, settings: SettingsModel, export: Callable[[Panel], None]
    ) -> None:
        super().__init__()
        self.stage = StagePanel(context)
        self.transport = Transport(settings, context.themes)
        self.stage.region_chosen.connect(lambda region: settings.change(region=region))
        self.hint = QLabel(
            "Press <b>T</b> for top-down inference, <b>P</b> to let noise fade, <b>C</b> to compare"
        )
        self.hint.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.hint.setAccessibleName("Hint")
        self.header = Header(self.stage, export)
        self.header.setContentsMargins(8, 2, 8, 2)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.hint)
        layout.addWidget(self.header)
        layout.addWidget(self.stage, 1)
        layout.addWidget(self.transport)
        self.style_hint(context.themes.current)

    def show_snapshot(self, snapshot: Snapshot) -> None:
        """Show a snapshot; the hint is there while there is noise and nothing against it."""
        self.stage.refresh(snapshot)
        self.transport.show_snapshot(snapshot)
        noisy = snapshot.settings.modes == ("off",) and snapshot.settings.noise > 0
        self.hint.setVisible(noisy and snapshot.video.scored)

    def use_theme(self, theme: Theme) -> None:
        """Take on a theme; on a projector the stage has no header."""
        self.style_hint(theme)
        self.header.setVisible(theme.name != "projector")

    def style_hint(self, theme: Theme) -> None:
        """Give the hint a theme's colours."""
        self.hint.setStyleSheet(
            f"background: {theme.accent}; color: {theme.window}; padding: 4px;"
            f"font-size: {theme.points * 1.2:.0f}pt;"
        )
