"""`dpcn-app bench peers`: the race against the libraries that one would use instead."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from dpcn_app.benchmarks.peers.races import FULL, QUICK, RACES, PeersResult, Race, run_races
from dpcn_app.commands.arguments import make_folder
from dpcn_app.commands.bench_tables import load_in_words
from dpcn_app.commands.peer_tables import heat_sheet, machine_in_words, overview, race_sheets
from dpcn_app.commands.results_page import ResultsPage, add_page_argument, command_line
from dpcn_app.commands.terminal import Results, print_json, progress_bar, say
from dpcn_app.errors import UserError
from dpcn_app.storage.atomic import replacing


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes.

    What `dpcn-app bench` takes as well has no default here, which would undo what was given before
    the word `peers`.
    """
    parser.description = (
        "Race the engine against its peers on the same problems, in one thread, by turns, every "
        "solver tuned to a relative energy gap of 1e-4 and charged for its setup. Peers that are "
        "not installed are named. Takes about four minutes."
    )
    parser.add_argument(
        "--json",
        action="store_true",
        default=argparse.SUPPRESS,
        help="print one JSON document, in seconds",
    )
    parser.add_argument(
        "--race",
        default=",".join(RACES),
        help=f"which races, with commas between (default {','.join(RACES)})",
    )
    parser.add_argument(
        "--out",
        type=Path,
        help="folder for one JSON file a race and a picture of all races that lie there",
    )
    add_page_argument(parser, default=argparse.SUPPRESS)
    parser.add_argument(
        "--quick",
        action="store_true",
        default=argparse.SUPPRESS,
        help="a few seconds, to see that it works; rough numbers",
    )


def run(arguments: argparse.Namespace) -> int:
    """Race, print, and return the exit code."""
    names = tuple(dict.fromkeys(arguments.race.split(",")))
    for name in names:
        if name not in RACES:
            raise UserError(f"There is no race called {name!r}; choose from {', '.join(RACES)}.")
    out: Path | None = arguments.out
    if out is not None:
        make_folder(out)
    page = None if arguments.page is None else ResultsPage(arguments.page, names)
    load = load_in_words()
    with progress_bar() as report:
        result = run_races(names, QUICK if arguments.quick else FULL, report)
    if out is not None:
        _write(result, out)
    if result.missing:
        say(f"Not installed, and so not in the race: {', '.join(result.missing)}.")
    if arguments.json:
        print_json(result.as_dict())
    else:
        _print(result)
    if page is not None:
        command = command_line(("bench", "peers"), arguments, ("race", "quick"))
        origin = f"Written by `{command}`. {machine_in_words(result)}{load}"
        page.write({race.name: f"{_on_page(race)}\n\n{origin}" for race in result.races})
    return 0


def _write(result: PeersResult, folder: Path) -> None:
    """Write one file a race, and draw all races whose files lie in the folder."""
    from dpcn_app.benchmarks.peers.figure import draw_races  # matplotlib is slow to import

    document = result.as_dict()
    races = document.pop("races")
    for race in races:
        with replacing(folder / f"{race['name']}.json") as file:
            file.write(json.dumps(document | race, indent=2, allow_nan=False).encode())
    draw_races(folder)


def _print(result: PeersResult) -> None:
    console = Results()
    console.print(machine_in_words(result), highlight=False)
    for race in result.races:
        for sheet in (*map(heat_sheet, race.heats), *race_sheets(race)):
            console.print()
            console.print(sheet.for_terminal())


def _on_page(race: Race) -> str:
    """Return the tables of a race: all heats in one, the rest, and every heat in full to unfold."""
    parts = [overview(race).as_markdown()] if race.heats else []
    parts += [sheet.as_markdown() for sheet in race_sheets(race)]
    if race.heats:
        parts += ["<details>\n<summary>Every heat in full</summary>"]
        parts += [heat_sheet(heat).as_markdown() for heat in race.heats]
        parts += ["</details>"]
    return "\n\n".join(parts)
