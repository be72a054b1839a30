"""Measuring time fairly: tasks take turns, medians have ranges, everything has one thread."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Hashable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from statistics import median
from typing import TypeVar

from threadpoolctl import threadpool_limits

Name = TypeVar("Name", bound=Hashable)


@dataclass(frozen=True)
class Timing:
    """Seconds that one unit of work takes: median, lowest and highest of all rounds."""

    median: float
    lowest: float
    highest: float
    per_second: float

    @classmethod
    def of(cls, seconds: Sequence[float], units: int = 1) -> Timing:
        """Return the timing of rounds that did `units` of work each."""
        each = [second / units for second in seconds]
        return cls(median(each), min(each), max(each), 1 / median(each))


@dataclass(frozen=True)
class Ratio:
    """How many times as long one thing takes as another: median, lowest and highest round."""

    median: float
    lowest: float
    highest: float

    @classmethod
    def of(cls, slower: Sequence[float], faster: Sequence[float]) -> Ratio:
        """Return the ratios of two series, round by round, as both share the machine's load."""
        ratios = [a / b for a, b in zip(slower, faster, strict=True)]
        return cls(median(ratios), min(ratios), max(ratios))


def interleaved(
    tasks: Mapping[Name, Callable[[], object]],
    rounds: int,
    least: float = 0.02,
    clock: Callable[[], float] = time.perf_counter,
) -> dict[Name, tuple[float, ...]]:
    """Time tasks in turn (A, B, C, A, B, C, …) and return the seconds of one run, round by round.

    Each task runs twice before the first round, so that kernels are compiled and caches are warm.
    Tasks take turns, so that a machine that slows down for a while slows down all of them. A task
    shorter than `least` seconds is run several times in a round. Where every task has one thread,
    the processor's time (`time.process_time`) is the better clock: it stands still while others
    use the core.
    """
    repeats: dict[Name, int] = {}
    for name, task in tasks.items():
        task()
        repeats[name] = max(1, math.ceil(least / max(_seconds(task, 1, clock), 1e-9)))
    seconds: dict[Name, list[float]] = {name: [] for name in tasks}
    for _ in range(rounds):
        for name, task in tasks.items():
            seconds[name].append(_seconds(task, repeats[name], clock) / repeats[name])
    return {name: tuple(each) for name, each in seconds.items()}


def _seconds(task: Callable[[], object], repeats: int, clock: Callable[[], float]) -> float:
    start = clock()
    for _ in range(repeats):
        task()
    return clock() - start


def one_thread() -> AbstractContextManager[object]:
    """Limit BLAS and OpenMP to one thread, even if NumPy has already been imported.

    The engine's kernels use one thread; with more threads in BLAS, a comparison would measure the
    number of cores.
    """
    return threadpool_limits(limits=1)
