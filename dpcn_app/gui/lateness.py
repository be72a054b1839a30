"""How late a timer of the GUI fires: a measure of how quickly the window reacts."""

from __future__ import annotations

import time
from collections import deque

from PySide6.QtCore import QObject, Qt, QTimer

_PERIOD = 0.010


class Lateness(QObject):
    """Runs a 10 ms timer and remembers how late it came."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._late: deque[float] = deque(maxlen=100_000)
        self._expected = time.perf_counter() + _PERIOD
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._tick)
        self._timer.start(int(_PERIOD * 1000))

    def _tick(self) -> None:
        now = time.perf_counter()
        self._late.append(max(0.0, now - self._expected))
        self._expected = now + _PERIOD

    def take(self) -> list[float]:
        """Return the latenesses since the last call, in seconds."""
        late = list(self._late)
        self._late.clear()
        return late
