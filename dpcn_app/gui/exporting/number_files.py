"""The numbers behind a panel as a file: one table as CSV, or all arrays as NPZ."""

from __future__ import annotations

import csv
import io
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

Arrays = Mapping[str, NDArray[Any]]


def csv_file(columns: Arrays) -> bytes:
    """Return one table, with all digits; see `table_rows`."""
    return separated(table_rows(columns), ",").encode()


def separated(rows: Iterable[list[str]], separator: str) -> str:
    """Return rows as text, with a comma or a tab between cells."""
    text = io.StringIO(newline="")
    csv.writer(text, delimiter=separator).writerows(rows)
    return text.getvalue()


def table_rows(columns: Arrays) -> Iterator[list[str]]:
    """Return one table row by row, with all digits; the first row names the columns.

    Arrays with as many rows as each other stand side by side, a column for each number of a row.
    Other arrays stand one below the other: each number has a row of its own, with the name of its
    array and its place there. Places count from 1, as everywhere in the window.
    """
    columns = {name: _without_minus_zero(array) for name, array in columns.items()}
    same = len({len(array) for array in columns.values()}) == 1
    return _side_by_side(columns) if same else _one_below_the_other(columns)


def _without_minus_zero(array: NDArray[Any]) -> NDArray[Any]:
    """Return the same numbers, but −0 as 0, which needs no explanation."""
    return array + array.dtype.type(0) if np.issubdtype(array.dtype, np.floating) else array


def _side_by_side(columns: Arrays) -> Iterator[list[str]]:
    names: list[str] = []
    texts: list[list[str]] = []
    for name, array in columns.items():
        flat = array.reshape(len(array), -1)
        places = np.ndindex(array.shape[1:])
        names += ["_".join([name, *(str(at + 1) for at in place)]) for place in places]
        texts += [column.astype(str).tolist() for column in flat.T]
    yield names
    yield from map(list, zip(*texts, strict=True))


def _one_below_the_other(columns: Arrays) -> Iterator[list[str]]:
    depth = max(array.ndim for array in columns.values())
    yield ["array", *(f"place_{axis + 1}" for axis in range(depth)), "value"]
    for name, array in columns.items():
        unused = [""] * (depth - array.ndim)
        for place, text in zip(np.ndindex(array.shape), array.astype(str).flat, strict=True):
            yield [name, *(str(at + 1) for at in place), *unused, str(text)]


def npz_file(arrays: Arrays) -> bytes:
    """Return the arrays as an NPZ file; unlike `savez`, this allows any name."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, array in arrays.items():
            with archive.open(f"{name}.npy", "w") as file:
                np.lib.format.write_array(file, np.asarray(array), allow_pickle=False)
    return buffer.getvalue()
