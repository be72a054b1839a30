"""What an experiment at several amounts of noise ends with: tables by mode and noise, checks."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar, TypeVar

NoiseTable = dict[str, dict[float, dict[str, list[float]]]]
"""By mode, noise and name, that of a measure, a class or a pair of classes: a value a network."""

Row = TypeVar("Row")


@dataclass(frozen=True, eq=False, kw_only=True)
class NoiseResult(ABC):
    """The whole experiment, but for what it found.

    Parameters
    ----------
    shape_set, noises, seeds
        What was asked for.
    checks
        What had to hold, in words, and whether it did.
    seconds
        Time taken.

    Attributes
    ----------
    experiment
        What the experiment is called.
    """

    experiment: ClassVar[str]

    shape_set: str
    noises: tuple[float, ...]
    seeds: tuple[int, ...]
    checks: dict[str, bool]
    seconds: float

    @property
    def verdict(self) -> str:
        """`pass` where all checks hold, else `fail`."""
        return "pass" if all(self.checks.values()) else "fail"

    @abstractmethod
    def found(self) -> dict[str, object]:
        """Return what was found as JSON can hold it."""

    def as_dict(self) -> dict[str, object]:
        """Return the result as JSON can hold it."""
        return {
            "experiment": self.experiment,
            "set": self.shape_set,
            "noise": list(self.noises),
            "seeds": list(self.seeds),
            **self.found(),
            "checks": self.checks,
            "verdict": self.verdict,
            "seconds": round(self.seconds, 3),
        }


def noise_table(
    rows: Sequence[Row],
    modes: Iterable[str],
    noises: Sequence[float],
    names: Sequence[str],
    value: Callable[[Row, str, float, str], float],
) -> NoiseTable:
    """Return a table of what was found of each network, given how to take a value from a row."""
    return {
        mode: {
            noise: {name: [value(row, mode, noise, name) for row in rows] for name in names}
            for noise in noises
        }
        for mode in modes
    }


def plain_table(table: NoiseTable) -> dict[str, dict[str, dict[str, list[float]]]]:
    """Return a table as JSON can hold it, with noises as texts."""
    return {
        mode: {f"{noise:g}": values for noise, values in by_noise.items()}
        for mode, by_noise in table.items()
    }
