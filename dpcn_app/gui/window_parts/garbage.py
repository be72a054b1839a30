"""Garbage is collected in the GUI thread only: a Qt object must not be freed elsewhere."""

from __future__ import annotations

import gc
import itertools

from PySide6.QtCore import QObject, QTimer

from dpcn_app.live.memory import return_free_memory

_PERIOD_MS = 500
_GENERATIONS = (0, 0, 0, 0, 1, 0, 0, 0, 0, 2)


class GarbageCollector(QObject):
    """Collects garbage now and then, in place of Python, as long as its parent lives.

    Of older objects it looks through those alone that came after `freeze`, so that a collection
    takes a moment, not a tenth of a second. What is free after a whole collection goes back to the
    system.
    """

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        gc.disable()
        self._frozen = False
        self._generations = itertools.cycle(_GENERATIONS)
        timer = QTimer(self)
        timer.timeout.connect(self._collect)
        timer.start(_PERIOD_MS)

    def freeze(self) -> None:
        """Never examine the objects again that are there now: all modules have been loaded."""
        self._frozen = True
        gc.freeze()

    def _collect(self) -> None:
        generation = next(self._generations) if self._frozen else 0
        gc.collect(generation)
        if generation == 2:
            return_free_memory()
