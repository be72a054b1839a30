"""The status bar: what is watched, how far the engine is, what a panel says, frames a second."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QProgressBar, QStatusBar

from dpcn_app.engine.modes import mode_title
from dpcn_app.gui.settings_model import SettingsModel
from dpcn_app.gui.widgets.plain_text import plain_label
from dpcn_app.live.snapshot import Snapshot

_PATIENCE_MS = 300  # before the user is told of a change that has not come about yet
_NOTICE_MS = 8000


class StatusBar(QObject):
    """What stands in a status bar.

    Parameters
    ----------
    bar
        Where it stands.
    settings
        What the user has asked for; a change that takes a while is told.

    Attributes
    ----------
    message, progress
        On the left: a sentence, and how far the engine has come with it.
    panel_status, speed
        On the right: what a panel says, and frames a second.
    """

    def __init__(self, bar: QStatusBar, settings: SettingsModel) -> None:
        super().__init__(bar)
        self._settings = settings
        self._snapshot: Snapshot | None = None
        self._notice = ""  # what is told for a while in place of what is watched
        self.message = plain_label("Loading the engine …")
        self.message.setAccessibleName("State")
        self.progress = QProgressBar()
        self.progress.setRange(0, 0)
        self.progress.setMaximumWidth(160)
        self.progress.setTextVisible(False)
        self.progress.setAccessibleName("Inference progress")
        self.panel_status = plain_label()
        self.speed = plain_label()
        for widget in (self.message, self.progress):
            bar.addWidget(widget)
        for widget in (self.panel_status, self.speed):
            bar.addPermanentWidget(widget)
        self._patience = QTimer(self)
        self._patience.setSingleShot(True)
        self._patience.timeout.connect(self.tell_waiting)
        settings.changed.connect(lambda _: self._patience.start(_PATIENCE_MS))

    def show_snapshot(self, snapshot: Snapshot) -> None:
        """Say what is watched and how far it is inferred; an opening changes nothing."""
        self._snapshot = snapshot
        if not snapshot.views:
            return
        self.message.setText(self._notice or _watched(snapshot))
        self.progress.setVisible(snapshot.busy is not None)
        if snapshot.busy is not None:
            self.progress.setRange(0, 100)
            self.progress.setValue(round(100 * snapshot.busy))
        self.speed.setText(f"{snapshot.shown_per_second:.0f} frames/s" if snapshot.playing else "")

    def tell_waiting(self) -> None:
        """Say that what was asked for takes a while, as kernels do that are compiled."""
        snapshot = self._snapshot
        if snapshot is None or not snapshot.views or snapshot.settings == self._settings.current:
            return
        self.message.setText("One moment: getting ready …")
        self.progress.setRange(0, 0)
        self.progress.show()

    def give_notice(self, sentence: str) -> None:
        """Say something for a while, from the next snapshot on."""
        self._notice = sentence
        QTimer.singleShot(_NOTICE_MS, self, self.end_notice)

    def end_notice(self) -> None:
        """Say again what is watched."""
        self._notice = ""
        if self._snapshot is not None:
            self.show_snapshot(self._snapshot)

    def tell_stopped(self) -> None:
        """Say that the engine does nothing any more."""
        self.message.setText("Part of the application has stopped after an error.")
        self.progress.hide()


def _watched(snapshot: Snapshot) -> str:
    """Return what is watched, by which network and in which modes."""
    modes = ", ".join(mode_title(mode) for mode in snapshot.settings.modes)
    words = f"{snapshot.settings.model} · {modes}"
    if not snapshot.video.scored:
        words = f"{snapshot.video.name} · {words}"
    if snapshot.video.indexed < 1:
        words += " · looking through the file …"
    return words
