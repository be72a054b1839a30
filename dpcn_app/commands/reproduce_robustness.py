"""`dpcn-app reproduce robustness`: every mode and control against noise."""

from __future__ import annotations

import argparse
import csv
import io
import re
from dataclasses import fields
from pathlib import Path

from rich.box import SIMPLE_HEAD
from rich.table import Table

from dpcn_app.analysis.fading import Fading
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
        "--frames", type=int, help="length of the training video (default: the preset's)"
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
        for table in tables(result, noise):
            console.print(table)
    for sentence in result.words:
        console.print(sentence, highlight=False)
    for check, held in result.checks.items():
        console.print(f"{'yes' if held else 'NO ':3} {check}", highlight=False)
    seeds = ", ".join(map(str, result.seeds))
    console.print(
        f"Verdict: {result.verdict} (seeds {seeds}; {result.seconds:.1f} s)", highlight=False
    )


def tables(result: RobustnessResult, noise: float) -> tuple[Table, Table]:
    """Return what was measured of the top causes and of layer 1, each narrow enough for 80 columns.

    Numbers are written like .92 (.87): the mean over the seeds, and the least.
    """
    of_layer_1 = {field.name for field in fields(Fading)}
    top = [name for name in MEASURES if name not in of_layer_1]
    below = [name for name in MEASURES if name in of_layer_1]
    averaged = f"average: a moving average at its best weight, {result.average_weights[noise]:g}"
    return (
        _table(result, noise, "top causes", top, averaged),
        _table(result, noise, "layer 1", below, "leak and IoU noise: less is better"),
    )


def _table(
    result: RobustnessResult, noise: float, what: str, names: list[str], caption: str
) -> Table:
    title = f"{what.capitalize()}, {result.shape_set} set, noise {noise:g}: mean (least)"
    table = Table(title=title, caption=caption, box=SIMPLE_HEAD, padding=(0, 0), pad_edge=False)
    table.add_column("mode", no_wrap=True)
    for name in names:
        table.add_column(MEASURES[name].replace(", ", ",\n"), justify="right", no_wrap=True)
    for mode in MODES:
        measures = result.conditions[mode][noise]
        table.add_row(mode, *(_written(measures[name]) for name in names))
    return table


def _written(values: list[float]) -> str:
    mean, least = (f"{each:.2f}" for each in (sum(values) / len(values), min(values)))
    return re.sub(r"\b0\.", ".", f"{mean} ({least})")
