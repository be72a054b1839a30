"""Pages of results: Markdown whose tables stand between marks and are written by the commands.

A table named `easy` stands between two lines of the page:

    <!-- table: easy -->
    <!-- end of table -->

All else on the page is prose, which is left as it is.
"""

from __future__ import annotations

import argparse
import re
import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path

from dpcn_app.errors import UserError
from dpcn_app.storage.atomic import check_writable, replacing

END = "<!-- end of table -->"


def beginning(name: str) -> str:
    """Return the mark before the table of that name."""
    return f"<!-- table: {name} -->"


class ResultsPage:
    """A page that has a place for some tables; refused at once where it has none.

    Parameters
    ----------
    path
        The page.
    names
        The tables that will be written.
    """

    def __init__(self, path: Path, names: Sequence[str]) -> None:
        self._path = path
        text, _ = self._read()
        for name in names:
            self._place(text, name)
        check_writable(path)

    def write(self, tables: Mapping[str, str]) -> None:
        """Put Markdown between the marks, table by table; the page is written whole or not at all.

        The page is read anew: its prose may have been changed while the tables were measured.
        """
        text, newline = self._read()
        for name, table in tables.items():
            place = self._place(text, name)
            before, after = text[: place.start("table")], text[place.end("table") :]
            text = f"{before}\n{table.strip()}\n\n{after}"
        with replacing(self._path) as file:
            file.write(text.replace("\n", newline).encode())

    def _read(self) -> tuple[str, str]:
        """Return the text with plain ends of lines, and the ends that the page has."""
        try:
            text = self._path.read_bytes().decode()
        except FileNotFoundError:
            raise UserError(
                f"There is no page {self._path}; give a Markdown file that exists, such as one of "
                "resources/results."
            ) from None
        except IsADirectoryError:
            raise UserError(f"{self._path} is a folder; give a page that lies in it.") from None
        except UnicodeDecodeError:
            raise UserError(f"{self._path} is no text; give a Markdown file.") from None
        except (OSError, ValueError) as error:
            raise UserError(
                f"The page {self._path} cannot be read ({error}); give another one."
            ) from error
        newline = "\r\n" if "\r\n" in text else "\n"
        return text.replace("\r\n", "\n"), newline

    def _place(self, text: str, name: str) -> re.Match[str]:
        """Find the marks of a table, with what stands between them as the group `table`."""
        begins, ends = (f"^{re.escape(mark)}[ \t]*$" for mark in (beginning(name), END))
        between = "(?P<table>(?:(?!<!-- table: ).)*?)"  # no other table begins between the marks
        pattern = rf"{begins}\n{between}{ends}"
        places = list(re.finditer(pattern, text, re.MULTILINE | re.DOTALL))
        if len(places) == 1:
            return places[0]
        if places:
            raise UserError(
                f"{self._path} has {len(places)} places for the table {name!r}; leave one of them."
            )
        raise UserError(
            f"{self._path} has no place for the table {name!r}; write the lines "
            f"{beginning(name)} and {END} where it belongs."
        )


def add_page_argument(parser: argparse.ArgumentParser, default: str | None = None) -> None:
    """Describe the option `--page`."""
    parser.add_argument(
        "--page",
        type=Path,
        metavar="FILE",
        default=default,
        help="Markdown page to write the tables into, between its marks",
    )


def command_line(
    words: Sequence[str], arguments: argparse.Namespace, options: Sequence[str]
) -> str:
    """Return the command that gives these results again, with the options that decide them.

    Parameters
    ----------
    words
        Of the command, such as `reproduce` and `shapes`.
    arguments
        What it was called with.
    options
        Names of the options that matter; those that were not given and have no default are left
        out.
    """
    line = ["dpcn-app", *words]
    for name in options:
        value = getattr(arguments, name)
        if value is None or value is False:
            continue
        line += [f"--{name}"] if value is True else [f"--{name}", str(value)]
    return shlex.join(line)
