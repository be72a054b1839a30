"""The frames of a `.npy` file, each read when it is asked for.

A memory map would do the same, but a file that another program shortens meanwhile would then end
the process (SIGBUS). Here it is an error like any other.
"""

from __future__ import annotations

from math import prod
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray


class NpyFrames:
    """An array in a file, frame by frame.

    Parameters
    ----------
    path
        The file. Its header is read here: what is no array, or holds Python objects, is a
        `ValueError`.

    Attributes
    ----------
    shape, dtype, ndim, size
        As of a NumPy array. An array of one frame, shape (height, width), has a first axis of 1.
    in_order
        Whether the numbers of a frame lie side by side in the file; others cannot be read frame by
        frame.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        with path.open("rb") as file:
            version = np.lib.format.read_magic(file)
            read = {
                (1, 0): np.lib.format.read_array_header_1_0,
                (2, 0): np.lib.format.read_array_header_2_0,
            }.get(version)
            if read is None:
                raise ValueError(f"version {version} of the format is not known")
            shape, fortran, self.dtype = read(file)
            self._start = file.tell()
        if self.dtype.hasobject:
            raise ValueError("it holds Python objects")
        self.shape: tuple[int, ...] = (1, *shape) if len(shape) == 2 else shape
        self.in_order = not fortran or len(shape) < 2

    @property
    def ndim(self) -> int:
        return len(self.shape)

    @property
    def size(self) -> int:
        return prod(self.shape)

    def __len__(self) -> int:
        return self.shape[0]

    def __getitem__(self, index: int) -> NDArray[Any]:
        """Return a frame; a file that has become too short for it is a `ValueError`."""
        length = prod(self.shape[1:]) * self.dtype.itemsize
        with self._path.open("rb") as file:
            file.seek(self._start + index * length)
            content = file.read(length)
        if len(content) < length:
            raise ValueError("the file ends before this frame does")
        return np.frombuffer(content, self.dtype).reshape(self.shape[1:])
