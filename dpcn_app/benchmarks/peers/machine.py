"""The machine's own limits: how fast one core multiplies, and how much two threads gain."""

from __future__ import annotations

import math
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial

import numpy as np

from dpcn_app.benchmarks.timing import Ratio, Timing, interleaved
from dpcn_app.engine.jit import kernel

_GEMM = 768
_STEPS = 3_000_000


@dataclass(frozen=True)
class Scaling:
    """The times of one thread and of two on the same work.

    Parameters
    ----------
    what
        The work.
    one, two
        Seconds with one thread and with two.
    faster
        How many times as fast two threads are, round by round.
    """

    what: str
    one: Timing
    two: Timing
    faster: Ratio

    @classmethod
    def of(cls, what: str, task: Callable[[int], object], rounds: int) -> Scaling:
        """Time a task with one thread and with two, in turn; `task` takes that number."""
        seconds = interleaved({threads: partial(task, threads) for threads in (1, 2)}, rounds)
        one, two = seconds[1], seconds[2]
        return cls(what, Timing.of(one), Timing.of(two), Ratio.of(one, two))


@dataclass(frozen=True)
class Machine:
    """The machine's own limits.

    Parameters
    ----------
    gemm_gflops
        Billions of operations per second of a large matrix product in single precision, on one
        thread.
    scaling
        Two sums in registers, one after the other and at once: the most that two threads can gain,
        which hyperthreads and other programs lower.
    """

    gemm_gflops: float
    scaling: Scaling


@kernel
def _spin(steps: int) -> float:
    """Keep one core busy with arithmetic that needs no memory."""
    total = 1.0
    for step in range(steps):
        total = total * 0.999 + step
    return total


def _halves(threads: int) -> None:
    if threads == 1:
        _spin(_STEPS)
        _spin(_STEPS)
        return
    with ThreadPoolExecutor(1) as helper:
        other = helper.submit(_spin, _STEPS)
        _spin(_STEPS)
        other.result()


def measure_machine(rounds: int) -> Machine:
    """Measure this machine; the caller must limit BLAS to one thread."""
    rng = np.random.default_rng(0)
    a, b = (rng.random((_GEMM, _GEMM), dtype=np.float32) for _ in range(2))
    product = np.empty_like(a)
    seconds = interleaved({"gemm": lambda: np.matmul(a, b, out=product)}, rounds)["gemm"]
    gflops = 2 * math.pow(_GEMM, 3) / min(seconds) / 1e9
    return Machine(gflops, Scaling.of("two sums in registers", _halves, rounds))
