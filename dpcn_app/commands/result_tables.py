"""A table of results, which a terminal shows and a Markdown page holds, with the same cells."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass

from rich.box import SIMPLE_HEAD
from rich.markup import escape
from rich.table import Table

from dpcn_app.analysis.estimates import estimate

_SHORT_HEAD = 12  # characters: heads up to here stay on one line


@dataclass(frozen=True)
class Sheet:
    """A table whose cells are written already.

    Parameters
    ----------
    title
        What it shows.
    columns
        Their heads; the first is that of the rows' names.
    rows
        The cells, the name of the row first.
    note
        What the reader should know to read it; may be empty.
    wide
        Columns, from 0, whose cells a terminal may break over several lines.
    """

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""
    wide: tuple[int, ...] = (0,)

    def for_terminal(self) -> Table:
        """Return the table as rich prints it; heads are broken to fit their columns."""
        table = Table(
            title=escape(self.title),
            title_justify="left",
            caption=escape(self.note) or None,
            caption_justify="left",
            box=SIMPLE_HEAD,
            padding=(0, 0),
            pad_edge=False,
        )
        for number, column in enumerate(self.columns):
            width = max([_SHORT_HEAD, *(len(row[number]) for row in self.rows)])
            table.add_column(
                textwrap.fill(column, width),
                justify="right" if number else "left",
                no_wrap=number not in self.wide,
            )
        for row in self.rows:
            table.add_row(*row)
        return table

    def as_markdown(self) -> str:
        """Return the table with its title above and its note below, as a page holds them."""
        rule = ["---"] + ["---:"] * (len(self.columns) - 1)
        lines = [_line(self.columns), _line(rule), *(_line(row) for row in self.rows)]
        parts = [f"**{self.title}**", "\n".join(lines), self.note]
        return "\n\n".join(part for part in parts if part)


def _line(cells: Sequence[str]) -> str:
    """Return one line of a Markdown table."""
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def short(value: float, digits: int = 2) -> str:
    """Return a number without the zero before its point: .92, -.31 or 1.04."""
    rounded = round(value, digits) + 0.0  # what rounds to zero has no sign
    return re.sub(r"\b0\.", ".", f"{rounded:.{digits}f}")


def mean_and_worst(
    values: Sequence[float], digits: int = 2, *, less_is_better: bool = False
) -> str:
    """Return the mean over the seeds and the worst of them, like .92 (.87)."""
    worst = max(values) if less_is_better else min(values)
    return f"{short(sum(values) / len(values), digits)} ({short(worst, digits)})"


def mean_and_interval(values: Sequence[float], digits: int = 2) -> str:
    """Return the mean over the seeds and half its 95 % interval, like .92 ±.03."""
    found = estimate(values)
    half = "" if found.half is None else f" ±{short(found.half, digits)}"
    return short(found.mean, digits) + half
