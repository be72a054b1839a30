"""The docks that wait to be drawn: one at a time, so that keys and mouse are heard in between."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from dpcn_app.gui.dock import PanelDock
from dpcn_app.live.settings import Settings
from dpcn_app.live.snapshot import Snapshot
from dpcn_app.training.status import TrainingStatus

if TYPE_CHECKING:  # the engine takes seconds to load, and the window opens before that
    from dpcn_app.engine.network import Network


class DockQueue:
    """The docks that have not shown the latest snapshot yet.

    Parameters
    ----------
    docks
        All docks; others may join them later.
    """

    def __init__(self, docks: Mapping[str, PanelDock]) -> None:
        self._docks = docks
        self._behind: list[PanelDock] = []
        self._about: tuple[Settings, Network] | None = None  # what the last snapshot was of
        self._frame = -1  # of the last snapshot
        self._passed_over = False  # whether the docks had no turn when that frame came

    def begin(self, snapshot: Snapshot) -> None:
        """Let every dock have a turn with a snapshot; those that have waited longest come first.

        Of other settings, or of another network, a hidden panel keeps nothing: it draws anew when
        it is shown.

        Beside a training that runs, or kernels that are compiled, docks have a turn with every
        second frame of a video: both need the cores, and the stage shows every frame.
        """
        about = (snapshot.settings, snapshot.network)
        if snapshot.views and about != self._about:
            self._about = about
            for dock in self._docks.values():
                if not _can_be_seen(dock):  # takes long to find out: not for every frame
                    dock.panel.snapshot = None
        for dock in self._docks.values():
            dock.panel.outdate(snapshot)
        another, self._frame = snapshot.frame.index != self._frame, snapshot.frame.index
        if another:
            self._passed_over = not self._passed_over and _cores_are_needed(snapshot)
            if self._passed_over:
                return
        self._behind += [dock for dock in self._docks.values() if dock not in self._behind]

    def draw_next(self, snapshot: Snapshot | None) -> None:
        """Show the latest snapshot in the next dock that can be seen and has not shown it."""
        while self._behind:
            dock = self._behind.pop(0)
            if _can_be_seen(dock):
                if snapshot is not None:
                    dock.panel.refresh(snapshot)
                return

    def draw_all(self, snapshot: Snapshot | None) -> None:
        """Show the latest snapshot in all of them."""
        while self._behind:
            self.draw_next(snapshot)


def _cores_are_needed(snapshot: Snapshot) -> bool:
    """Return whether a video plays beside a training that runs, or kernels that are compiled."""
    training = snapshot.training
    learning = training is not None and training.state is TrainingStatus.RUNNING
    return snapshot.playing and (learning or snapshot.preparing is not None)


def _can_be_seen(dock: PanelDock) -> bool:
    # Not the panel's own region: that is empty where a child covers all of it.
    return not dock.visibleRegion().isEmpty()
