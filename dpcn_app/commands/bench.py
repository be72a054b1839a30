"""`dpcn-app bench`: measure the engine against its peers, and show the ratios."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from dpcn_app.benchmarks.benchmark import FULL, QUICK, BenchmarkResult, run_benchmark
from dpcn_app.commands import bench_peers
from dpcn_app.commands.bench_tables import bench_sheets, environment_in_words, load_in_words
from dpcn_app.commands.results_page import ResultsPage, add_page_argument, command_line
from dpcn_app.commands.terminal import Results, print_json, progress_bar
from dpcn_app.storage.bundled import open_model

TABLES = ("frames", "training", "growth")
"""Names of the places in a page, as `bench_sheets` fills them."""


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
    add_page_argument(parser)
    against = parser.add_subparsers(dest="against", metavar="AGAINST")
    purpose = "race the engine against other libraries instead"
    bench_peers.add_arguments(against.add_parser("peers", help=purpose, description=purpose))


def run(arguments: Namespace) -> int:
    """Measure, print, and return the exit code."""
    if arguments.against == "peers":
        return bench_peers.run(arguments)
    page = None if arguments.page is None else ResultsPage(arguments.page, TABLES)
    network = open_model(arguments.model).network if arguments.model else None
    load = load_in_words()
    with progress_bar() as report:
        result = run_benchmark(QUICK if arguments.quick else FULL, network, report)
    if arguments.json:
        print_json(result.as_dict())
    else:
        _print(result)
    if page is not None:
        command = command_line(("bench",), arguments, ("model", "quick"))
        page.write(
            _on_page(result, f"Written by `{command}`. {environment_in_words(result)}{load}")
        )
    return 0


def _print(result: BenchmarkResult) -> None:
    """Print ratios first, then the times that they come from, then training and growth."""
    console = Results()
    console.print(environment_in_words(result), highlight=False)
    for sheets in bench_sheets(result).values():
        for sheet in sheets:
            console.print()
            console.print(sheet.for_terminal())


def _on_page(result: BenchmarkResult, origin: str) -> dict[str, str]:
    """Return the tables of a page by their names, each with how it was measured."""
    return {
        name: "\n\n".join([*(sheet.as_markdown() for sheet in sheets), origin])
        for name, sheets in bench_sheets(result).items()
    }
