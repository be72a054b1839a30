"""`dpcn-app reproduce natural`: what a network learns from natural scenes (§3.1)."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from dpcn_app.commands.arguments import add_frame_arguments, as_asked, chosen_workers, whole_numbers
from dpcn_app.commands.experiment_report import Experiment, seed_by_seed, seeds_in_words
from dpcn_app.commands.result_tables import Sheet
from dpcn_app.commands.terminal import Report
from dpcn_app.errors import UserError
from dpcn_app.experiments.natural import NaturalResult, NaturalSeedResult, reproduce_natural
from dpcn_app.storage.bundled import open_model
from dpcn_app.training.driver import looking_at
from dpcn_app.training.presets import preset
from dpcn_app.video.source_spec import open_source


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

ASKED: dict[str, tuple[str, tuple[str, ...]]] = {
    "atoms oriented band-pass": (
        "≥ 60 %",
        ("at least 60 % of the atoms are oriented band-pass",),
    ),
    "atoms fitted by a Gabor function": (
        "≥ 60 %",
        ("a Gabor function fits at least 60 % of them",),
    ),
    "causes with a twin": ("< 5 %", ("fewer than 5 % of the causes have a twin",)),
    "causes active: least, most": (
        "> 0, ≤ 30 %",
        ("no cause is dead", "no cause is active more than 30 % of the time"),
    ),
    "orientation coherence (shuffled)": (
        "> 1.25 × shuffled",
        ("the atoms of a cause agree in orientation",),
    ),
    "position spread, px (shuffled)": (
        "< .9 × shuffled",
        ("the atoms of a cause lie together",),
    ),
    "directed motion, R²: A / I / diagonal": (
        "≥ .5, the highest",
        (
            "directed motion is predicted with R² of at least .5",
            "directed motion is predicted better than by identity or diagonal",
        ),
    ),
    "mixed motion, R²: A / I / diagonal": (
        "the highest",
        ("mixed motion is predicted better than by identity or diagonal",),
    ),
    "energy with A = I; u = 0": (
        "above all on",
        ("energy is lower than with A = I", "energy is lower than without causes"),
    ),
    "area of fields, px: layer 1, layer 2": (
        "layer 2 larger",
        ("fields of layer 2 are larger",),
    ),
    "columns of C² that copy one cause": (
        "< 30 %",
        ("fewer than 30 % of C²'s columns copy one cause",),
    ),
}
"""What a figure has to be, in short, and the checks that say so; other figures are told only."""

PHOTOGRAPHS = "photographs"


class NaturalExperiment(Experiment[NaturalResult]):
    """Networks that learn from photographs in motion, or from a video."""

    name = "natural"
    deciding = ("video", "seeds", "frames", "region", "scale", "model")
    needs_folder = True

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--video", help="video to learn from (default: moving photographs)")
        parser.add_argument("--seeds", default="1", help="one network each (default 1)")
        parser.add_argument("--frames", type=int, help="length of the training video")
        add_frame_arguments(parser, "all of them")
        parser.add_argument("--model", help="examine a trained network instead of training one")

    def prepare(self, arguments: argparse.Namespace) -> Callable[[Report], NaturalResult]:
        seeds = whole_numbers(arguments.seeds, "Seeds")
        if min(seeds) < 0:
            raise UserError("A seed is a whole number of zero or more.")
        if arguments.video is not None:
            open_source(arguments.video).close()  # refuses one that cannot be read
        network = None if arguments.model is None else open_model(arguments.model).network
        natural = preset("natural")
        recipe = looking_at(natural, as_asked(natural.preprocessing, arguments))
        if arguments.video is None and recipe != natural:
            raise UserError(
                "Photographs are looked at as they are; give a region or scale with --video."
            )
        return lambda report: reproduce_natural(
            seeds,
            arguments.frames,
            arguments.video,
            network,
            seed_by_seed(report, seeds),
            recipe,
            chosen_workers(arguments),
        )

    def table_name(self, arguments: argparse.Namespace) -> str:
        """Return the name of the video, without its folder and kind."""
        return PHOTOGRAPHS if arguments.video is None else Path(arguments.video).stem

    def rows(self, result: NaturalResult) -> Iterator[Sequence[object]]:
        yield ["figure", *(f"seed {each.seed}" for each in result.results)]
        for name, cell in ROWS.items():
            yield [name, *(cell(each) for each in result.results)]

    def draw(self, result: NaturalResult, folder: Path) -> None:
        from dpcn_app.experiments.natural_figures import draw_natural  # matplotlib is slow

        draw_natural(result.results[0], folder)

    def sheets(self, result: NaturalResult) -> Sequence[Sheet]:
        heads, *rows = (tuple(map(str, row)) for row in self.rows(result))
        title = f"Natural scenes, {result.video}"
        return [Sheet(title, ("held-out windows", *heads[1:]), tuple(rows))]

    def page_tables(self, result: NaturalResult) -> str:
        """Return the table with what was asked, and a mark where a figure is short of it."""
        rows = []
        for name, cell in ROWS.items():
            asked, checks = ASKED.get(name, ("", ()))
            cells = (
                cell(each) + ("" if all(each.checks()[check] for check in checks) else " ✗")
                for each in result.results
            )
            rows.append((name, asked, *cells))
        heads = ("", "asked", *(f"seed {each.seed}" for each in result.results))
        title = f"What was learnt from {Path(result.video).name}"
        return Sheet(title, heads, tuple(rows), "✗: short of what was asked.").as_markdown()

    def seeds(self, result: NaturalResult) -> str:
        return seeds_in_words([each.seed for each in result.results])

    def checks(self, result: NaturalResult) -> Mapping[str, bool]:
        """Return what held for all seeds; where it did for some of them, with their number."""
        found = [each.checks() for each in result.results]
        told = {}
        for name in found[0]:
            held = [check[name] for check in found]
            some = "" if all(held) or len(held) == 1 else f" ({sum(held)} of {len(held)} seeds)"
            told[name + some] = all(held)
        return told


EXPERIMENT = NaturalExperiment()
