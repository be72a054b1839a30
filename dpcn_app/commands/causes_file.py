"""The files of `infer`, written frame by frame, so that memory does not grow with the video."""

from __future__ import annotations

import csv
import io
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO, Protocol

import numpy as np
from numpy.typing import NDArray

from dpcn_app.errors import UserError
from dpcn_app.storage.atomic import replacing

ENDINGS = (".csv", ".npz")


class CausesWriter(Protocol):
    """Takes the frames of a video one after the other."""

    def add(self, causes: NDArray[Any], label: int, figures: Mapping[str, float]) -> None:
        """Write a frame: its causes of shape (units, D), its class, and named figures."""
        ...


@contextmanager
def causes_file(
    path: Path, frames: int, classes: tuple[str, ...], causes: tuple[int, int]
) -> Iterator[CausesWriter]:
    """Open a file for the causes of a video; it appears when it is complete.

    Parameters
    ----------
    path
        Ends in ``.csv`` or ``.npz``.
    frames
        Length of the video.
    classes
        Names of the classes that labels point to.
    causes
        Number of units, and of causes in each.
    """
    with replacing(path) as file:
        if path.suffix.lower() == ".csv":
            yield _Csv(file, classes)
        else:
            with zipfile.ZipFile(file, "w") as archive:
                writer = _Npz(archive, (frames, *causes))
                yield writer
                writer.finish(classes)


def check_ending(path: Path) -> None:
    """Refuse a file whose ending is no known format."""
    if path.suffix.lower() not in ENDINGS:
        raise UserError(f"{path} should end in {' or '.join(ENDINGS)}.")


class _Csv:
    """A table: frame, causes u1 …, class, figures."""

    def __init__(self, file: BinaryIO, classes: tuple[str, ...]) -> None:
        self._file, self._classes, self._rows = file, classes, 0

    def add(self, causes: NDArray[Any], label: int, figures: Mapping[str, float]) -> None:
        text = io.StringIO(newline="")
        writer = csv.writer(text)
        values = causes.ravel()
        if self._rows == 0:
            names = (f"u{d + 1}" for d in range(len(values)))
            writer.writerow(["frame", *names, "label", *figures])
        name = self._classes[label] if label >= 0 else ""
        # Most causes are off: so they are written five times as fast.
        numbers = (f"{value:.9g}" if value else "0" for value in values.tolist())
        writer.writerow(
            [self._rows, *numbers, name, *(f"{value:.6g}" for value in figures.values())]
        )
        self._rows += 1
        self._file.write(text.getvalue().encode())


class _Npz:
    """Arrays: frame, causes of shape (T, units, D), label, classes, and one a figure."""

    def __init__(self, archive: zipfile.ZipFile, shape: tuple[int, int, int]) -> None:
        self._archive, self._shape = archive, shape
        self._labels: list[int] = []
        self._figures: dict[str, list[float]] = {}
        self._causes = archive.open("causes.npy", "w", force_zip64=True)
        described = {"descr": "<f4", "fortran_order": False, "shape": shape}
        np.lib.format.write_array_header_1_0(self._causes, described)

    def add(self, causes: NDArray[Any], label: int, figures: Mapping[str, float]) -> None:
        self._causes.write(np.ascontiguousarray(causes, dtype="<f4").tobytes())
        self._labels.append(label)
        for name, value in figures.items():
            self._figures.setdefault(name, []).append(value)

    def finish(self, classes: tuple[str, ...]) -> None:
        """Write the rest, once all frames are there."""
        self._causes.close()
        rest = {
            "frame": np.arange(self._shape[0]),
            "label": np.array(self._labels),
            "classes": np.array(classes, dtype=np.str_),
            **{name: np.array(values) for name, values in self._figures.items()},
        }
        for name, array in rest.items():
            with self._archive.open(f"{name}.npy", "w") as member:
                np.lib.format.write_array(member, array, allow_pickle=False)
