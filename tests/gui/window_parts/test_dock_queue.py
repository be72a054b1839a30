"""Docks are drawn one at a time, those that have waited longest first."""

from types import SimpleNamespace
from typing import Any, cast

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QRegion
from PySide6.QtWidgets import QLabel, QMainWindow, QVBoxLayout

from dpcn_app.gui.dock import PanelDock
from dpcn_app.gui.panel import Context, Panel
from dpcn_app.gui.widgets.scroll_area import scrolled
from dpcn_app.gui.window_parts.dock_queue import DockQueue
from dpcn_app.live.settings import Settings
from dpcn_app.live.snapshot import Preparing, Snapshot
from dpcn_app.training.status import TrainingStatus
from tests.helpers.real_scene import make_context


def snapshot(
    training: TrainingStatus | None = None,
    *,
    playing: bool = False,
    frame: int = 0,
    preparing: Preparing | None = None,
) -> Snapshot:
    """Return a snapshot that tells what the queue looks at."""
    told = None if training is None else SimpleNamespace(state=training)
    what = {"settings": Settings(), "network": None, "views": (None,), "preparing": preparing}
    shown = SimpleNamespace(index=frame)
    return cast(Snapshot, SimpleNamespace(**what, frame=shown, training=told, playing=playing))


SNAPSHOT = snapshot()


class Dock:
    """A dock and its panel in one, which notes when it is drawn."""

    def __init__(self, name: str, drawn: list[str], *, seen: bool = True) -> None:
        self.panel, self._name, self._drawn, self._seen = self, name, drawn, seen

    def visibleRegion(self) -> QRegion:
        return QRegion(0, 0, 9, 9) if self._seen else QRegion()

    def outdate(self, snapshot: Any) -> None:
        self._latest = snapshot

    def refresh(self, snapshot: Any) -> None:
        assert snapshot is self._latest
        self._drawn.append(self._name)


def queue(drawn: list[str], *names: str, hidden: str = "") -> DockQueue:
    docks = {name: Dock(name, drawn, seen=name not in hidden) for name in names}
    return DockQueue(cast(dict[str, PanelDock], docks))


def test_each_turn_draws_one_dock() -> None:
    drawn: list[str] = []
    some = queue(drawn, "a", "b", "c")
    some.begin(SNAPSHOT)
    for expected in (["a"], ["a", "b"], ["a", "b", "c"], ["a", "b", "c"]):
        some.draw_next(SNAPSHOT)
        assert drawn == expected


def test_docks_that_cannot_be_seen_are_passed_over() -> None:
    drawn: list[str] = []
    some = queue(drawn, "a", "b", "c", hidden="ab")
    some.begin(SNAPSHOT)
    some.draw_next(SNAPSHOT)
    assert drawn == ["c"]


def test_with_a_new_snapshot_those_that_have_waited_longest_come_first() -> None:
    drawn: list[str] = []
    some = queue(drawn, "a", "b", "c")
    some.begin(SNAPSHOT)
    some.draw_next(SNAPSHOT)
    some.begin(SNAPSHOT)
    some.draw_all(SNAPSHOT)
    assert drawn == ["a", "b", "c", "a"]


def test_before_the_first_snapshot_nothing_is_drawn() -> None:
    drawn: list[str] = []
    some = queue(drawn, "a")
    some.begin(SNAPSHOT)
    some.draw_all(None)
    assert drawn == []


def drawn_at(
    training: TrainingStatus | None,
    frames: list[int],
    *,
    playing: bool,
    preparing: Preparing | None = None,
) -> list[int]:
    """Return at which snapshots, of these frames in turn, a dock is drawn."""
    drawn: list[str] = []
    docks, found = queue(drawn, "a"), []
    for number, frame in enumerate(frames):
        before = len(drawn)
        shown = snapshot(training, playing=playing, frame=frame, preparing=preparing)
        docks.begin(shown)
        docks.draw_next(shown)
        found += [number] * (len(drawn) - before)
    return found


RUNNING = TrainingStatus.RUNNING


def test_while_a_video_plays_beside_a_training_docks_show_every_second_frame() -> None:
    frames = list(range(10))
    assert drawn_at(RUNNING, frames, playing=True) == [1, 3, 5, 7, 9]


def test_so_they_do_while_kernels_are_compiled() -> None:
    compiling = Preparing("the prior", 4, 7, False)
    assert drawn_at(None, list(range(6)), playing=True, preparing=compiling) == [1, 3, 5]


def test_what_changes_while_a_frame_stays_is_shown_everywhere() -> None:
    assert drawn_at(RUNNING, [0, 0, 0], playing=True) == [1, 2]
    slow = drawn_at(RUNNING, [0, 0, 1, 1, 2, 2, 3, 3], playing=True)
    assert slow == [1, 2, 3, 5, 6, 7]


@pytest.mark.parametrize("state", [None, TrainingStatus.PAUSED, TrainingStatus.DONE])
def test_otherwise_they_show_them_all(state: TrainingStatus | None) -> None:
    frames = list(range(4))
    assert drawn_at(state, frames, playing=True) == frames
    assert drawn_at(RUNNING, frames, playing=False) == frames


def test_the_frame_at_which_a_video_pauses_is_shown_everywhere() -> None:
    drawn: list[str] = []
    docks = queue(drawn, "a")
    for frame in range(2):
        for playing in (True, False):
            paused = snapshot(RUNNING, playing=playing, frame=frame)
            docks.begin(paused)
        docks.draw_all(paused)
    assert drawn == ["a", "a"]


class Covered(Panel):
    """A panel that a child covers wholly, with a ground of its own."""

    name, title, explanation = "covered", "Covered", "Nothing of it is seen but its child."

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.drawn: list[Snapshot] = []
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(scrolled(QLabel("all of it")))

    def refresh(self, snapshot: Snapshot) -> None:
        self.drawn.append(snapshot)


def test_a_panel_that_a_child_covers_wholly_is_drawn_too(qtbot) -> None:
    window = QMainWindow()
    qtbot.addWidget(window)
    panel = Covered(make_context())
    dock = PanelDock(panel, lambda panel: None)
    window.addDockWidget(Qt.DockWidgetArea.LeftDockWidgetArea, dock)
    window.show()
    qtbot.waitUntil(lambda: panel.visibleRegion().isEmpty())
    some = DockQueue({"covered": dock})
    some.begin(SNAPSHOT)
    some.draw_next(SNAPSHOT)
    assert panel.drawn == [SNAPSHOT]
