"""`dpcn-app reproduce shapes`: the role of top-down information (§3.2)."""

from __future__ import annotations

import argparse
import csv
import io
from pathlib import Path

from rich.table import Table

from dpcn_app.commands.arguments import make_folder, whole_numbers
from dpcn_app.commands.terminal import Results, print_json, progress_bar, training_words
from dpcn_app.experiments.shapes import CONDITIONS, ShapesResult, reproduce_shapes
from dpcn_app.storage.atomic import replacing

MEASURES = ("kmeans", "centroid", "silhouette")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the command line."""
    parser.add_argument("--set", default="easy", help="easy or hard (default easy)")
    parser.add_argument(
        "--noise", type=float, default=1.5, help="mean number of noise objects (default 1.5)"
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
    out: Path | None = arguments.out
    if out is not None:
        make_folder(out)
    with progress_bar() as report:
        result = reproduce_shapes(
            arguments.set,
            arguments.noise,
            seeds,
            arguments.frames,
            lambda index, p: report(
                (index + p.share) / len(seeds), f"seed {seeds[index]}: {training_words(p)}"
            ),
        )
    if out is not None:
        _write_files(result, out)
    if arguments.json:
        print_json(result.as_dict())
    else:
        _print(result)
    return 0 if result.verdict == "pass" else 1


def _write_files(result: ShapesResult, folder: Path) -> None:
    from dpcn_app.experiments.shapes_figures import draw_shapes  # matplotlib is slow to import

    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(["condition", "seed", *MEASURES])
    for condition in CONDITIONS:
        for each in result.results:
            scores = each.scores[condition]
            values = [f"{getattr(scores, name):.4f}" for name in MEASURES]
            writer.writerow([condition, each.seed, *values])
    with replacing(folder / "table.csv") as file:
        file.write(text.getvalue().encode())
    draw_shapes(result, folder)


def _print(result: ShapesResult) -> None:
    console = Results()
    seeds = ", ".join(map(str, result.seeds))
    table = Table(title=f"Bouncing shapes, {result.shape_set} set, noise {result.noise:g}")
    table.add_column("condition")
    for name in ("k-means", "nearest centroid", "silhouette"):
        table.add_column(f"{name}\nmean (least)", justify="right")
    for condition in CONDITIONS:
        cells = []
        for name in MEASURES:
            values = result.measure(condition, name)
            cells.append(f"{sum(values) / len(values):.3f} ({min(values):.3f})")
        table.add_row(condition.replace("_", " "), *cells)
    console.print(table)
    for check, held in result.checks.items():
        console.print(f"{'yes' if held else 'NO ':3} {check}", highlight=False)
    console.print(
        f"Verdict: {result.verdict} (seeds {seeds}; {result.seconds:.1f} s)", highlight=False
    )
