"""The settings in use, with undo and redo, and the overlays in use."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QUndoCommand, QUndoStack

from dpcn_app.gui.guarded_events import GuardedEvents
from dpcn_app.live import choices
from dpcn_app.live.choices import NoiseMemory
from dpcn_app.live.overlays import Overlays
from dpcn_app.live.settings import Settings
from dpcn_app.live.snapshot import Snapshot

# The first that differs names a change: a video that brings its network is a change of video.
_WORDS = {
    "source": "video",
    "edition": "video",
    "model": "network",
    "modes": "mode",
    "noise_kind": "kind of noise",
    "noise": "noise",
    "seed": "seed",
    "region": "region",
    "scale": "scale",
    "strengths": "strengths of the prior",
    "speed": "speed",
    "loop": "loop",
    "surprise": "surprise overlay",
    "strokes": "stroke",
    "mirrored": "mirror",
    "drawing": "reading of drawings",
    "closed": "eyes open or closed",
}


class SettingsModel(QObject):
    """Holds the settings; every change goes through it and can be undone.

    Attributes
    ----------
    current
        The settings in use.
    noise_memory
        Amounts of noise to return to.
    parts
        Parts of the extended prior that the network in use knows; the window keeps it up to date.
    learnt_shapes
        Whether the network in use has learnt bouncing shapes; the window keeps it up to date.
    """

    changed = Signal(object)

    def __init__(self, settings: Settings, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.current = settings
        self.noise_memory = NoiseMemory().after(settings)
        self.parts = "T+D+K"
        self.learnt_shapes = True
        self.undo_stack = QUndoStack(self)

    def choose(self, choice: Callable[..., Settings], *arguments: Any) -> None:
        """Carry out one of `live.choices`: a function of the settings and some arguments."""
        self.set(choice(self.current, *arguments))

    def watch_video(self, source: str) -> None:
        """Watch a video with a network that suits it."""
        self.choose(choices.watch_video, source, self.learnt_shapes)

    def change(self, **changes: Any) -> None:
        """Change some of the settings."""
        self.set(replace(self.current, **changes))

    def set(self, settings: Settings) -> None:
        """Change to other settings, in a step that can be undone."""
        if settings != self.current:
            self.undo_stack.push(_Change(self, self.current, settings))

    def can_leave_region(self, snapshot: Snapshot) -> bool:
        """Return whether the user looks at a whole frame in full size, or waits for a large one."""
        whole = self.current.region == (0, 0, *snapshot.video.shape)
        asked_for = whole or snapshot.frame_done is not None
        return asked_for and self.current != choices.fit_frame(self.current)

    def leave_region(self) -> None:
        """Go back to the region before; if that was changed long ago, to the whole frame."""
        last = self.undo_stack.command(self.undo_stack.index() - 1)
        if isinstance(last, _Change) and last.is_of_region:
            self.undo_stack.undo()
        else:
            self.choose(choices.fit_frame)

    def use(self, settings: Settings) -> None:
        """Use settings without a step that can be undone."""
        if settings != self.current:
            self.current = settings
            self.noise_memory = self.noise_memory.after(settings)
            self.changed.emit(settings)

    def rename_network(self, name: str, new: str) -> None:
        """Call a network by its new name, also in all that can be undone or done again."""
        for index in range(self.undo_stack.count()):
            step = self.undo_stack.command(index)
            if isinstance(step, _Change):
                step.rename_network(name, new)
        if self.current.model == name:
            self.use(replace(self.current, model=new))


class OverlayModel(QObject):
    """Holds what is drawn over and around the pictures; panels watch `changed`.

    Attributes
    ----------
    current
        The overlays in use.
    """

    changed = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.current = Overlays()

    def use(self, overlays: Overlays) -> None:
        """Use other overlays."""
        if overlays != self.current:
            self.current = overlays
            self.changed.emit(overlays)

    def change(self, **changes: bool) -> None:
        """Change some of them."""
        self.use(replace(self.current, **changes))


class _Change(GuardedEvents, QUndoCommand):
    """A step from some settings to others; changes of the same setting may merge into one."""

    def __init__(self, model: SettingsModel, before: Settings, after: Settings) -> None:
        self._names = tuple(
            name for name in _WORDS if getattr(before, name) != getattr(after, name)
        )
        super().__init__(f"change of {_WORDS[self._names[0]]}")
        self._model, self._before, self._after = model, before, after

    def id(self) -> int:
        """Return a number for changes that may merge, as while a slider is dragged; else −1."""
        merging = self._names in (("noise",), ("seed",), ("strengths",), ("strokes",))
        return 1 + list(_WORDS).index(self._names[0]) if merging else -1

    @property
    def is_of_region(self) -> bool:
        """Whether nothing but the region and the scale are changed."""
        return set(self._names) <= {"region", "scale"}

    @property
    def _strengths(self) -> set[str]:
        """Which strengths of the prior are changed."""
        differing = set(self._before.strengths) ^ set(self._after.strengths)
        return {name for name, _ in differing}

    def _draws_on(self, other: _Change) -> bool:
        """Whether another change draws the stroke further that this one began."""
        *before, _ = other._after.strokes or (None,)
        return bool(other._after.strokes) and tuple(before) == self._before.strokes

    def mergeWith(self, other: QUndoCommand) -> bool:
        """Merge with a later change of the same setting."""
        assert isinstance(other, _Change)
        if self._strengths != other._strengths:
            return False
        if self._names == ("strokes",) and not self._draws_on(other):
            return False
        self._after = other._after
        return True

    def rename_network(self, name: str, new: str) -> None:
        """Call a network by its new name."""
        if self._before.model == name:
            self._before = replace(self._before, model=new)
        if self._after.model == name:
            self._after = replace(self._after, model=new)

    def undo(self) -> None:
        """Go back."""
        self._model.use(self._before)

    def redo(self) -> None:
        """Go forward."""
        self._model.use(self._after)
