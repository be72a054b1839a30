"""`dpcn-app reproduce natural`: what a network learns from natural scenes (§3.1)."""

from __future__ import annotations

import argparse
import csv
import io
from collections.abc import Callable
from pathlib import Path

from rich.table import Table

from dpcn_app.commands.arguments import (
    add_frame_arguments,
    as_asked,
    make_folder,
    whole_numbers,
)
from dpcn_app.commands.terminal import Results, print_json, progress_bar, training_words
from dpcn_app.errors import UserError
from dpcn_app.experiments.natural import NaturalResult, NaturalSeedResult, reproduce_natural
from dpcn_app.storage.atomic import replacing
from dpcn_app.storage.bundled import open_model
from dpcn_app.training.driver import looking_at
from dpcn_app.training.presets import preset
from dpcn_app.video.specs import open_source


def _three(motion: str, name: str) -> Callable[[NaturalSeedResult], str]:
    """Return a cell with a score of A, of the identity and of the best diagonal."""
    kind, _, name = name.rpartition(".")

    def cell(result: NaturalSeedResult) -> str:
        scored = getattr(result, motion)
        parts = [getattr(scored, f"{kind}{each}") for each in ("learnt", "identity", "diagonal")]
        return " / ".join(f"{getattr(part, name):.2f}" for part in parts)

    return cell


ROWS: dict[str, Callable[[NaturalSeedResult], str]] = {
    "training": lambda r: f"{r.seconds:.0f} s",
    "atoms oriented band-pass": lambda r: f"{r.filters.band_pass:.0%}",
    "atoms fitted by a Gabor function": lambda r: f"{r.filters.gabor:.0%}",
    "causes with a twin": lambda r: f"{r.causes.twins:.0%}",
    "causes active: least, most": lambda r: f"{r.use.least:.1%}, {r.use.most:.1%}",
    "atoms a cause": lambda r: f"{r.causes.atoms:.1f}",
    "orientation coherence (shuffled)": lambda r: (
        f"{r.causes.coherence:.2f} ({r.causes.shuffled_coherence:.2f})"
    ),
    "position spread, px (shuffled)": lambda r: (
        f"{r.causes.spread:.2f} ({r.causes.shuffled_spread:.2f})"
    ),
    "directed motion, R²: A / I / diagonal": _three("directed", "r2"),
    "directed motion, pixel error": _three("directed", "pixels"),
    "directed motion, ℓ1": _three("directed", "l1"),
    "directed motion, R² of states without λ and causes": _three("directed", "free_.r2"),
    "directed motion, successors: px moved": lambda r: f"{r.directed.moved:.1f}",
    "mixed motion, R²: A / I / diagonal": _three("mixed", "r2"),
    "mixed motion, pixel error": _three("mixed", "pixels"),
    "mixed motion, ℓ1": _three("mixed", "l1"),
    "mixed motion, R² of states without λ and causes": _three("mixed", "free_.r2"),
    "successors that are look-alikes: directed, mixed": lambda r: (
        f"{r.directed.alike:.0%}, {r.mixed.alike:.0%}"
    ),
    "energy, all on": lambda r: f"{r.energies.all_on:.1f}",
    "energy with A = I; u = 0": lambda r: f"{r.energies.identity:.1f}; {r.energies.no_causes:.1f}",
    "energy with the best diagonal; A = 0": lambda r: (
        f"{r.energies.diagonal:.1f}; {r.energies.no_prediction:.1f}"
    ),
    "area of fields, px: layer 1, layer 2": lambda r: (
        f"{r.second.extents[0]:.0f}, {r.second.extents[1]:.0f}"
    ),
    "bent or cornered fields: layer 1, layer 2": lambda r: (
        f"{r.second.bent[0]:.0%}, {r.second.bent[1]:.0%}"
    ),
    "likeness of fields and what drives them (by chance)": lambda r: ", ".join(
        f"{each.likeness:.2f} ({each.by_chance:.2f})" for each in r.driven
    ),
    "columns of C² that copy one cause": lambda r: f"{r.second.copies:.0%}",
    "layer 2: twins; least, most active": lambda r: (
        f"{r.second.twins:.0%}; {r.second.use.least:.1%}, {r.second.use.most:.1%}"
    ),
}
"""The table, a row a figure."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the command line."""
    parser.add_argument("--video", help="video to learn from (default: moving photographs)")
    parser.add_argument("--seeds", default="1", help="one network each (default 1)")
    parser.add_argument("--frames", type=int, help="length of the training video")
    add_frame_arguments(parser, "all of them")
    parser.add_argument("--model", help="examine_natural a trained network instead of training one")
    parser.add_argument("--out", type=Path, required=True, help="folder for figures and table")
    parser.add_argument("--json", action="store_true", help="print one JSON document")


def run(arguments: argparse.Namespace) -> int:
    """Carry the experiment out; 0 where its verdict is `pass`, 1 where it is `fail`."""
    seeds = whole_numbers(arguments.seeds, "Seeds")
    if min(seeds) < 0:
        raise UserError("A seed is a whole number of zero or more.")
    video = None if arguments.video is None else open_source(arguments.video)
    network = None if arguments.model is None else open_model(arguments.model).network
    natural = preset("natural")
    recipe = looking_at(natural, as_asked(natural.preprocessing, arguments))
    if video is None and recipe != natural:
        raise UserError(
            "Photographs are looked at as they are; give a region or scale with --video."
        )
    out: Path = arguments.out
    make_folder(out)
    with progress_bar() as report:
        result = reproduce_natural(
            seeds,
            arguments.frames,
            video,
            arguments.video or "moving photographs",
            network,
            lambda index, p: report(
                (index + p.share) / len(seeds), f"seed {seeds[index]}: {training_words(p)}"
            ),
            recipe,
        )
    _write_files(result, out)
    if arguments.json:
        print_json(result.as_dict())
    else:
        _print(result)
    return 0 if result.verdict == "pass" else 1


def _write_files(result: NaturalResult, folder: Path) -> None:
    from dpcn_app.experiments.natural_figures import draw_natural  # matplotlib is slow to import

    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(["figure", *(f"seed {each.seed}" for each in result.results)])
    for name, cell in ROWS.items():
        writer.writerow([name, *(cell(each) for each in result.results)])
    with replacing(folder / "table.csv") as file:
        file.write(text.getvalue().encode())
    draw_natural(result.results[0], folder)


def _print(result: NaturalResult) -> None:
    console = Results()
    table = Table(title=f"Natural scenes, {result.video}")
    table.add_column("held-out windows")
    for each in result.results:
        table.add_column(f"seed {each.seed}", justify="right")
    for name, cell in ROWS.items():
        table.add_row(name, *(cell(each) for each in result.results))
    console.print(table)
    checks = [each.checks() for each in result.results]
    for name in checks[0]:
        held = [check[name] for check in checks]
        word = "yes" if all(held) else "NO "
        share = "" if all(held) or len(held) == 1 else f" ({sum(held)} of {len(held)} seeds)"
        console.print(f"{word:3} {name}{share}", highlight=False)
    console.print(f"Verdict: {result.verdict} ({result.seconds:.1f} s)", highlight=False)
