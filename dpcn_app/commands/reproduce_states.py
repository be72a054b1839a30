"""`dpcn-app reproduce states`: inferring sparse states with known parameters (supplement A.3)."""

from __future__ import annotations

import argparse
import csv
import io
from pathlib import Path

from rich.table import Table

from dpcn_app.commands.arguments import make_folder, whole_numbers
from dpcn_app.commands.terminal import Results, print_json, progress_bar
from dpcn_app.experiments.state_estimation import METHODS, EstimationResult, reproduce_states
from dpcn_app.storage.atomic import replacing


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the command line."""
    parser.add_argument(
        "--observations",
        default="40,60,80,100,140",
        help="numbers of observations (default 40,60,80,100,140)",
    )
    parser.add_argument("--runs", type=int, default=50, help="runs for each (default 50)")
    parser.add_argument("--seed", type=int, default=1, help="of all runs together (default 1)")
    parser.add_argument("--out", type=Path, help="folder for the figure and the table")
    parser.add_argument("--json", action="store_true", help="print one JSON document")


def run(arguments: argparse.Namespace) -> int:
    """Carry the experiment out; 0 where its verdict is `pass`, 1 where it is `fail`."""
    observations = whole_numbers(arguments.observations, "Observations")
    out: Path | None = arguments.out
    if out is not None:
        make_folder(out)
    with progress_bar() as report:
        report(0.0, "simulating and estimating")
        result = reproduce_states(
            observations,
            arguments.runs,
            seed=arguments.seed,
            on_progress=lambda share: report(share, "simulating and estimating"),
        )
    if out is not None:
        _write_files(result, out)
    if arguments.json:
        print_json(result.as_dict())
    else:
        _print(result)
    return 0 if result.verdict == "pass" else 1


def _write_files(result: EstimationResult, folder: Path) -> None:
    from dpcn_app.experiments.state_figures import draw_states  # matplotlib is slow to import

    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(["method", "observations", "mean", "standard_error"])
    for name in METHODS:
        rows = zip(
            result.observations, result.means(name), result.standard_errors(name), strict=True
        )
        for count, mean, error in rows:
            writer.writerow([name, count, f"{mean:.5f}", f"{error:.5f}"])
    with replacing(folder / "table.csv") as file:
        file.write(text.getvalue().encode())
    draw_states(result, folder)


def _print(result: EstimationResult) -> None:
    console = Results()
    table = Table(
        title=f"rMSE after {result.config.steps} steps, mean ± standard error of {result.runs} runs"
    )
    table.add_column("observations", justify="right")
    for title in METHODS.values():
        table.add_column(title, justify="right")
    for index, count in enumerate(result.observations):
        cells = (
            f"{result.means(name)[index]:.3f} ±{result.standard_errors(name)[index]:.3f}"
            for name in METHODS
        )
        table.add_row(str(count), *cells)
    console.print(table)
    for check, held in result.checks.items():
        console.print(f"{'yes' if held else 'NO ':3} {check}", highlight=False)
    console.print(
        f"Verdict: {result.verdict} (seed {result.seed}; {result.seconds:.1f} s)", highlight=False
    )
