"""What the experiments share: options, folder, progress, and telling table, checks and verdict.

A new experiment is a module `reproduce_NAME` with an `EXPERIMENT`, an instance of a class that says
what `Experiment` asks for.
"""

from __future__ import annotations

import argparse
import csv
import io
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import ClassVar, Generic, Protocol, TypeVar

from dpcn_app.commands.arguments import add_worker_arguments, make_folder
from dpcn_app.commands.result_tables import Sheet
from dpcn_app.commands.results_page import ResultsPage, add_page_argument, command_line
from dpcn_app.commands.terminal import Report, Results, print_json, progress_bar, training_words
from dpcn_app.engine.trainer import Progress
from dpcn_app.experiments.seed_results import OnSeed
from dpcn_app.storage.atomic import replacing


class ExperimentResult(Protocol):
    """What every experiment ends with."""

    @property
    def verdict(self) -> str:
        """`pass` or `fail`."""

    @property
    def seconds(self) -> float:
        """Time taken."""

    def as_dict(self) -> dict[str, object]:
        """Return the result as JSON can hold it."""


Result = TypeVar("Result", bound=ExperimentResult)


class Experiment(ABC, Generic[Result]):
    """One experiment of `dpcn-app reproduce`: how it is carried out, and how it is told.

    Attributes
    ----------
    name
        As given on the command line.
    deciding
        Names of the options that decide the result; a page repeats them.
    needs_folder
        Whether `--out` has to be given.
    """

    name: ClassVar[str]
    deciding: ClassVar[tuple[str, ...]]
    needs_folder: ClassVar[bool] = False

    # --- what each experiment says ----------------------------------------------------------------

    @abstractmethod
    def add_options(self, parser: argparse.ArgumentParser) -> None:
        """Describe the experiment's own options."""

    @abstractmethod
    def prepare(self, arguments: argparse.Namespace) -> Callable[[Report], Result]:
        """Refuse bad input, and return the long work, which tells a function how far it is."""

    @abstractmethod
    def table_name(self, arguments: argparse.Namespace) -> str:
        """Return the name of the table's marks in a page."""

    @abstractmethod
    def rows(self, result: Result) -> Iterable[Sequence[object]]:
        """Return the rows of `table.csv`, the heads first."""

    @abstractmethod
    def draw(self, result: Result, folder: Path) -> object:
        """Write the figures."""

    @abstractmethod
    def sheets(self, result: Result) -> Sequence[Sheet]:
        """Return the tables that a terminal shows."""

    @abstractmethod
    def seeds(self, result: Result) -> str:
        """Say which seeds were used."""

    @abstractmethod
    def checks(self, result: Result) -> Mapping[str, bool]:
        """Return what had to hold, in words, and whether it did."""

    def words(self, result: Result) -> Sequence[str]:
        """Return sentences that stand below the tables."""
        return ()

    def page_tables(self, result: Result) -> str:
        """Return the tables of a page in Markdown: those of the terminal, if not told otherwise."""
        return "\n\n".join(sheet.as_markdown() for sheet in self.sheets(result))

    # --- what all of them do ----------------------------------------------------------------------

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Describe the command line."""
        self.add_options(parser)
        parser.add_argument(
            "--out", type=Path, required=self.needs_folder, help="folder for figures and table"
        )
        add_page_argument(parser)
        add_worker_arguments(parser)
        parser.add_argument("--json", action="store_true", help="print one JSON document")

    def run(self, arguments: argparse.Namespace) -> int:
        """Carry the experiment out; 0 where its verdict is `pass`, 1 where it is `fail`."""
        work = self.prepare(arguments)
        out: Path | None = arguments.out
        if out is not None:
            make_folder(out)
        page, table = None, self.table_name(arguments)
        if arguments.page is not None:
            page = ResultsPage(arguments.page, [table])
        with progress_bar() as report:
            result = work(report)
        if out is not None:
            self._write_files(result, out)
        if arguments.json:
            print_json(result.as_dict())
        else:
            self._print(result)
        if page is not None:
            command = command_line(("reproduce", self.name), arguments, self.deciding)
            page.write({table: self._on_page(result, command)})
        return 0 if result.verdict == "pass" else 1

    def _write_files(self, result: Result, folder: Path) -> None:
        text = io.StringIO(newline="")
        csv.writer(text).writerows(self.rows(result))
        with replacing(folder / "table.csv") as file:
            file.write(text.getvalue().encode())
        self.draw(result, folder)

    def _print(self, result: Result) -> None:
        console = Results()
        for sheet in self.sheets(result):
            console.print(sheet.for_terminal())
        for sentence in self.words(result):
            console.print(sentence, highlight=False)
        for check, held in self.checks(result).items():
            console.print(f"{'yes' if held else 'NO ':3} {check}", highlight=False)
        console.print(
            f"Verdict: {result.verdict} ({self.seeds(result)}; {result.seconds:.1f} s)",
            highlight=False,
        )

    def _on_page(self, result: Result, command: str) -> str:
        """Return all that stands between the marks: tables, words, verdict, checks and command."""
        lines = [f"- {sentence}" for sentence in self.words(result)]
        checks = [
            f"- {'yes' if held else '**NO**'}: {check}"
            for check, held in self.checks(result).items()
        ]
        parts = (
            self.page_tables(result),
            "\n".join(lines),
            f"Verdict: **{result.verdict}** ({self.seeds(result)}; {result.seconds:.0f} s).",
            "\n".join(checks),
            f"Written by `{command}`.",
        )
        return "\n\n".join(part for part in parts if part)


def seeds_in_words(seeds: Sequence[int]) -> str:
    """Return "seed 1" or "seeds 2, 3, 4"."""
    return f"{'seed' if len(seeds) == 1 else 'seeds'} {', '.join(map(str, seeds))}"


def seed_by_seed(report: Report, seeds: Sequence[int]) -> OnSeed:
    """Return what an experiment calls with the index of the seed and each step of its training."""
    done: set[int] = set()

    def on_progress(index: int, progress: Progress | None) -> None:
        if progress is None:
            done.add(index)
            report(len(done) / len(seeds), f"{len(done)} of {len(seeds)} seeds done")
            return
        share = (index + progress.share) / len(seeds)
        report(share, f"seed {seeds[index]}: {training_words(progress)}")

    return on_progress
