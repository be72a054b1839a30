"""Docks are drawn one at a time, those that have waited longest first."""

from typing import Any, cast

from PySide6.QtGui import QRegion

from dpcn_app.gui.dock import PanelDock
from dpcn_app.gui.window_parts.dock_queue import DockQueue
from dpcn_app.live.snapshot import Snapshot

SNAPSHOT = cast(Snapshot, object())


class Dock:
    """A dock and its panel in one, which notes when it is drawn."""

    def __init__(self, name: str, drawn: list[str], *, seen: bool = True) -> None:
        self.panel, self._name, self._drawn, self._seen = self, name, drawn, seen

    def visibleRegion(self) -> QRegion:
        return QRegion(0, 0, 9, 9) if self._seen else QRegion()

    def refresh(self, snapshot: Any) -> None:
        assert snapshot is SNAPSHOT
        self._drawn.append(self._name)


def queue(drawn: list[str], *names: str, hidden: str = "") -> DockQueue:
    docks = {name: Dock(name, drawn, seen=name not in hidden) for name in names}
    return DockQueue(cast(dict[str, PanelDock], docks))


def test_each_turn_draws_one_dock() -> None:
    drawn: list[str] = []
    some = queue(drawn, "a", "b", "c")
    some.begin()
    for expected in (["a"], ["a", "b"], ["a", "b", "c"], ["a", "b", "c"]):
        some.draw_next(SNAPSHOT)
        assert drawn == expected


def test_docks_that_cannot_be_seen_are_passed_over() -> None:
    drawn: list[str] = []
    some = queue(drawn, "a", "b", "c", hidden="ab")
    some.begin()
    some.draw_next(SNAPSHOT)
    assert drawn == ["c"]


def test_with_a_new_snapshot_those_that_have_waited_longest_come_first() -> None:
    drawn: list[str] = []
    some = queue(drawn, "a", "b", "c")
    some.begin()
    some.draw_next(SNAPSHOT)
    some.begin()
    some.draw_all(SNAPSHOT)
    assert drawn == ["a", "b", "c", "a"]


def test_before_the_first_snapshot_nothing_is_drawn() -> None:
    drawn: list[str] = []
    some = queue(drawn, "a")
    some.begin()
    some.draw_all(None)
    assert drawn == []
