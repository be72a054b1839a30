"""The table of a study: one row for every network, amount of noise and mode, as CSV and Parquet."""

from __future__ import annotations

import csv
import io
import math
import os
import stat
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from dpcn_app.errors import UserError
from dpcn_app.storage.atomic import replacing
from dpcn_app.studies.study_measures import ALL_MEASURES
from dpcn_app.studies.study_paths import RESULTS

PARQUET = "results.parquet"
_FIRST = ("run", "preset", "seed", "frames")
_LAST = ("model", "dpcn_app", "python", "numpy", "numba")
WHOLE = ("run", "seed", "frames", "restarts")
_TEXTS = ("preset", "mode", *_LAST)
_MOST_BYTES = 1_000_000_000

Cell = str | float | None


@dataclass(frozen=True, eq=False)
class ResultsTable:
    """A table in memory, and the folder that its model files lie below."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    folder: Path = Path()

    def __len__(self) -> int:
        """Return the number of rows."""
        return len(self.rows)

    def column(self, name: str) -> list[Cell]:
        """Return one column."""
        place = self.columns.index(name)
        return [row[place] for row in self.rows]

    @cached_property
    def axes(self) -> dict[str, list[Cell]]:
        """What is varied or could be, with its values: numbers in order, texts as they come."""
        found: dict[str, list[Cell]] = {}
        for name in self.columns:
            if name in ("preset", "seed", "noise", "mode") or "." in name:
                values: list[Any] = [
                    each for each in dict.fromkeys(self.column(name)) if each is not None
                ]
                numbers = all(isinstance(each, int | float) for each in values)
                found[name] = sorted(values) if numbers else values
        return found

    @cached_property
    def measures(self) -> list[str]:
        """What was measured of at least one network."""
        return [
            name
            for name in ALL_MEASURES
            if name in self.columns and any(each is not None for each in self.column(name))
        ]


def table_of(rows: Sequence[dict[str, Cell]], folder: Path = Path()) -> ResultsTable:
    """Return the table of rows that were measured; a cell that a row lacks is empty."""
    found = dict.fromkeys(name for row in rows for name in row)
    varied = [name for name in found if "." in name]
    order = (*_FIRST, *varied, "noise", "mode", *ALL_MEASURES, *_LAST)
    columns = tuple(name for name in order if name in found)
    return ResultsTable(
        columns, tuple(tuple(row.get(name) for name in columns) for row in rows), folder
    )


def as_csv(table: ResultsTable) -> bytes:
    """Return a table as CSV, with six digits of every number."""
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(table.columns)
    writer.writerows([_written(each) for each in row] for row in table.rows)
    return text.getvalue().encode()


def write_parquet(path: Path, table: ResultsTable) -> bool:
    """Write a table as Parquet, numbers in full; return False where pyarrow is not installed."""
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError:
        return False
    arrays = [pyarrow.array(table.column(name), _type(pyarrow, name)) for name in table.columns]
    with replacing(path) as file:
        parquet.write_table(pyarrow.Table.from_arrays(arrays, list(table.columns)), file)
    return True


def _type(pyarrow: Any, name: str) -> object:
    if name in _TEXTS:
        return pyarrow.string()
    return pyarrow.int64() if name in WHOLE else pyarrow.float64()


def _written(cell: Cell) -> str:
    if cell is None:
        return ""
    if isinstance(cell, str):
        return cell
    return str(cell) if isinstance(cell, int) else f"{cell:.6g}"


def load_table(path: Path) -> ResultsTable:
    """Read the table of a study from its folder or its `results.csv`; refuse anything else."""
    file = path / RESULTS if os.path.isdir(path) else path
    try:
        about = os.stat(file)
        if not stat.S_ISREG(about.st_mode) or about.st_size > _MOST_BYTES:
            raise UserError(f"{file} is no table of a study; choose the folder of one.")
        text = file.read_bytes().decode()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "it is no text"
        raise UserError(f"The study {path} cannot be read: {reason}.") from error
    reader = csv.reader(io.StringIO(text, newline=""))
    try:
        columns = tuple(next(reader, ()))
        if not {"run", "preset", "seed"} <= set(columns) or len(set(columns)) < len(columns):
            raise UserError(
                f"{file} is no table of a study: it has no columns run, preset and seed."
            )
        rows = tuple(
            _row(columns, cells, f"{file}, line {number}") for number, cells in enumerate(reader, 2)
        )
    except csv.Error as error:
        raise UserError(f"{file} is no table of a study: {error}.") from error
    if not rows:
        raise UserError(f"{file} has no rows yet; let `dpcn-app sweep` go on.")
    table = ResultsTable(columns, rows, file.parent)
    if not table.measures or not any(table.axes.values()):
        raise UserError(f"{file} holds no values yet; let `dpcn-app sweep` go on.")
    return table


def _row(columns: tuple[str, ...], cells: list[str], place: str) -> tuple[Cell, ...]:
    if len(cells) != len(columns):
        raise UserError(f"{place}: there are {len(cells)} cells for {len(columns)} columns.")
    return tuple(_read(name, cell, place) for name, cell in zip(columns, cells, strict=True))


def _read(name: str, cell: str, place: str) -> Cell:
    if name in _TEXTS or cell == "":
        return cell or None
    try:
        value = int(cell) if name in WHOLE else float(cell)
        sound = math.isfinite(value)
    except (ValueError, OverflowError):
        sound = False
    if not sound:
        raise UserError(f"{place}: {name} is a number, not {cell[:40]!r}.")
    return value
