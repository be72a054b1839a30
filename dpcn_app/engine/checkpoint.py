"""The snapshot of a training from which it continues to a bit-identical result."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from numpy.typing import NDArray


@dataclass(frozen=True, eq=False)
class Checkpoint:
    """A snapshot of a trainer.

    Parameters
    ----------
    meta
        Values that JSON can hold: positions, settings, states of random generators.
    arrays
        Finite arrays by name.
    """

    meta: dict[str, Any]
    arrays: dict[str, NDArray[Any]]
