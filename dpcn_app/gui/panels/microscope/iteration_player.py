"""Where the microscope stands in an inference, and how it is played, forward and back."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal

_SLOW, _QUICK, _PAUSE = 320, 90, 900  # milliseconds: an early iteration, a late one, a pass's end
_EARLY = 15  # iterations in which most changes; the rest goes quicker


class IterationPlayer(QObject):
    """The current pass and iteration of one inference.

    Signals
    -------
    moved
        Another pass or iteration is the current one.
    played
        Playing has begun, ended or turned round.

    Attributes
    ----------
    number, iteration
        The current pass, from 0, and its current iteration; iteration 0 is the start.
    direction
        1 while it plays forward, −1 while it plays back, 0 while it stands.
    """

    moved = Signal()
    played = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._lengths: tuple[int, ...] = ()
        self.number, self.iteration, self.direction = 0, 0, 0
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._tick)

    @property
    def length(self) -> int:
        """Iterations of the current pass."""
        return self._lengths[self.number] if self._lengths else 0

    @property
    def at_end(self) -> bool:
        """Whether the current pass has ended."""
        return self.iteration == self.length

    def use_lengths(self, lengths: tuple[int, ...]) -> None:
        """Take on the passes of another inference; who stood at the end of a pass stays there."""
        fresh, ended = not self._lengths, self.at_end
        same = len(lengths) == len(self._lengths)
        self._lengths = lengths
        self.number = 0 if fresh else min(self.number, len(lengths) - 1)
        if not same and not fresh:
            ended = True
        waits = ended and not self.direction
        self.iteration = self.length if waits else min(self.iteration, self.length)

    def go(self, iteration: int, number: int | None = None) -> None:
        """Show an iteration, of another pass where one is given."""
        if not self._lengths:
            return
        number = self.number if number is None else min(max(number, 0), len(self._lengths) - 1)
        iteration = min(max(iteration, 0), self._lengths[number])
        if (number, iteration) != (self.number, self.iteration):
            self.number, self.iteration = number, iteration
            self.moved.emit()

    def step(self, by: int) -> None:
        """Go one iteration on or back, into the next or the last pass where one ends."""
        self.stop()
        self._step(by)

    def _step(self, by: int) -> bool:
        """Go on or back; return whether there was anywhere to go."""
        if not self._lengths:
            return False
        if 0 <= self.iteration + by <= self.length:
            self.go(self.iteration + by)
        elif 0 <= self.number + by < len(self._lengths):
            following = self.number + by
            self.go(0 if by > 0 else self._lengths[following], following)
        else:
            return False
        return True

    def play(self, direction: int) -> None:
        """Play forward (1) or back (−1); the same again stops.

        Who stands at the end of a pass sees it again from its start; at the end of the last pass,
        the whole inference.
        """
        if direction == self.direction or not self._lengths:
            self.stop()
            return
        last = len(self._lengths) - 1
        if direction > 0 and self.at_end and not self.direction:
            self.go(0, 0 if self.number == last else self.number)
        elif direction < 0 and self.number == 0 and self.iteration == 0:
            self.go(self._lengths[last], last)
        self.direction = direction
        self._timer.start(_SLOW)
        self.played.emit()

    def stop(self) -> None:
        """Stand still."""
        self._timer.stop()
        if self.direction:
            self.direction = 0
            self.played.emit()

    def _tick(self) -> None:
        if not self._step(self.direction):
            self.stop()
            return
        ends = self.iteration in (0, self.length)
        early = self.iteration < _EARLY
        self._timer.start(_PAUSE if ends else _SLOW if early else _QUICK)
