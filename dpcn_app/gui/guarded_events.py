"""Guarded events: an error in a method that Qt calls is told once, and the window goes on.

Qt calls methods that a class overrides, such as `paintEvent`. PySide lets no exception through
them: with Python 3.11 one that comes from C code, such as `[][3]`, ends the process at once. So
none may leave such a method.
"""

from __future__ import annotations

import contextlib
import functools
import sys
from collections.abc import Callable
from types import FunctionType
from typing import Any

from PySide6.QtCore import QSize

_ANSWERS: dict[str, Callable[[], object]] = {
    "event": lambda: False,
    "eventFilter": lambda: False,
    "sizeHint": lambda: QSize(120, 90),
    "minimumSizeHint": lambda: QSize(0, 0),
    "initializeGL": lambda: None,
    "resizeGL": lambda: None,
    "paintGL": lambda: None,
    "undo": lambda: None,
    "redo": lambda: None,
    "id": lambda: -1,
    "mergeWith": lambda: False,
    "reject": lambda: None,
    "showPopup": lambda: None,
}
"""What Qt is answered after an error; nothing where the name of a method ends in `Event`."""

_told: set[Callable[..., Any]] = set()  # methods whose errors are known already


class GuardedEvents:
    """A mixin: no exception leaves the methods that Qt calls, in subclasses too.

    A class names it before its class of Qt: `class Panel(GuardedEvents, QWidget)`. The first
    exception of each method goes to `sys.excepthook`, as those of slots do; all later ones are
    dropped, since a drawing that fails does so many times a second.
    """

    def __init_subclass__(cls, **given: Any) -> None:
        super().__init_subclass__(**given)
        for name in filter(_is_called_by_qt, dir(cls)):
            method = getattr(cls, name)
            if isinstance(method, FunctionType) and not is_guarded(method):
                setattr(cls, name, _guarded(method))


def is_guarded(method: Callable[..., Any]) -> bool:
    """Return whether no exception leaves a method."""
    return hasattr(method, "guarded")


def _is_called_by_qt(name: str) -> bool:
    return name.endswith("Event") or name in _ANSWERS


def _guarded(method: FunctionType) -> Callable[..., Any]:
    """Return a method that tells of its errors and then gives Qt a harmless answer."""
    answer = _ANSWERS.get(method.__name__, lambda: None)

    @functools.wraps(method)
    def guarded(*given: Any) -> Any:
        try:
            return method(*given)
        except Exception as error:
            if method not in _told:
                _told.add(method)
                _tell(error)
            return answer()

    guarded.guarded = True  # type: ignore[attr-defined]
    return guarded


def _tell(error: Exception) -> None:
    with contextlib.suppress(Exception):  # what tells of errors must not add one
        sys.excepthook(type(error), error, error.__traceback__)
