"""`dpcn-app sweep`: many runs over a grid, in processes or on a cluster, to one table."""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from dpcn_app.commands.arguments import add_worker_arguments, chosen_workers
from dpcn_app.commands.result_tables import Sheet
from dpcn_app.commands.results_page import ResultsPage, add_page_argument, command_line
from dpcn_app.commands.stop_signals import stopped_exit_code, stopping_on_signals
from dpcn_app.commands.terminal import Report, Results, print_json, progress_bar, say
from dpcn_app.errors import UserError
from dpcn_app.studies.results_table import ResultsTable
from dpcn_app.studies.study import Shown, Study
from dpcn_app.studies.study_file import bundled_studies, open_study
from dpcn_app.studies.study_folder import FAILURES, StudyFolder
from dpcn_app.studies.study_measures import TITLES
from dpcn_app.studies.study_run import StudyProgress, run_study
from dpcn_app.studies.study_words import axis_title, estimate_text, value_text
from dpcn_app.studies.summary import heat_map_of, summary
from dpcn_app.studies.task_run import run_task

_SHOWN_FAILURES = 5
_HOUR = 3600.0  # a run may take minutes


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the command line."""
    parser.add_argument(
        "study",
        help="the study: a TOML file, or one of those that come with the app "
        f"({', '.join(bundled_studies())})",
    )
    parser.add_argument("--out", required=True, type=Path, help="folder for results and networks")
    add_worker_arguments(parser)
    parser.add_argument("--limit", type=int, metavar="N", help="make the first N runs only")
    add_page_argument(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON document")


def run(arguments: argparse.Namespace) -> int:
    """Make what is left of a study; 2 where runs have failed, which loses none of the others."""
    begun = time.monotonic()
    study, text = open_study(arguments.study)
    if arguments.limit is not None and arguments.limit < 1:
        raise UserError(f"--limit is 1 or more, not {arguments.limit}.")
    workers = chosen_workers(arguments)
    page = None
    if arguments.page is not None:
        page = ResultsPage(arguments.page, [Path(arguments.study).stem])
    folder = StudyFolder(arguments.out, study, text)
    progress = StudyProgress()
    with stopping_on_signals(), folder.in_use():
        try:
            with progress_bar(_HOUR) as report:
                run_study(
                    folder,
                    workers,
                    run_task,
                    arguments.limit,
                    progress,
                    lambda now: _report(report, now),
                )
        except KeyboardInterrupt as error:
            say(
                f"Stopped; {progress.done} of {progress.tasks} runs are kept in {arguments.out}. "
                "Go on with the same line."
            )
            return stopped_exit_code(error)
        table = folder.table()
        if len(table):
            from dpcn_app.studies.study_figures import draw_study, shown_by  # matplotlib is slow

            draw_study(table, study.title, study.shown, folder.path)
            shown = shown_by(table, study.shown)
    if arguments.json:
        print_json(_document(study, folder, table, progress, time.monotonic() - begun))
    elif len(table):
        _print(table, study, shown, progress, folder.path)
    _tell(progress, folder)
    if page is not None and len(table):
        command = command_line(("sweep", arguments.study), arguments, ("limit",))
        page.write({Path(arguments.study).stem: _on_page(table, study, shown, progress, command)})
    return 2 if progress.failures else 0


def _report(report: Report, progress: StudyProgress) -> None:
    failed = f", {len(progress.failures)} failed" if progress.failures else ""
    words = f"{progress.done} of {progress.tasks} runs{failed}"
    left = progress.tasks - progress.before  # the time left is that of runs to be made
    report(progress.made / left if left else 1.0, words)


def _tell(progress: StudyProgress, folder: StudyFolder) -> None:
    """Say what did not go as it should, on stderr."""
    for number, (task, failure) in enumerate(progress.failures.items()):
        if number == _SHOWN_FAILURES:
            say(f"… and {len(progress.failures) - number} more.")
            break
        values = "".join(f", {name} = {value:g}" for name, value in task.values)
        say(f"A run failed: {task.preset}, seed {task.seed}{values}: {failure.reason}")
    if progress.failures:
        say(
            f"{len(progress.failures)} of {progress.tasks} runs failed, each tried twice unless it "
            f"was refused ({folder.path / FAILURES}); all others are kept. The same line tries "
            "them again."
        )
    if folder.damaged:
        count = folder.damaged
        files = "1 file was" if count == 1 else f"{count} files were"
        say(f"{files} damaged in {folder.path / 'runs'}; such runs are made anew.")
    if folder.older:
        say(
            f"{folder.older} of the runs were made with other versions, as their rows tell; remove "
            f"{folder.path / 'runs'} to make all of them anew."
        )
    if not progress.parquet:
        say("No Parquet was written: install pyarrow with pip install 'dpcn-app[parquet]'.")


def _document(
    study: Study, folder: StudyFolder, table: ResultsTable, progress: StudyProgress, seconds: float
) -> dict[str, object]:
    means = summary(table)
    return {
        "study": study.title,
        "folder": str(folder.path),
        "tasks": progress.tasks,
        "done": progress.done,
        "made": progress.made,
        "failures": [
            {
                "preset": task.preset,
                "seed": task.seed,
                **dict(task.values),
                "reason": failure.reason,
            }
            for task, failure in progress.failures.items()
        ],
        "rows": len(table),
        "summary": [dict(zip(means.columns, row, strict=True)) for row in means.rows],
        "seconds": round(seconds, 3),
    }


def study_sheets(table: ResultsTable, title: str, shown: Shown) -> list[Sheet]:
    """Return a table for each measure that is shown: means ± half the 95 % interval."""
    sheets = []
    for measure in shown.measures:
        found = heat_map_of(table, shown.across, shown.down, measure, dict(shown.at))
        rows = tuple(
            (value_text(name), *(estimate_text(cell.estimate) for cell in cells))
            for name, cells in zip(found.rows, found.cells, strict=True)
        )
        held = "".join(f"; {axis_title(name)} {value_text(value)}" for name, value in shown.at)
        over = f"{title}: {TITLES[measure]} over {axis_title(shown.across)}{held}"
        corner = axis_title(shown.down) if shown.down != shown.across else ""
        sheets.append(Sheet(over, (corner, *map(value_text, found.columns)), rows))
    return sheets


def _print(
    table: ResultsTable, study: Study, shown: Shown, progress: StudyProgress, folder: Path
) -> None:
    console = Results()
    for sheet in study_sheets(table, study.title, shown):
        console.print(sheet.for_terminal())
    console.print(f"Over {_seeds(table)}: mean ± half the 95 % interval.", highlight=False)
    console.print(
        f"{progress.done} of {progress.tasks} runs, {len(table)} rows in {folder}. See them in the "
        f"window with: dpcn-app {folder}",
        highlight=False,
        soft_wrap=True,
    )


def _seeds(table: ResultsTable) -> str:
    first, *others = map(value_text, table.axes["seed"])
    return f"{1 + len(others)} seeds, {first} to {others[-1]}" if others else f"seed {first}"


def _on_page(
    table: ResultsTable, study: Study, shown: Shown, progress: StudyProgress, command: str
) -> str:
    tables = "\n\n".join(sheet.as_markdown() for sheet in study_sheets(table, study.title, shown))
    whole = f" of {len(study):,}" if progress.tasks < len(study) else ""
    return (
        f"{tables}\n\nMeans ± half the 95 % interval over {_seeds(table)}; "
        f"{progress.done:,}{whole} networks, {len(progress.failures)} failed.\n\n"
        f"Written by `{command} --out DIR`."
    )
