"""The states of one frame, or of many, without their zeros: some one in ten is active."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from dpcn_app.engine.network import Array


@dataclass(frozen=True, eq=False)
class SparseArray:
    """An array of which only what is not zero is kept.

    Attributes
    ----------
    shape
        Of the array with its zeros.
    places
        Where the values are in the array when it is flat.
    values
        The numbers that are not zero.
    """

    shape: tuple[int, ...]
    places: NDArray[np.uint32]
    values: Array

    @classmethod
    def of(cls, array: Array) -> SparseArray:
        """Return an array without its zeros."""
        flat = array.ravel()
        places = np.flatnonzero(flat != 0).astype(np.uint32)  # several times as fast as of floats
        return cls(array.shape, places, flat[places])

    def dense(self) -> Array:
        """Return the array with its zeros."""
        array: Array = np.zeros(self.shape, self.values.dtype)
        array.ravel()[self.places] = self.values
        return array

    @property
    def nbytes(self) -> int:
        """Memory that it takes."""
        return self.places.nbytes + self.values.nbytes


class SparseFrames:
    """Arrays of one shape, one a frame, of which only what is not zero is kept.

    Parameters
    ----------
    active
        Which numbers are kept, shape (T, …).
    values
        The numbers, in the order of `active`.
    """

    def __init__(self, active: NDArray[np.bool_], values: Array) -> None:
        flat = active.reshape(len(active), -1)
        frames, places = np.nonzero(flat)
        if len(places) != len(values):
            raise ValueError(f"{len(values)} values for {len(places)} places")
        self.shape: tuple[int, ...] = active.shape
        self.dtype = values.dtype
        self._places, self._values = places.astype(np.uint32), values
        self._ends = np.searchsorted(frames, np.arange(len(active) + 1))

    def __len__(self) -> int:
        return self.shape[0]

    def __getitem__(self, index: int) -> Array:
        if not 0 <= index < len(self):
            raise IndexError(f"frame {index} of {len(self)}")
        some = slice(self._ends[index], self._ends[index + 1])
        return SparseArray(self.shape[1:], self._places[some], self._values[some]).dense()

    def __array__(self, dtype: DTypeLike | None = None, copy: bool | None = None) -> NDArray[Any]:
        """Return all frames with their zeros, for NumPy."""
        return np.stack([self[index] for index in range(len(self))]).astype(dtype or self.dtype)
