"""The tables of `dpcn-app bench peers`: who is how far behind, growth, threads, what was asked."""

from __future__ import annotations

from collections.abc import Iterator

from dpcn_app.benchmarks.peers.contest import OURS, Entry, Heat
from dpcn_app.benchmarks.peers.dictionary import DictionaryRace
from dpcn_app.benchmarks.peers.races import PeersResult, Race
from dpcn_app.benchmarks.timing import Ratio
from dpcn_app.commands.bench_tables import growth_sheet
from dpcn_app.commands.result_tables import Sheet

_UNITS = {"patch": ("µs", 1e6), "frame": ("ms", 1e3)}


def machine_in_words(result: PeersResult) -> str:
    """Say with what was raced, and what the machine can do."""
    environment, machine = result.environment, result.machine
    installed = ", ".join(f"{name} {version}" for name, version in result.peers.items() if version)
    absent = f" Not installed: {', '.join(result.missing)}." if result.missing else ""
    return (
        f"dpcn_app {environment.dpcn_app}, Python {environment.python}, NumPy {environment.numpy}, "
        f"Numba {environment.numba}; {installed}.{absent} {environment.processor}, one thread: "
        f"{machine.gemm_gflops:.0f} GFLOP/s in a large product; two threads at best "
        f"{machine.scaling.faster.median:.2f}×. Medians (lowest–highest)."
    )


def race_sheets(race: Race) -> Iterator[Sheet]:
    """Yield what a race showed beside its heats: learning, growth, threads, and what was asked."""
    yield from map(_learning, race.learning)
    if race.growth:
        yield growth_sheet("Growth: time ∝ size^slope", race.growth)
    if race.threads:
        yield _threads(race)
    if race.requirements:
        yield _requirements(race)


def overview(race: Race) -> Sheet:
    """Return a row a heat: the engine's time, the best peer and the others, times as long."""
    rows = []
    for heat in race.heats:
        unit, factor = _UNITS[heat.unit]
        ours, *rest = heat.entries
        best = heat.best_peer if any(not each.name.startswith(OURS) for each in rest) else None
        others = (f"{each.name} {_number(each.behind.median)}×" for each in rest if each != best)
        time = f"{_number(ours.seconds.median * factor)} {unit} a {heat.unit}"
        ahead = "" if best is None else f"{best.name} {_times_as_long(best.behind)}"
        rows.append((heat.what, time, ahead, ", ".join(others)))
    return Sheet(
        "How many times as long as dpcn_app",
        ("", OURS, "best peer (lowest–highest round)", "others"),
        tuple(rows),
        wide=(0, 2, 3),
    )


def heat_sheet(heat: Heat) -> Sheet:
    """Return a row a contestant: time, times as long, how near to the lowest energy, operations."""
    unit, factor = _UNITS[heat.unit]
    heads = ("", f"{unit} a {heat.unit}", "as long as ours", "gap", "GFLOP/s")
    rows = tuple(_contestant(entry, factor) for entry in heat.entries)
    reached = all(entry.qualified for entry in heat.entries)
    return Sheet(heat.what, heads, rows, "" if reached else "never: 1e-4 was not reached")


def _contestant(entry: Entry, factor: float) -> tuple[str, ...]:
    seconds = entry.seconds
    low, high = _number(seconds.lowest * factor), _number(seconds.highest * factor)
    return (
        entry.name,
        f"{_number(seconds.median * factor)} ({low}–{high})",
        _times_as_long(entry.behind),
        f"{entry.setting.gap:.0e}" + ("" if entry.qualified else " never"),
        "" if entry.gflops is None else f"{entry.gflops:.0f}",
    )


def _learning(race: DictionaryRace) -> Sheet:
    rows = []
    for curve in race.curves:
        behind = race.behind.get(curve.name)
        settings = ", ".join(f"{name} {value:g}" for name, value in curve.settings.items())
        rows.append(
            (
                curve.name,
                settings,
                f"{curve.seconds[-1]:.3g}",
                f"{curve.objectives[-1]:.3f}",
                "1×" if behind is None else _times_as_long(behind),
            )
        )
    heads = ("", "tuned", "once through, s", "its objective", "to the objective that both reach")
    tried = ", ".join(f"{name} {count}" for name, count in race.tried.items())
    note = (
        f"Settings tried on other patches: {tried}. "
        f"Objective before: {race.curves[0].objectives[0]:.3f}."
    )
    title = f"Learning a dictionary: {race.what}, {race.patches} patches"
    return Sheet(title, heads, tuple(rows), note, wide=(1,))


def _threads(race: Race) -> Sheet:
    rows = tuple(
        (
            each.what,
            f"{each.one.median * 1e3:.3g}",
            f"{each.two.median * 1e3:.3g}",
            f"{each.faster.median:.2f}× ({each.faster.lowest:.2f}–{each.faster.highest:.2f})",
        )
        for each in race.threads
    )
    return Sheet("Two threads", ("", "one, ms", "two, ms", "as fast"), rows)


def _requirements(race: Race) -> Sheet:
    rows = tuple(
        (each.what, f"{each.asked:g}×", f"{each.reached:.2f}×", "yes" if each.met else "NO")
        for each in race.requirements
    )
    return Sheet("What was asked", ("", "asked", "reached", "met"), rows)


def _times_as_long(ratio: Ratio) -> str:
    return f"{_number(ratio.median)}× ({_number(ratio.lowest)}–{_number(ratio.highest)})"


def _number(value: float) -> str:
    """Return a number with three digits, or all of its whole ones."""
    return f"{value:,.0f}" if value >= 1000 else f"{value:.3g}"
