"""A strip of large pictures in one line: as many as fit, the first ones first."""

from __future__ import annotations

from dpcn_app.gui.widgets.strip import Strip

LARGE = 96
"""Least width of a picture, in pixels, where the line is high enough."""

_GAP = 16  # around a picture


class LargeStrip(Strip):
    """Captioned pictures, each at least `LARGE` wide; those that do not fit are left out."""

    preferred, smallest = (420, 150), (160, 90)

    def _lines(self) -> list[list[int]]:
        """Return one line of as many items as fit."""
        if not self._items:
            return []
        fitting = max(1, int((self.width() - _GAP / 2) // (LARGE + _GAP)))
        return [list(range(min(fitting, len(self._items))))]
