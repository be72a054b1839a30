"""Docks are drawn one at a time, those that have waited longest first."""

from types import SimpleNamespace
from typing import Any, cast

from PySide6.QtCore import Qt
from PySide6.QtGui import QRegion
from PySide6.QtWidgets import QLabel, QMainWindow, QVBoxLayout

from dpcn_app.gui.dock import PanelDock
from dpcn_app.gui.panel import Context, Panel
from dpcn_app.gui.widgets.scroll_area import scrolled
from dpcn_app.gui.window_parts.dock_queue import DockQueue
from dpcn_app.live.settings import Settings
from dpcn_app.live.snapshot import Snapshot
from tests.helpers.real_scene import make_context

SNAPSHOT = cast(Snapshot, SimpleNamespace(settings=Settings(), network=None, views=(None,)))


class Dock:
    """A dock and its panel in one, which notes when it is drawn."""

    def __init__(self, name: str, drawn: list[str], *, seen: bool = True) -> None:
        self.panel, self._name, self._drawn, self._seen = self, name, drawn, seen

    def visibleRegion(self) -> QRegion:
        return QRegion(0, 0, 9, 9) if self._seen else QRegion()

    def outdate(self, snapshot: Any) -> None:
        assert snapshot is SNAPSHOT

    def refresh(self, snapshot: Any) -> None:
        assert snapshot is SNAPSHOT
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
