"""The curves of a training: a row for each step, thinned out as they grow; a model keeps them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:  # the window is painted before the engine is imported
    from dpcn_app.engine.trainer import Progress

_ROWS = 400  # beyond that every second one is dropped
_KEPT_ROWS = 200  # of a model's file
_DIGITS = 4  # that such a row has


@dataclass(frozen=True, eq=False)
class Curves:
    """Training so far, one row a step, thinned to a few hundred rows.

    Parameters
    ----------
    steps
        Number of the step, shape (S,).
    layers
        Layer learnt at the step, from 0, shape (S,).
    energy, change
        Terms and parameter changes by name, each of shape (S,), NaN where unknown.
    active_states, active_causes
        Shares that are not zero, shape (S,).
    resumed
        Whether they begin where the training was resumed, not at its start.
    """

    steps: NDArray[np.float64]
    layers: NDArray[np.int_]
    energy: dict[str, NDArray[np.float64]]
    change: dict[str, NDArray[np.float64]]
    active_states: NDArray[np.float64]
    active_causes: NDArray[np.float64]
    resumed: bool = False


@dataclass(frozen=True)
class CurveRow:
    """One point of the curves: numbers only, so that no batch is kept alive."""

    step: int
    layer: int
    energy: dict[str, float]
    change: dict[str, float]
    active_states: float
    active_causes: float

    @classmethod
    def of(cls, step: int, progress: Progress) -> CurveRow:
        """Return the point that a step adds to the curves."""
        return cls(
            step,
            progress.place.layer,
            progress.energy,
            progress.change,
            progress.active_states,
            progress.active_causes,
        )


class GrowingCurves:
    """Takes rows in, and returns them as curves.

    Parameters
    ----------
    resumed
        Whether the training was resumed, so that its first steps are not known.
    """

    def __init__(self, *, resumed: bool = False) -> None:
        self._resumed = resumed
        self._rows: list[CurveRow] = []
        self._every = 1

    def add(self, rows: Iterable[CurveRow]) -> None:
        """Add steps; of a long training only every second, fourth ... one stays."""
        for row in rows:
            if row.step % self._every == 0:
                self._rows.append(row)
            if len(self._rows) > _ROWS:
                self._rows, self._every = self._rows[::2], self._every * 2

    def standing(self) -> dict[str, Any]:
        """Return all that is known, as JSON can hold it, to go on from after an interruption."""
        return {
            "every": self._every,
            "rows": [asdict(row) | {"change": _or_none(row.change)} for row in self._rows],
        }

    @classmethod
    def going_on(cls, standing: Any) -> GrowingCurves:
        """Return curves that go on from where they stood; where that is not known, they begin."""
        try:
            curves = cls()
            curves._every = max(1, int(standing["every"]))
            curves._rows = [_row(each) for each in standing["rows"]]
            curves.curves()  # fails with numbers that are too large
        except (KeyError, TypeError, ValueError, AttributeError, OverflowError):
            return cls(resumed=True)
        return curves

    def curves(self) -> Curves:
        """Return the curves so far."""
        rows = self._rows

        def column(values: list[float]) -> NDArray[np.float64]:
            return np.array(values, dtype=np.float64)

        terms = rows[-1].energy if rows else {}
        return Curves(
            steps=column([float(row.step) for row in rows]),
            layers=np.array([row.layer for row in rows], dtype=int),
            energy={name: column([row.energy.get(name, np.nan) for row in rows]) for name in terms},
            change={name: column([row.change[name] for row in rows]) for name in "ABC"},
            active_states=column([row.active_states for row in rows]),
            active_causes=column([row.active_causes for row in rows]),
            resumed=self._resumed,
        )


def _or_none(values: dict[str, float]) -> dict[str, float | None]:
    return {name: value if np.isfinite(value) else None for name, value in values.items()}


def _row(standing: dict[str, Any]) -> CurveRow:
    """Return a row as `standing` told it."""

    def number(value: Any) -> float:
        if type(value) not in (int, float):
            raise TypeError(f"{value} is not a number")
        return float(value)

    change = standing["change"]
    return CurveRow(
        step=int(number(standing["step"])),
        layer=int(number(standing["layer"])),
        energy={name: number(value) for name, value in standing["energy"].items()},
        change={name: np.nan if change[name] is None else number(change[name]) for name in "ABC"},
        active_states=number(standing["active_states"]),
        active_causes=number(standing["active_causes"]),
    )


# --- in a model's recipe --------------------------------------------------------------------------


def curves_as_json(curves: Curves) -> dict[str, Any]:
    """Return curves as JSON can hold them: some 200 rows of four digits."""
    every = max(1, -(-len(curves.steps) // _KEPT_ROWS))

    def column(values: NDArray[Any]) -> list[float | None]:
        return [
            float(f"{value:.{_DIGITS}g}") if np.isfinite(value) else None
            for value in values[::every]
        ]

    return {
        "steps": [int(step) for step in curves.steps[::every]],
        "layers": [int(layer) for layer in curves.layers[::every]],
        "energy": {name: column(values) for name, values in curves.energy.items()},
        "change": {name: column(values) for name, values in curves.change.items()},
        "active_states": column(curves.active_states),
        "active_causes": column(curves.active_causes),
        "resumed": curves.resumed,
    }


def kept_curves(recipe: dict[str, Any]) -> Curves | None:
    """Return the curves of a training from a model's recipe; None where it holds none.

    The recipe may come from a file that something else has written: what does not fit is none.
    """
    try:
        told = recipe["curves"]
        steps = np.array(told["steps"], dtype=np.float64)

        def column(values: Any) -> NDArray[np.float64]:
            read = np.array(values, dtype=np.float64)
            if read.shape != steps.shape:
                raise ValueError
            return read

        if steps.ndim != 1 or len(steps) < 2:
            return None
        return Curves(
            steps=steps,
            layers=column(told["layers"]).astype(int),
            energy={str(name): column(each) for name, each in told["energy"].items()},
            change={str(name): column(each) for name, each in told["change"].items()},
            active_states=column(told["active_states"]),
            active_causes=column(told["active_causes"]),
            resumed=bool(told["resumed"]),
        )
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError):
        return None
