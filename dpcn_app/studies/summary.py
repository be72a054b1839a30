"""Means over seeds with 95 % intervals: of all combinations, and of the cells of a heat map."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from dpcn_app.analysis.estimates import Estimate, estimate
from dpcn_app.errors import UserError
from dpcn_app.studies.results_table import Cell, ResultsTable

SUMMARY = "summary.csv"

MOST_VALUES = 100
"""Most values of an axis that can be told apart in a picture, or chosen from in a list."""


def summary(table: ResultsTable) -> ResultsTable:
    """Return one row for every combination but the seeds: mean and both ends of its interval."""
    names = [name for name in table.axes if name != "seed"]
    places = [table.columns.index(name) for name in names]
    groups: dict[tuple[Cell, ...], list[int]] = defaultdict(list)
    for index, row in enumerate(table.rows):
        groups[tuple(row[place] for place in places)].append(index)
    columns = {name: table.column(name) for name in table.measures}
    rows = [
        (
            *key,
            len(indices),
            *(end for column in columns.values() for end in _ends(column, indices)),
        )
        for key, indices in groups.items()
    ]
    heads = [f"{name}{end}" for name in columns for end in ("", " low", " high")]
    return ResultsTable((*names, "seeds", *heads), tuple(rows), table.folder)


def _ends(column: list[Cell], indices: list[int]) -> tuple[Cell, Cell, Cell]:
    """Return the mean of some rows and both ends of its interval; None where there is none."""
    values = [value for index in indices if isinstance(value := column[index], int | float)]
    if not values:
        return None, None, None
    found = estimate(values)
    if found.half is None:
        return found.mean, None, None
    return found.mean, found.mean - found.half, found.mean + found.half


@dataclass(frozen=True)
class HeatCell:
    """One cell of a heat map: its estimate, and the run whose network stands for it.

    Parameters
    ----------
    estimate
        None where nothing was measured.
    model, seed
        Model file of the first seed; None where there is none.
    """

    estimate: Estimate | None
    model: Path | None = None
    seed: int | None = None


@dataclass(frozen=True, eq=False)
class HeatMap:
    """A measure over two axes, (rows down) × (columns across)."""

    across: str
    down: str
    measure: str
    columns: tuple[Cell, ...]
    rows: tuple[Cell, ...]
    cells: tuple[tuple[HeatCell, ...], ...]

    def means(self) -> np.ndarray:
        """Return the means, shape (rows, columns); NaN where nothing was measured."""
        return np.array(
            [[np.nan if c.estimate is None else c.estimate.mean for c in row] for row in self.cells]
        ).reshape(len(self.rows), len(self.columns))


def heat_map_of(
    table: ResultsTable, across: str, down: str, measure: str, at: Mapping[str, Cell]
) -> HeatMap:
    """Return a measure over two axes.

    Parameters
    ----------
    table
        All rows.
    across, down
        Names of the axes; the same twice gives one row.
    measure
        What is shown.
    at
        Values at which other axes are held. Over axes that are not named the mean is taken, seed by
        seed, so that the interval is always that over seeds.
    """
    axes = table.axes
    columns = tuple(axes[across])
    rows = tuple(axes[down]) if down != across else (None,)
    names = {
        name: table.column(name) for name in (*axes, measure, "model") if name in table.columns
    }
    found: dict[tuple[Cell, Cell], dict[Cell, list[float]]] = defaultdict(lambda: defaultdict(list))
    first: dict[tuple[Cell, Cell], tuple[Path | None, int | None]] = {}
    for index in range(len(table)):
        if any(names[name][index] != value for name, value in at.items() if value is not None):
            continue
        value = names[measure][index]
        if not isinstance(value, int | float):
            continue
        key = (names[down][index] if down != across else None, names[across][index])
        seed = names["seed"][index]
        found[key][seed].append(float(value))
        model = names["model"][index] if "model" in names else None
        if key not in first:
            first[key] = (
                table.folder / model if isinstance(model, str) else None,
                seed if isinstance(seed, int) else None,
            )
    cells = tuple(
        tuple(_cell(found.get((row, column)), first.get((row, column))) for column in columns)
        for row in rows
    )
    return HeatMap(across, down, measure, columns, rows, cells)


def _cell(
    values: Mapping[Cell, list[float]] | None, first: tuple[Path | None, int | None] | None
) -> HeatCell:
    if not values or first is None:
        return HeatCell(None)
    return HeatCell(estimate([float(np.mean(each)) for each in values.values()]), *first)


def usual_axes(table: ResultsTable) -> tuple[str, str]:
    """Return the two axes that a heat map begins with: those that vary, seeds last.

    One with more than `MOST_VALUES` values is taken where no other varies.
    """
    counts = {name: len(values) for name, values in table.axes.items() if values}
    if not counts:
        raise UserError("The table has no values to lay out along an axis; open another study.")

    def last(name: str) -> tuple[bool, ...]:
        return counts[name] < 2, counts[name] > MOST_VALUES, name == "seed", name == "preset"

    first, *others = sorted(counts, key=last)
    return first, next((name for name in others if 1 < counts[name] <= MOST_VALUES), first)
