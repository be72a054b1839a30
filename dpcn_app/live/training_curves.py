"""The curves of a training: a row for each step, thinned out as they grow."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from dpcn_app.live.snapshot import Curves
from dpcn_app.live.training_messages import CurveRow

_ROWS = 400  # beyond that every second one is dropped


class GrowingCurves:
    """Takes rows in, and returns them as curves."""

    def __init__(self) -> None:
        self._rows: list[CurveRow] = []
        self._every = 1

    def add(self, rows: Iterable[CurveRow]) -> None:
        """Add steps; of a long training only every second, fourth ... one stays."""
        for row in rows:
            if row.step % self._every == 0:
                self._rows.append(row)
            if len(self._rows) > _ROWS:
                self._rows, self._every = self._rows[::2], self._every * 2

    def curves(self) -> Curves:
        """Return the curves so far."""
        rows = self._rows

        def column(values: list[float]) -> NDArray[np.float64]:
            return np.array(values, dtype=np.float64)

        terms = rows[-1].energy if rows else {}
        return Curves(
            steps=column([float(row.step) for row in rows]),
            layers=np.array([row.layer for row in rows], dtype=int),
            energy={name: column([row.energy[name] for row in rows]) for name in terms},
            change={name: column([row.change[name] for row in rows]) for name in "ABC"},
            active_states=column([row.active_states for row in rows]),
            active_causes=column([row.active_causes for row in rows]),
        )
