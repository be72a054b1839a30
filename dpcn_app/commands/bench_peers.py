"""`dpcn-app bench peers`: the race against the libraries that one would use instead."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from pathlib import Path

from rich.console import Console
from rich.table import Table

from dpcn_app.benchmarks.peers.contest import Heat
from dpcn_app.benchmarks.peers.dictionary import DictionaryRace
from dpcn_app.benchmarks.peers.races import FULL, QUICK, RACES, PeersResult, Race, run_races
from dpcn_app.commands.arguments import make_folder
from dpcn_app.commands.terminal import Results, print_json, progress_bar, say
from dpcn_app.errors import UserError
from dpcn_app.storage.atomic import replacing

_UNITS = {"patch": ("µs", 1e6), "frame": ("ms", 1e3)}


def add_arguments(parser: ArgumentParser) -> None:
    """Declare what the command takes."""
    parser.description = (
        "Race the engine against its peers on the same problems, in one thread, by turns, every "
        "solver tuned to a relative energy gap of 1e-4 and charged for its setup. Peers that are "
        "not installed are named. Takes about four minutes."
    )
    parser.add_argument("--json", action="store_true", help="print one JSON document, in seconds")
    parser.add_argument(
        "--race",
        default=",".join(RACES),
        help=f"which races, with commas between (default {','.join(RACES)})",
    )
    parser.add_argument(
        "--out",
        type=Path,
        help="folder for one JSON file a race and a picture of all races that lie there",
    )
    parser.add_argument(
        "--quick", action="store_true", help="a few seconds, to see that it works; rough numbers"
    )


def run(arguments: Namespace) -> int:
    """Race, print, and return the exit code."""
    names = tuple(dict.fromkeys(arguments.race.split(",")))
    for name in names:
        if name not in RACES:
            raise UserError(f"There is no race called {name!r}; choose from {', '.join(RACES)}.")
    out: Path | None = arguments.out
    if out is not None:
        make_folder(out)
    with progress_bar() as report:
        result = run_races(names, QUICK if arguments.quick else FULL, report)
    if out is not None:
        _write(result, out)
    if result.missing:
        say(f"Not installed, and so not in the race: {', '.join(result.missing)}.")
    if arguments.json:
        print_json(result.as_dict())
    else:
        _print(result, Results())
    return 0


def _write(result: PeersResult, folder: Path) -> None:
    """Write one file a race, and draw all races whose files lie in the folder."""
    from dpcn_app.benchmarks.peers.figure import draw_races  # matplotlib is slow to import

    document = result.as_dict()
    races = document.pop("races")
    for race in races:
        with replacing(folder / f"{race['name']}.json") as file:
            file.write(json.dumps(document | race, indent=2, allow_nan=False).encode())
    draw_races(folder)


def _print(result: PeersResult, console: Console) -> None:
    environment, machine = result.environment, result.machine
    installed = ", ".join(f"{name} {version}" for name, version in result.peers.items() if version)
    console.print(
        f"dpcn_app {environment.dpcn_app}, Python {environment.python}, NumPy {environment.numpy}, "
        f"Numba {environment.numba}; {installed}. {environment.processor}, one thread: "
        f"{machine.gemm_gflops:.0f} GFLOP/s in a large product; two threads at best "
        f"{machine.scaling.faster.median:.2f}×. Medians (lowest–highest).",
        highlight=False,
    )
    for race in result.races:
        for heat in race.heats:
            console.print()
            console.print(_heat(heat))
        if race.learning is not None:
            console.print()
            console.print(_learning(race.learning), highlight=False)
        _rest(race, console)
    console.print()
    for race in result.races:
        for each in race.requirements:
            console.print(
                f"{'yes' if each.met else 'NO ':3} {each.what}: {each.reached:.2f}× "
                f"(asked {each.asked:g}×)",
                highlight=False,
            )


def _heat(heat: Heat) -> Table:
    unit, factor = _UNITS[heat.unit]
    table = Table(title=heat.what, title_justify="left", box=None, pad_edge=False)
    for column in ("", f"{unit} a {heat.unit}", "as long as ours", "gap", "GFLOP/s"):
        table.add_column(column, justify="right" if column else "left", no_wrap=True)
    for entry in heat.entries:
        seconds, behind = entry.seconds, entry.behind
        low, high = _number(seconds.lowest * factor), _number(seconds.highest * factor)
        table.add_row(
            entry.name,
            f"{_number(seconds.median * factor)} ({low}–{high})",
            f"{_number(behind.median)}× ({_number(behind.lowest)}–{_number(behind.highest)})",
            f"{entry.setting.gap:.0e}" + ("" if entry.qualified else " never"),
            "" if entry.gflops is None else f"{entry.gflops:.0f}",
        )
    return table


def _number(value: float) -> str:
    """Return a number with three digits, or all of its whole ones."""
    return f"{value:,.0f}" if value >= 1000 else f"{value:.3g}"


def _learning(race: DictionaryRace) -> str:
    words = (
        f"One epoch of layer 1, {race.frames} frames, {race.patches} patches: dpcn_app "
        f"{race.ours.seconds[-1]:.2f} s to an error of {race.ours.errors[-1]:.3f}"
    )
    if race.peer is None or race.peer_seconds is None:
        return words + "."
    return (
        f"{words}; scikit-learn {race.peer.seconds[-1]:.2f} s to {race.peer.errors[-1]:.3f}. To "
        f"{race.equal_error:.3f}: {race.our_seconds:.2f} s against {race.peer_seconds:.2f} s, "
        f"{race.behind:.1f}×."
    )


def _rest(race: Race, console: Console) -> None:
    """Print growth and threads, a line each."""
    for each in race.growth:
        points = zip(each.sizes, each.seconds, strict=True)
        listed = "  ".join(f"{size}: {timing.median * 1e3:.3g}" for size, timing in points)
        console.print(f"{each.what}: time ∝ size^{each.slope:.2f}; ms: {listed}", highlight=False)
    for scaling in race.threads:
        faster = scaling.faster
        console.print(
            f"{scaling.what}: one thread {scaling.one.median * 1e3:.3g} ms, two "
            f"{scaling.two.median * 1e3:.3g} ms: {faster.median:.2f}× "
            f"({faster.lowest:.2f}–{faster.highest:.2f})",
            highlight=False,
        )
