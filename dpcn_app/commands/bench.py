"""`dpcn-app bench`: measure the engine against its peers, and show the ratios."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from rich.console import Console
from rich.table import Table

from dpcn_app.benchmarks.benchmark import FULL, QUICK, BenchmarkResult, run_benchmark
from dpcn_app.benchmarks.scaling import Growth
from dpcn_app.benchmarks.solver_speed import Comparison
from dpcn_app.benchmarks.timing import Ratio, Timing
from dpcn_app.benchmarks.training_cost import TrainingCost
from dpcn_app.commands import bench_peers
from dpcn_app.commands.terminal import Results, print_json, progress_bar
from dpcn_app.storage.bundled import open_model

_PLURALS = {"frame": "frames", "patch": "patches"}


def add_arguments(parser: ArgumentParser) -> None:
    """Declare what the command takes."""
    parser.description = (
        "Measure how fast the engine is, in one thread, as ratios to Algorithm 1 compiled (paper) "
        "and in plain NumPy, measured by turns in the same run. Takes about a minute."
    )
    parser.add_argument("--json", action="store_true", help="print one JSON document, in seconds")
    parser.add_argument(
        "--quick", action="store_true", help="a few seconds, to see that it works; rough numbers"
    )
    parser.add_argument(
        "--model",
        metavar="NAME_OR_FILE",
        help="the network that watches the videos (otherwise trained in the run itself)",
    )
    against = parser.add_subparsers(dest="against", metavar="AGAINST")
    purpose = "race the engine against other libraries instead"
    bench_peers.add_arguments(against.add_parser("peers", help=purpose, description=purpose))


def run(arguments: Namespace) -> int:
    """Measure, print, and return the exit code."""
    if arguments.against == "peers":
        return bench_peers.run(arguments)
    network = open_model(arguments.model).network if arguments.model else None
    with progress_bar() as report:
        result = run_benchmark(QUICK if arguments.quick else FULL, network, report)
    if arguments.json:
        print_json(result.as_dict())
    else:
        _print(result, Results())
    return 0


def _print(result: BenchmarkResult, console: Console) -> None:
    """Print ratios first, then the times that they come from, then growth."""
    environment = result.environment
    console.print(
        f"dpcn_app {environment.dpcn_app}, Python {environment.python}, NumPy {environment.numpy}, "
        f"Numba {environment.numba}, {environment.processor}, one thread. Networks: "
        f"{result.network}. Medians of {result.sizes.rounds} rounds by turns (lowest–highest).",
        highlight=False,
    )
    comparisons = (*result.frames, result.patches.speed)
    for table in (
        _ratios(comparisons, result.training),
        _times(comparisons),
        _training(result.training),
        _growth(result.growth),
    ):
        console.print()
        console.print(table)
    console.print()
    console.print(result.training.explanation, highlight=False)
    console.print(
        "Energy that Algorithm 1 ends at on the patches, above the exact solver's: "
        f"paper {result.patches.paper_energy_excess:+.3%}, "
        f"NumPy {result.patches.numpy_energy_excess:+.3%}.",
        highlight=False,
    )


def _table(title: str, *columns: str) -> Table:
    """Return an empty table: words to the left, numbers to the right."""
    table = Table(title=title, title_justify="left", box=None, pad_edge=False)
    for number, column in enumerate(columns):
        table.add_column(column, justify="right" if number else "left", no_wrap=number > 0)
    return table


def _ratios(comparisons: tuple[Comparison, ...], training: TrainingCost) -> Table:
    title = "How many times as long as the exact solver"
    table = _table(title, "", "NumPy", "paper", "exact, per s")
    for each in comparisons:
        table.add_row(
            each.what,
            _times_as_long(each.numpy_to_exact),
            _times_as_long(each.paper_to_exact),
            f"{each.exact.per_second:,.0f} {_PLURALS[each.unit]}",
        )
    speed = f"{training.frames / training.exact_seconds:,.0f} frames"
    table.add_row("training (see below)", f"{training.numpy_to_exact:.1f}×", "", speed)
    return table


def _times(comparisons: tuple[Comparison, ...]) -> Table:
    table = _table("Time for one frame (all layers) or patch", "", "exact", "paper", "NumPy")
    for each in comparisons:
        unit, factor = ("ms", 1e3) if each.unit == "frame" else ("µs", 1e6)
        timings = (each.exact, each.paper, each.numpy)
        table.add_row(f"{each.what}, {unit}", *(_range(timing, factor) for timing in timings))
    return table


def _training(training: TrainingCost) -> Table:
    table = _table("Training", "", "exact", "NumPy", "NumPy/exact")
    table.add_row(
        f"{training.frames} frames, s",
        f"{training.exact_seconds:.1f}",
        f"reckoned {training.numpy_seconds:.1f}",
        f"{training.numpy_to_exact:.1f}×",
    )
    for each in training.layers:
        table.add_row(
            f"layer {each.layer}, a batch, ms",
            _range(each.exact, 1e3),
            _range(each.numpy, 1e3),
            _times_as_long(each.numpy_to_exact),
        )
    return table


def _growth(growth: tuple[Growth, ...]) -> Table:
    table = _table("Growth of exact inference: time ∝ size^slope", "", "slope", "size: ms")
    table.columns[2].no_wrap = False
    for each in growth:
        points = zip(each.sizes, each.seconds, strict=True)
        listed = "  ".join(f"{size}: {timing.median * 1e3:.3g}" for size, timing in points)
        table.add_row(each.what, f"{each.slope:.2f}", listed)
    return table


def _times_as_long(ratio: Ratio) -> str:
    return f"{ratio.median:.1f}× ({ratio.lowest:.1f}–{ratio.highest:.1f})"


def _range(timing: Timing, factor: float) -> str:
    median, lowest, highest = (
        f"{value * factor:.3g}" for value in (timing.median, timing.lowest, timing.highest)
    )
    return f"{median} ({lowest}–{highest})"
