"""How a race is run: solvers are tuned to the same accuracy, then timed in turn."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from dpcn_app.benchmarks.timing import Ratio, Timing, interleaved

OURS = "dpcn_app"
LARGEST_GAP = 1e-4


@dataclass(frozen=True)
class Contestant:
    """A solver and its possible settings.

    Parameters
    ----------
    name
        Its name in tables.
    solve
        Returns the states x for a kind and an effort, starting from y and C; Gram matrices and
        factorisations are part of its work.
    efforts
        Tolerances or iterations, from least to most work.
    kinds
        Further settings to choose among, such as μ or ρ.
    operations
        Floating-point operations of a kind and an effort, where they can be counted.
    """

    name: str
    solve: Callable[[float, float], Any]
    efforts: tuple[float, ...]
    kinds: tuple[float, ...] = (0.0,)
    operations: Callable[[float, float], float] | None = None


@dataclass(frozen=True)
class Setting:
    """A contestant's tuned setting: the least effort that reaches the accuracy, and its gap."""

    kind: float
    effort: float
    gap: float

    @property
    def qualified(self) -> bool:
        """Whether the accuracy was reached."""
        return self.gap <= LARGEST_GAP


@dataclass(frozen=True)
class Entry:
    """The result of one contestant in a heat.

    Parameters
    ----------
    name, setting
        The contestant, and its tuned setting.
    seconds
        Seconds of one processor for one unit of work.
    behind
        How many times as long as the engine it takes, round by round.
    gflops
        Billions of floating-point operations per second, where they can be counted.
    qualified
        Whether it reached the accuracy; if not, its time is that of its smallest gap.
    """

    name: str
    setting: Setting
    seconds: Timing
    behind: Ratio
    gflops: float | None
    qualified: bool


@dataclass(frozen=True)
class Heat:
    """All contestants on one problem.

    Parameters
    ----------
    what, unit, units
        The problem, the unit of work that the seconds are for, and the units in a run.
    entries
        The engine first, then its peers from the fastest to the slowest.
    """

    what: str
    unit: str
    units: int
    entries: tuple[Entry, ...]

    def entry(self, name: str) -> Entry | None:
        """Return a contestant's result; None if it did not take part."""
        return next((entry for entry in self.entries if entry.name == name), None)

    @property
    def best_peer(self) -> Entry:
        """The fastest peer that is no solver of the engine's own."""
        return next(entry for entry in self.entries[1:] if not entry.name.startswith(OURS))


def tune(contestant: Contestant, gap: Callable[[Any], float]) -> Setting:
    """Return the setting of least effort whose gap is small enough, or else of the least gap.

    More effort gives a smaller gap, so bisection finds the effort. Of all kinds, the one that needs
    the least effort is chosen: a kind that needs as much as the best one before it is left after
    one trial.
    """
    best: Setting | None = None
    nearest: Setting | None = None
    high = len(contestant.efforts)
    for kind in contestant.kinds:
        low, middle = 0, high // 2 if best is None else high - 1
        while low < high:
            effort = contestant.efforts[middle]
            tried = Setting(kind, effort, gap(contestant.solve(kind, effort)))
            if tried.qualified:
                high, best = middle, tried
            else:
                low = middle + 1
                nearest = tried if nearest is None or tried.gap < nearest.gap else nearest
            middle = (low + high) // 2
    tuned = best or nearest
    assert tuned is not None  # there is at least one effort
    return tuned


def run_heat(
    what: str,
    unit: str,
    units: int,
    contestants: Sequence[Contestant],
    gap: Callable[[Any], float],
    rounds: int,
) -> Heat:
    """Tune all contestants, of which the engine is the first, and time them in turn.

    Parameters
    ----------
    what, unit, units
        As for `Heat`.
    contestants
        `OURS` first.
    gap
        Returns how far a result lies above the lowest energy, relatively.
    rounds
        How often each contestant is timed.
    """
    tuned = {each.name: tune(each, gap) for each in contestants}
    seconds = interleaved(
        {
            each.name: partial(each.solve, tuned[each.name].kind, tuned[each.name].effort)
            for each in contestants
        },
        rounds,
        clock=time.process_time,
    )
    entries = []
    for each in contestants:
        setting, timing = tuned[each.name], Timing.of(seconds[each.name], units)
        gflops = None
        if each.operations is not None:
            done = each.operations(setting.kind, setting.effort)
            gflops = done / (timing.median * units) / 1e9
        behind = Ratio.of(seconds[each.name], seconds[OURS])
        entries.append(Entry(each.name, setting, timing, behind, gflops, setting.qualified))
    ours, *peers = entries
    peers.sort(key=lambda entry: entry.seconds.median)
    return Heat(what, unit, units, (ours, *peers))
