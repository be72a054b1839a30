"""The settings in use, with undo and redo."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QUndoCommand, QUndoStack

from dpcn_app.live.settings import Settings

_WORDS = {
    "model": "network",
    "shape_set": "set of shapes",
    "noise": "noise",
    "seed": "seed",
    "frames": "length",
    "modes": "top-down mode",
    "speed": "speed",
    "loop": "loop",
    "surprise": "surprise overlay",
    "strengths": "strengths of the prior",
    "source": "video",
    "noise_kind": "kind of noise",
    "region": "region",
    "scale": "scale",
}


class SettingsModel(QObject):
    """Holds the settings; every change goes through `change` and can be undone."""

    changed = Signal(object)

    def __init__(self, settings: Settings) -> None:
        super().__init__()
        self.current = settings
        self.undo_stack = QUndoStack(self)

    def change(self, **changes: Any) -> None:
        """Change some of the settings."""
        after = replace(self.current, **changes)
        if after != self.current:
            self.undo_stack.push(_Change(self, self.current, after, tuple(changes)))

    def use(self, settings: Settings) -> None:
        """Take settings over without a place in the history."""
        if settings != self.current:
            self.current = settings
            self.changed.emit(settings)


class _Change(QUndoCommand):
    """From one state of the settings to another; quick changes of one of them are one step."""

    def __init__(
        self, model: SettingsModel, before: Settings, after: Settings, names: tuple[str, ...]
    ) -> None:
        super().__init__(f"change of {_WORDS[names[0]]}")
        self._model, self._before, self._after, self._names = model, before, after, names

    def id(self) -> int:
        """Changes of the same single setting may merge: a drag of a slider is one step."""
        merging = self._names in (("noise",), ("seed",), ("strengths",))
        return 1 + list(_WORDS).index(self._names[0]) if merging else -1

    @property
    def _strengths(self) -> set[str]:
        """Which strengths of the prior are changed."""
        differing = set(self._before.strengths) ^ set(self._after.strengths)
        return {name for name, _ in differing}

    def mergeWith(self, other: QUndoCommand) -> bool:
        """Take a later change of the same setting in."""
        assert isinstance(other, _Change)
        if self._strengths != other._strengths:
            return False
        self._after = other._after
        return True

    def undo(self) -> None:
        """Go back."""
        self._model.use(self._before)

    def redo(self) -> None:
        """Go forward."""
        self._model.use(self._after)
