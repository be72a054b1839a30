"""Garbage is collected by a timer: little before all is loaded, and never what was there then."""

import gc

import pytest
from PySide6.QtCore import QObject

from dpcn_app.gui.window_parts import garbage
from dpcn_app.gui.window_parts.garbage import GarbageCollector


@pytest.fixture
def collected(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Note which generations are collected, soon one after the other, without collecting them."""
    found: list[int] = []
    monkeypatch.setattr(gc, "collect", found.append)
    monkeypatch.setattr(gc, "freeze", lambda: found.append(-1))
    monkeypatch.setattr(garbage, "return_free_memory", lambda: found.append(-2))
    monkeypatch.setattr(garbage, "_PERIOD_MS", 1)
    return found


def test_until_all_is_loaded_only_the_youngest_objects_are_looked_at(qtbot, collected) -> None:
    parent = QObject()
    GarbageCollector(parent)
    assert not gc.isenabled()  # Python by itself would collect in any thread
    qtbot.waitUntil(lambda: len(collected) >= 12)
    assert set(collected) == {0}


def test_after_that_all_objects_that_came_since_and_free_memory_goes_back(qtbot, collected) -> None:
    parent = QObject()
    GarbageCollector(parent).freeze()
    qtbot.waitUntil(lambda: len(collected) >= 12)
    assert collected[:12] == [-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 2, -2]


def test_it_ends_with_its_parent(qtbot, collected) -> None:
    parent = QObject()
    collector = GarbageCollector(parent)
    qtbot.waitUntil(lambda: bool(collected))
    with qtbot.waitSignal(collector.destroyed):
        parent.deleteLater()
