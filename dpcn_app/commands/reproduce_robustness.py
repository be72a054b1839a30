"""`dpcn-app reproduce robustness`: every mode and control against noise."""

from __future__ import annotations

import argparse
import csv
import io
from pathlib import Path

from rich.table import Table

from dpcn_app.commands.arguments import make_folder, whole_numbers
from dpcn_app.commands.terminal import Results, print_json, progress_bar
from dpcn_app.errors import UserError
from dpcn_app.experiments.robustness import (
    MEASURES,
    MODES,
    RobustnessResult,
    reproduce_robustness,
)
from dpcn_app.storage.atomic import replacing


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the command line."""
    parser.add_argument("--set", default="hard", help="easy or hard (default hard)")
    parser.add_argument(
        "--noise", default="1.5,3,4.5", help="mean numbers of noise objects (default 1.5,3,4.5)"
    )
    parser.add_argument("--seeds", default="2,3,4", help="one network each (default 2,3,4)")
    parser.add_argument(
        "--frames", type=int, default=3000, help="length of the training video (default 3000)"
    )
    parser.add_argument("--out", type=Path, help="folder for the figures and the table")
    parser.add_argument("--json", action="store_true", help="print one JSON document")


def run(arguments: argparse.Namespace) -> int:
    """Carry the experiment out; 0 where its verdict is `pass`, 1 where it is `fail`."""
    seeds = whole_numbers(arguments.seeds, "Seeds")
    noises = _numbers(arguments.noise)
    out: Path | None = arguments.out
    if out is not None:
        make_folder(out)
    with progress_bar() as report:
        result = reproduce_robustness(arguments.set, noises, seeds, arguments.frames, report)
    if out is not None:
        _write_files(result, out)
    if arguments.json:
        print_json(result.as_dict())
    else:
        _print(result)
    return 0 if result.verdict == "pass" else 1


def _numbers(text: str) -> tuple[float, ...]:
    try:
        return tuple(dict.fromkeys(float(part) for part in text.split(",")))
    except ValueError:
        raise UserError(
            f"Amounts of noise are numbers with commas between, not {text!r}."
        ) from None


def _write_files(result: RobustnessResult, folder: Path) -> None:
    from dpcn_app.experiments.robustness_figures import draw_robustness  # matplotlib is slow

    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(["mode", "noise", "seed", *MEASURES])
    for mode in MODES:
        for noise, measures in result.conditions[mode].items():
            for index, seed in enumerate(result.seeds):
                values = [f"{measures[name][index]:.4f}" for name in MEASURES]
                writer.writerow([mode, f"{noise:g}", seed, *values])
    with replacing(folder / "table.csv") as file:
        file.write(text.getvalue().encode())
    draw_robustness(result, folder)


def _print(result: RobustnessResult) -> None:
    console = Results()
    for noise in result.noises:
        weight = result.average_weights[noise]
        table = Table(
            title=f"Robustness, {result.shape_set} set, noise {noise:g}: mean (least)",
            caption=f"moving average at its best weight, {weight:g}; leak and IoU noise: less is "
            "better",
        )
        table.add_column("mode")
        for title in MEASURES.values():
            table.add_column(title, justify="right")
        for mode in MODES:
            measures = result.conditions[mode][noise]
            cells = []
            for name in MEASURES:
                values = measures[name]
                cells.append(f"{sum(values) / len(values):.2f} ({min(values):.2f})")
            table.add_row(mode, *cells)
        console.print(table)
    for sentence in result.words:
        console.print(sentence, highlight=False)
    for check, held in result.checks.items():
        console.print(f"{'yes' if held else 'NO ':3} {check}", highlight=False)
    seeds = ", ".join(map(str, result.seeds))
    console.print(
        f"Verdict: {result.verdict} (seeds {seeds}; {result.seconds:.1f} s)", highlight=False
    )
