"""Guarded events: errors in methods that Qt calls are told once and end nothing."""

import importlib
import inspect
import pkgutil
import sys
from collections.abc import Iterator

import numpy as np
from PySide6.QtCore import QEvent, QSize
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QApplication, QMessageBox, QWidget

from dpcn_app import gui
from dpcn_app.gui import app as starting
from dpcn_app.gui.guarded_events import GuardedEvents, is_guarded
from dpcn_app.gui.theme import ThemeModel
from dpcn_app.gui.window import MainWindow
from dpcn_app.live.settings import Settings

NOT_CALLED_BY_QT = {"setText"}
"""Methods of Qt that are overridden here and called by the app alone."""


def classes() -> Iterator[type]:
    """Yield the classes of the gui that Qt knows."""
    for found in pkgutil.walk_packages(gui.__path__, "dpcn_app.gui."):
        module = importlib.import_module(found.name)
        for _, each in inspect.getmembers(module, inspect.isclass):
            if each.__module__ == module.__name__ and _of_qt(each):
                yield each


def _of_qt(each: type) -> list[type]:
    return [base for base in each.__mro__ if base.__module__.startswith("PySide6.")]


def broken() -> type[QWidget]:
    """Return a new class of widgets in which everything fails, with errors from C code."""

    class Broken(GuardedEvents, QWidget):
        def paintEvent(self, event: QPaintEvent) -> None:
            np.zeros(0)[3]

        def sizeHint(self) -> QSize:
            return [][3]

        def minimumSizeHint(self) -> QSize:
            return [][3]

        def event(self, event: QEvent) -> bool:
            if event.type() == QEvent.Type.User:
                return [][3]
            return super().event(event)

    return Broken


def test_every_method_of_the_gui_that_qt_may_call_is_guarded():
    overridden = [
        (each, name, method)
        for each in classes()
        for name in dir(each)
        if inspect.isfunction(method := inspect.getattr_static(each, name))
        and not name.startswith("__")
        and name not in NOT_CALLED_BY_QT
        and any(hasattr(base, name) for base in _of_qt(each))
    ]
    assert len(overridden) > 50
    open_ones = [f"{each}.{name}" for each, name, method in overridden if not is_guarded(method)]
    assert open_ones == []


def test_a_subclass_of_a_guarded_class_is_guarded_too():
    class First(GuardedEvents, QWidget):
        pass

    class Second(First):
        def leaveEvent(self, event: QEvent) -> None:
            pass

    assert is_guarded(Second.leaveEvent)


def test_an_error_from_c_code_ends_neither_a_drawing_nor_the_process(qtbot):
    widget = broken()()
    qtbot.addWidget(widget)
    with qtbot.captureExceptions() as raised:
        for _ in range(5):
            widget.grab()
    assert {kind for kind, *_ in raised} == {IndexError}


def test_each_failing_method_is_told_of_once(qtbot):
    widget = broken()()
    qtbot.addWidget(widget)
    with qtbot.captureExceptions() as raised:
        for _ in range(5):
            QApplication.sendEvent(widget, QEvent(QEvent.Type.User))
    assert len(raised) == 1


def test_qt_gets_a_size_that_it_can_use_from_a_hint_that_fails(qtbot):
    widget = broken()()
    qtbot.addWidget(widget)
    with qtbot.captureExceptions():
        assert widget.sizeHint().isValid()
        assert widget.minimumSizeHint().isValid()
        assert not QApplication.sendEvent(widget, QEvent(QEvent.Type.User))


def test_a_hook_that_fails_does_no_harm_either(qtbot, monkeypatch):
    widget = broken()()
    qtbot.addWidget(widget)
    monkeypatch.setattr(sys, "excepthook", lambda *_: [][3])
    assert widget.sizeHint().isValid()


def test_the_window_tells_of_a_failing_drawing_after_it(qtbot, monkeypatch):
    window = MainWindow(ThemeModel("dark"), Settings(), None, remember=False)
    qtbot.addWidget(window)
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    starting._catch_exceptions(window)
    widget = broken()()
    qtbot.addWidget(widget)
    widget.grab()
    qtbot.waitUntil(lambda: bool(window.findChildren(QMessageBox)))
    (box,) = window.findChildren(QMessageBox)
    assert "IndexError" in box.detailedText()
    box.close()
