"""The brush that the user paints with on the stage: whether it is taken up, its tool and size."""

from __future__ import annotations

from dataclasses import dataclass, replace

from PySide6.QtCore import QObject, Signal

from dpcn_app.video.strokes import LEAST_SIZE, MOST_SIZE, TOOLS

_FIRST_SIZE = 3.0  # pixels of the frame: about as wide as a stroke of a shape
_STEP = 1.25  # factor from one size to the next, and one pixel at least


@dataclass(frozen=True)
class Brush:
    """A brush.

    Parameters
    ----------
    on
        Whether it is taken up.
    tool, size
        As of a `Stroke`.
    """

    on: bool = False
    tool: str = next(iter(TOOLS))
    size: float = _FIRST_SIZE


class BrushModel(QObject):
    """Holds the brush in use; bar and stage watch `changed`.

    Attributes
    ----------
    current
        The brush in use.
    """

    changed = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.current = Brush()

    def take(self, on: bool) -> None:
        """Take the brush up, or put it away."""
        self._use(replace(self.current, on=on))

    def toggle(self) -> None:
        """Take the brush up, or put it away if it is taken up."""
        self.take(not self.current.on)

    def choose(self, tool: str) -> None:
        """Use another tool."""
        self._use(replace(self.current, tool=tool))

    def resize(self, size: float) -> None:
        """Use another size, within its limits."""
        self._use(replace(self.current, size=min(max(size, LEAST_SIZE), MOST_SIZE)))

    def resize_by(self, steps: int) -> None:
        """Make the brush some steps larger, or smaller if negative; a small one by a pixel each."""
        size = self.current.size
        for _ in range(abs(steps)):
            size = max(size * _STEP, size + 1) if steps > 0 else min(size / _STEP, size - 1)
        self.resize(float(round(size)))

    def _use(self, brush: Brush) -> None:
        if brush != self.current:
            self.current = brush
            self.changed.emit(brush)
