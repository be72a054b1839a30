"""One pass of both solvers as the microscope draws it: bars, pictures and the rows of the ledger.

It is made once for a pass and a place in it; each iteration then only picks its numbers.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpcn_app.gui.panels.microscope.energy_ledger import LedgerRow
from dpcn_app.gui.panels.microscope.solver_bars import BarColumn, BarSection
from dpcn_app.gui.panels.microscope.solver_looks import PREPARING, SOLVERS
from dpcn_app.gui.panels.microscope.solver_pictures import SolverPicture
from dpcn_app.live.inference_trace import TERMS, InferenceTrace, leading
from dpcn_app.live.microscope_words import solvers_in_words, state_in_words
from dpcn_app.live.naming import cause_name, state_name

Values = NDArray[np.floating[Any]]

MOST_STATES, MOST_CAUSES = 14, 14


class PassDrawing:
    """What is drawn of one pass, at one group and input.

    Parameters
    ----------
    trace, number
        The inference, and which of its passes.
    place
        Group and input whose states are shown.
    followed, cause
        The state and the cause that are selected; None for none.
    signed
        Whether frames lie around zero.
    """

    def __init__(
        self,
        trace: InferenceTrace,
        number: int,
        place: tuple[int, int],
        followed: int | None,
        cause: int | None,
        *,
        signed: bool,
    ) -> None:
        self._trace, self._signed = trace, signed
        self.passes = trace.solvers(number)
        self.layer, self.place, self.followed = self.passes[0].layer, place, followed
        self._x = tuple(each.states[:, place[0], place[1]] for each in self.passes)
        self._q = tuple(np.abs(each.evidence(*place)) for each in self.passes)
        self._price = tuple(each.price(*place) for each in self.passes)
        self._u = tuple(each.causes[:, place[0]] for each in self.passes)
        self._states = leading(self._x, MOST_STATES, followed)
        self._causes = leading(self._u, MOST_CAUSES, cause)
        layer, spec = self.passes[0].result.layer, self.passes[0].result.layer.spec
        self._atoms: dict[int, Values] = {}
        if self.layer == 0:
            side = round(spec.inputs**0.5)
            self._atoms = {k: layer.C[:, k].reshape(side, side) for k in self._states}

    @property
    def atoms(self) -> dict[int, Values]:
        """Pictures of the states that are shown; empty above layer 1."""
        return self._atoms

    # --- bars -------------------------------------------------------------------------------------

    def state_bars(self, iteration: int) -> tuple[list[BarColumn], list[BarSection]]:
        """Return the states' columns, and their values and evidence after an iteration."""
        chosen = self._states
        x, q, price = (
            self._now(each, iteration)[:, chosen] for each in (self._x, self._q, self._price)
        )
        columns = [
            BarColumn(
                index,
                str(index + 1),
                self._atoms.get(index),
                self._describe_state(index, iteration),
            )
            for index in chosen
        ]
        active = int(np.count_nonzero(self._now(self._x, iteration)[0]))
        of = self._x[0].shape[1]
        return columns, [
            BarSection(f"States x: {active} of {of} on", x, None, _reach(self._x, chosen)),
            BarSection(
                "Evidence q (line: the price)",
                q,
                price,
                (0.0, max(_reach(self._q, chosen)[1], _reach(self._price, chosen)[1])),
            ),
        ]

    def cause_bars(self, iteration: int) -> tuple[list[BarColumn], list[BarSection]]:
        """Return the causes' columns, and their values after an iteration."""
        chosen, result, group = self._causes, self.passes[0].result, self.place[0]
        u, lines = self._now(self._u, iteration)[:, chosen], None
        reach = _reach(self._u, chosen)
        title = f"Causes u, group {group + 1}"
        if result.top_down_weight > 0:
            each = [one.result.predicted_causes[group, chosen] for one in self.passes]
            lines = np.stack(each)
            reach = (0.0, max(reach[1], float(lines.max(initial=0))))
            title += " (line: û)"
        columns = [
            BarColumn(index, str(index + 1), None, self._describe_cause(index, iteration))
            for index in chosen
        ]
        return columns, [BarSection(title, u, lines, reach)]

    @staticmethod
    def _now(curves: tuple[Values, ...], iteration: int) -> Values:
        """Return the values of all solvers after an iteration, shape (solvers, n)."""
        return np.stack([each[min(iteration, len(each) - 1)] for each in curves])

    def _describe_state(self, index: int, iteration: int) -> str:
        x, q, price = (
            self._now(each, iteration)[:, index] for each in (self._x, self._q, self._price)
        )
        words = [
            f"{name}: x {a:.3f}, evidence {b:.3f}, price {c:.3f}"
            for name, a, b, c in zip(SOLVERS, x, q, price, strict=False)
        ]
        return f"{state_name(self.layer, index)} · {' · '.join(words)} · click to follow it"

    def _describe_cause(self, index: int, iteration: int) -> str:
        u = self._now(self._u, iteration)[:, index]
        words = [f"{name}: u {a:.3f}" for name, a in zip(SOLVERS, u, strict=False)]
        return f"{cause_name(index)} · {' · '.join(words)}"

    # --- pictures ---------------------------------------------------------------------------------

    def pictures(self, iteration: int) -> list[SolverPicture]:
        """Return the input and what each solver makes of it after an iteration."""
        inputs = self.passes[0].result.inputs
        if self.layer == 0:
            field = self._trace.field
            limit = max(3 * float(field.image.std()), 1e-3) if self._signed else 1.0
            reach = (-limit if self._signed else 0.0, limit)
            found = [SolverPicture("Input", None, field.image, reach)]
            made = [field.picture(each.reconstruction(iteration)) for each in self.passes]
        else:
            table = inputs.reshape(-1, inputs.shape[-1])
            reach = (0.0, max(float(table.max()), 1e-6))
            found = [SolverPicture(f"Input: causes of layer {self.layer}", None, table, reach)]
            made = [each.reconstruction(iteration).reshape(table.shape) for each in self.passes]
        for solver, title in enumerate(SOLVERS):
            if solver < len(made):
                found.append(SolverPicture(title, solver, made[solver], reach))
            else:
                found.append(SolverPicture(title, solver, None, reach, "preparing …"))
        if self.followed is not None and self.followed in self._atoms:
            name, atom = state_name(0, self.followed), self._atoms[self.followed]
            found.append(SolverPicture(name.capitalize(), None, atom, None))
        elif self.layer == 0:
            found.append(SolverPicture("Followed", None, None, None, "click a state"))
        return found

    def boxes(self) -> tuple[NDArray[np.floating[Any]], list[str]]:
        """Return where the inputs lie in the pictures, and what they are called."""
        groups, inputs = self.passes[0].result.states.shape[:2]
        names = place_names(self.layer, groups, inputs)
        if self.layer == 0:
            field = self._trace.field
            sides = np.full((len(field.corners), 2), field.grid.patch)
            return np.hstack([field.corners, sides]).astype(float), names
        rows = np.arange(groups * inputs, dtype=float)
        wide = float(self.passes[0].result.inputs.shape[-1])
        boxes = np.stack([rows, 0 * rows, 0 * rows + 1, 0 * rows + wide], axis=1)
        return boxes, names

    # --- ledger and words -------------------------------------------------------------------------

    def ledger(self) -> list[LedgerRow]:
        """Return the energy with all its terms, and the state that is followed, as curves."""
        rows = []
        if self.followed is not None:
            index, name = self.followed, state_name(self.layer, self.followed)
            rows.append(LedgerRow(f"x of {name}", _curves(self._x, index), "states", marked=True))
            rows.append(
                LedgerRow(
                    "its evidence, price",
                    _curves(self._q, index),
                    "evidence",
                    lines=_curves(self._price, index),
                    marked=True,
                )
            )
        rows.append(LedgerRow("Total energy", self._sums(lambda each: each.total), "states"))
        for term, name in TERMS.items():
            curves = self._sums(lambda each, term=term: each.energies[term])
            if any(curve.any() for curve in curves):
                rows.append(LedgerRow(name, curves, term))
        return rows

    def _sums(self, of: Any) -> tuple[NDArray[np.float64], ...]:
        return tuple(of(each).sum(axis=1).astype(np.float64) for each in self.passes)

    def words(self, iteration: int) -> str:
        """Return a sentence: of the state that is followed, else of the solvers."""
        if self.followed is None:
            told = solvers_in_words(self.passes, SOLVERS)
            return told if len(self.passes) == len(SOLVERS) else f"{told} {PREPARING}"
        at = [self._now(each, iteration)[0] for each in (self._x, self._q, self._price)]
        x, q, price = (float(each[self.followed]) for each in at)
        name = state_name(self.layer, self.followed)
        return state_in_words(name, min(iteration, len(self.passes[0])), x, q, price)

    def data(self) -> dict[str, NDArray[Any]]:
        """Return the numbers of both solvers over the iterations, by name."""
        found: dict[str, NDArray[Any]] = {}
        for number, (solver, each) in enumerate(zip(("exact", "paper"), self.passes, strict=False)):
            found[f"states_{solver}"] = self._x[number]
            found[f"evidence_{solver}"] = self._q[number]
            found[f"price_{solver}"] = self._price[number]
            found[f"causes_{solver}"] = self._u[number]
            found[f"gamma_{solver}"] = each.gamma[:, self.place[0]]
            for term, values in each.energies.items():
                found[f"energy_{term}_{solver}"] = values.sum(axis=1)
        return found


def place_names(layer: int, groups: int, inputs: int) -> list[str]:
    """Return what the inputs of a layer are called."""
    what = "patch" if layer == 0 else "input"
    return [
        f"Group {group + 1}, {what} {number + 1}"
        for group in range(groups)
        for number in range(inputs)
    ]


def _curves(values: tuple[Values, ...], index: int) -> tuple[NDArray[np.float64], ...]:
    return tuple(each[:, index].astype(np.float64) for each in values)


def _reach(curves: tuple[Values, ...], chosen: list[int]) -> tuple[float, float]:
    """Return the ends of an axis for some of the curves, over all iterations; it holds zero."""
    some = [each[:, chosen] for each in curves]
    low = min(float(each.min(initial=0)) for each in some)
    high = max(float(each.max(initial=0)) for each in some)
    return low, max(high, low + 1e-6)
