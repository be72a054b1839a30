"""How a race is run: every solver tuned to the same accuracy, then timed by turns."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from dpcn_app.benchmarks.timing import Ratio, Timing, interleaved

OURS = "dpcn_app"
LARGEST_GAP = 1e-4


@dataclass(frozen=True)
class Contestant:
    """A solver, and how it can be set.

    Parameters
    ----------
    name
        What it is called in tables.
    solve
        From a kind and an effort to states: everything that it takes, from y and C to x, Gram
        matrices and factorisations included.
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
    """How a contestant was tuned: the least effort that reaches the accuracy, and its gap."""

    kind: float
    effort: float
    gap: float

    @property
    def qualified(self) -> bool:
        """Whether the accuracy was reached."""
        return self.gap <= LARGEST_GAP


@dataclass(frozen=True)
class Entry:
    """What one contestant showed in a heat.

    Parameters
    ----------
    name, setting
        Who, and how tuned.
    seconds
        For one unit of work.
    behind
        How many times as long as the engine it takes, round by round.
    gflops
        Billions of floating-point operations in a second, where they can be counted.
    qualified
        Whether it reached the accuracy; where not, its time is that of its most effort.
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
        The problem, what the seconds are for, and how many of them in a run.
    entries
        The engine first, then its peers from the fastest to the slowest.
    """

    what: str
    unit: str
    units: int
    entries: tuple[Entry, ...]

    def entry(self, name: str) -> Entry | None:
        """Return what a contestant showed, None where it did not take part."""
        return next((entry for entry in self.entries if entry.name == name), None)

    @property
    def best_peer(self) -> Entry:
        """The fastest of the others."""
        return self.entries[1]


def tune(contestant: Contestant, gap: Callable[[Any], float]) -> Setting:
    """Return the setting of least effort whose gap is small enough, or else of the least gap.

    More effort gives a smaller gap, so that halving finds the place; among kinds, the one that
    needs the least effort wins.
    """
    best: Setting | None = None
    nearest: Setting | None = None
    high = len(contestant.efforts)
    for kind in contestant.kinds:
        low = 0
        while low < high:
            middle = (low + high) // 2
            effort = contestant.efforts[middle]
            tried = Setting(kind, effort, gap(contestant.solve(kind, effort)))
            if tried.qualified:
                high, best = middle, tried
            else:
                low = middle + 1
                nearest = tried if nearest is None or tried.gap < nearest.gap else nearest
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
    """Tune all contestants, the engine first among them, and time them by turns.

    Parameters
    ----------
    what, unit, units
        As for `Heat`.
    contestants
        `OURS` first.
    gap
        How far a result lies above the lowest energy, relatively.
    rounds
        How often each is timed.
    """
    tuned = {each.name: tune(each, gap) for each in contestants}
    seconds = interleaved(
        {
            each.name: partial(each.solve, tuned[each.name].kind, tuned[each.name].effort)
            for each in contestants
        },
        rounds,
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
