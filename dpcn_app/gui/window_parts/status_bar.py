"""The status bar: what is watched, how far the engine is, what a panel says, frames a second."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtWidgets import QProgressBar, QStatusBar, QToolButton

from dpcn_app.gui.settings_model import SettingsModel
from dpcn_app.gui.widgets.plain_text import plain_label
from dpcn_app.live.belief_words import modes_in_words
from dpcn_app.live.drawing_words import camera_words
from dpcn_app.live.region_words import progress_words
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
    message, progress, stop
        On the left: a sentence, how far the engine has come with it, and a button that ends the
        work on a large frame.
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
        self.stop = QToolButton()
        self.stop.setText("Stop (Esc)")
        self.stop.setAccessibleName("Stop inferring the large frame")
        self.stop.setToolTip("Go back to the region before")
        self.stop.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.stop.clicked.connect(settings.leave_region)
        self.panel_status = plain_label()
        self.speed = plain_label()
        for widget in (self.message, self.progress, self.stop):
            bar.addWidget(widget)
        self.stop.hide()
        for widget in (self.panel_status, self.speed):
            bar.addPermanentWidget(widget)
        self._patience = QTimer(self)
        self._patience.setSingleShot(True)
        self._patience.timeout.connect(self.tell_waiting)
        settings.changed.connect(lambda _: self._patience.start(_PATIENCE_MS))

    def show_snapshot(self, snapshot: Snapshot) -> None:
        """Say what is watched, how far it is inferred, and what is being prepared.

        An opening changes nothing.
        """
        self._snapshot = snapshot
        preparing = snapshot.preparing
        if not snapshot.views and preparing is None:
            return
        self.message.setText(self._notice or progress_words(snapshot) or _watched(snapshot))
        waiting = snapshot.frame_done is not None
        self.stop.setVisible(waiting and self._settings.can_leave_region(snapshot))
        share = snapshot.busy
        if preparing is not None and (share is None or preparing.waited_for):
            share = (preparing.number - 1) / preparing.total
        self.progress.setVisible(share is not None)
        if share is not None:
            self.progress.setRange(0, 100)
            self.progress.setValue(round(100 * share))
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
        """Say something for a while."""
        self._notice = sentence
        self.message.setText(sentence)
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
    """Return what is watched, by which network and in which modes, or what it waits for."""
    preparing = snapshot.preparing
    if preparing is not None and preparing.waited_for:
        return preparing.words
    modes = modes_in_words(snapshot.settings.modes)
    words = f"{snapshot.settings.model} · {modes}"
    if not snapshot.video.scored:
        words = f"{snapshot.video.name} · {words}"
    camera = snapshot.video.camera
    if camera is not None:
        words += f" · {camera_words(snapshot)}" + ("" if camera.live else " (L goes live)")
    if 0 <= snapshot.settings.closed < snapshot.length:
        words += f" · eyes closed from frame {snapshot.settings.closed + 1} (H opens them)"
    if snapshot.video.indexed < 1:
        words += " · looking through the file …"
    if preparing is not None:
        words += f" · {preparing.words[0].lower()}{preparing.words[1:]}"
    return words
