"""What is new in a snapshot, and is acted upon once.

That is a network that has been trained, another network that came with another video, a problem, a
change that cannot be made, or a file that could be opened.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from dpcn_app.gui.recent import remember_file
from dpcn_app.live import choices
from dpcn_app.live.snapshot import Snapshot
from dpcn_app.video.source_spec import FILE

if TYPE_CHECKING:
    from dpcn_app.engine.network import Network
    from dpcn_app.gui.window import MainWindow

_SHOWN_MS = 8000


class SnapshotEvents:
    """Acts upon what is new in snapshots.

    Parameters
    ----------
    window
        Where the user is told of it.
    remember
        Whether files that could be opened go into the list of recent ones.
    """

    def __init__(self, window: MainWindow, *, remember: bool) -> None:
        self._window, self._remember = window, remember
        self._problems = 0  # of which the user knows
        self._taken_over: Network | None = None  # the last that was put to use once it was trained
        self._remembered = ""  # the video that is among the recent files already

    def take(self, before: Snapshot | None, snapshot: Snapshot) -> None:
        """Act upon what is new since the snapshot before."""
        self._take_over(snapshot)
        self._tell_of_network(before, snapshot)
        for problem in snapshot.problems[self._problems :]:
            self._window.tell(problem)
        self._problems = len(snapshot.problems)
        settings = self._window.settings
        if snapshot.refused is not None and snapshot.refused == settings.current:
            settings.use(snapshot.settings)  # what was asked for last cannot be done
        self._remember_video(snapshot)

    def _take_over(self, snapshot: Snapshot) -> None:
        """Use a network that has just been trained; the one before stays in the list.

        It is known by itself, not by its name: that can be changed, and then be free for another.
        """
        training, settings = snapshot.training, self._window.settings
        if training is None or training.state != "done" or training.network is self._taken_over:
            return
        self._taken_over = training.network
        memory = settings.noise_memory
        settings.choose(choices.use_trained, training.name, training.shape_set, memory)
        kept = ", is kept and now in use" if training.kept else " and is now in use"
        self._window.status.give_notice(f"{training.name} has been trained{kept}")

    def _tell_of_network(self, before: Snapshot | None, snapshot: Snapshot) -> None:
        """Say that another network has come with another video."""
        if before is None:
            return
        old, new = before.settings, snapshot.settings
        if old.model != new.model and old.source != new.source:
            name = snapshot.video.name
            words = f"The network {new.model} watches {name}; Ctrl+Z brings {old.model} back"
            self._window.statusBar().showMessage(words, _SHOWN_MS)

    def _remember_video(self, snapshot: Snapshot) -> None:
        """Put a file that has been opened at the head of the recent ones."""
        settings, source = snapshot.settings, snapshot.settings.source
        if settings.source_kind != FILE or not snapshot.views or source == self._remembered:
            return
        self._remembered = source
        if self._remember and os.path.exists(source):
            remember_file(Path(source))
