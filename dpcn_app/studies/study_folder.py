"""The folder of a study: what each run has come to, its networks, and the tables made of them.

    study.toml                      the study
    runs/NAME.json                  the rows of one run, written when it is done
    models/NAME.npz                 its network, written before
    results.csv, results.parquet    all rows of all runs that are done, in the order of the study
    summary.csv                     means over the seeds, with 95 % intervals
    failures.csv                    runs that have failed twice, and why

A run is done when its rows are there: a study that was stopped, even killed, goes on from them.
"""

from __future__ import annotations

import csv
import io
import json
import os
import stat
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from itertools import product
from pathlib import Path

from dpcn_app.errors import UserError
from dpcn_app.experiments.outcomes import Failure
from dpcn_app.storage.atomic import check_writable, replacing
from dpcn_app.storage.file_lock import locked
from dpcn_app.studies.results_table import (
    PARQUET,
    WHOLE,
    Cell,
    ResultsTable,
    as_csv,
    table_of,
    write_parquet,
)
from dpcn_app.studies.study import Study, Task
from dpcn_app.studies.study_paths import RESULTS
from dpcn_app.studies.summary import SUMMARY, summary
from dpcn_app.studies.task_run import TaskResult, row_versions

STUDY = "study.toml"
FAILURES = "failures.csv"
_MOST_RECORD = 100_000_000  # bytes
_MOST_MEASURE = 1e300  # in size; one that is not finite is written as null
_MOST_COUNTED = 10**9


class StudyFolder:
    """A folder that a study's runs are kept in.

    Parameters
    ----------
    path
        Where it is; it is made where it is missing.
    study, text
        The study, and the text that it was read from.
    """

    def __init__(self, path: Path, study: Study, text: bytes) -> None:
        self.path, self.study = path, study
        self._runs, self._models = path / "runs", path / "models"
        self._rows: dict[Task, list[dict[str, Cell]]] = {}
        self._text = text
        self.damaged = 0  # files of runs that could not be read

    @contextmanager
    def in_use(self) -> Iterator[None]:
        """Make the folder ready, and keep it from another sweep meanwhile."""
        for folder in (self.path, self._runs, self._models):
            try:
                folder.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise UserError(f"The folder {folder} cannot be made: {error.strerror}.") from error
            check_writable(folder / STUDY)
        busy = f"Another sweep is writing {self.path}; wait for its end or give another --out."
        with locked(self.path / STUDY, busy):
            with replacing(self.path / STUDY) as file:
                file.write(self._text)
            yield

    # --- runs -------------------------------------------------------------------------------------

    def find_done(self, tasks: Iterable[Task]) -> None:
        """Find out which tasks are done; one whose file is damaged is not, and is counted."""
        self.damaged = 0
        for task in tasks:
            rows = self._kept(task)
            if rows is not None:
                self._rows[task] = rows
            elif os.path.lexists(self._record(task)):
                self.damaged += 1

    def done(self, task: Task) -> bool:
        """Return whether a task is done."""
        return task in self._rows

    def keep(self, task: Task, result: TaskResult) -> None:
        """Write what a task has come to: first its network, then its rows."""
        with replacing(self._model(task)) as file:
            file.write(result.model)
        record = {"rows": result.rows, "seconds": round(result.seconds, 3)}
        with replacing(self._record(task)) as file:
            file.write(json.dumps(record, indent=1, allow_nan=False).encode())
        self._rows[task] = result.rows

    @property
    def older(self) -> int:
        """How many of the runs were made with other versions than those in use."""
        own = row_versions().items()
        return sum(not own <= rows[0].items() for rows in self._rows.values())

    def _kept(self, task: Task) -> list[dict[str, Cell]] | None:
        path = self._record(task)
        try:
            about = path.stat()
            sound = stat.S_ISREG(about.st_mode) and about.st_size <= _MOST_RECORD
            if not sound or not os.path.isfile(self._model(task)):
                return None
            rows = json.loads(path.read_bytes())["rows"]
        except (OSError, ValueError, KeyError, TypeError, RecursionError):
            return None
        tests: list[tuple[float, str] | None] = [*product(task.noise, task.modes)] or [None]
        sound = (
            isinstance(rows, list)
            and len(rows) == len(tests)
            and all(_is_row(row, task, test) for row, test in zip(rows, tests, strict=True))
        )
        return rows if sound else None

    def _record(self, task: Task) -> Path:
        return self._runs / f"{task.name}.json"

    def _model(self, task: Task) -> Path:
        return self._models / f"{task.name}.npz"

    # --- tables -----------------------------------------------------------------------------------

    def table(self) -> ResultsTable:
        """Return the rows of all runs that are done, in the order of the study."""
        rows: list[dict[str, Cell]] = []
        for number, task in enumerate(self.study.tasks(), 1):
            model = f"{self._models.name}/{task.name}.npz"
            rows += ({"run": number, **row, "model": model} for row in self._rows.get(task, ()))
        return table_of(rows, self.path)

    def write_tables(self, failures: Mapping[Task, Failure]) -> bool:
        """Write all tables; return whether Parquet is among them."""
        table = self.table()
        for name, content in ((RESULTS, table), (SUMMARY, summary(table))):
            with replacing(self.path / name) as file:
                file.write(as_csv(content))
        self._write_failures(failures)
        return write_parquet(self.path / PARQUET, table)

    def _write_failures(self, failures: Mapping[Task, Failure]) -> None:
        path = self.path / FAILURES
        if not failures:
            path.unlink(missing_ok=True)
            return
        text = io.StringIO(newline="")
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(["preset", "seed", "values", "reason", "details"])
        for task, failure in failures.items():
            values = ", ".join(f"{name} = {value:g}" for name, value in task.values)
            writer.writerow([task.preset, task.seed, values, failure.reason, failure.details])
        with replacing(path) as file:
            file.write(text.getvalue().encode())


def _is_row(row: object, task: Task, test: tuple[float, str] | None) -> bool:
    """Return whether a row is one of a task, with the noise and the mode that belong there."""
    if not isinstance(row, dict):
        return False
    own: dict[str, object] = {"preset": task.preset, "seed": task.seed, "frames": task.frames}
    own |= dict(task.values)
    if test is not None:
        own |= {"noise": test[0], "mode": test[1]}
    versions = row_versions().keys()
    return (
        all(row.get(name) == value for name, value in own.items())
        and all(isinstance(row.get(name), str) for name in versions)
        and all(
            _is_measure(value, name in WHOLE)
            for name, value in row.items()
            if name not in own and name not in versions
        )
    )


def _is_measure(value: object, whole: bool) -> bool:
    """Return whether a cell holds what can be measured: nothing, or a number."""
    if value is None:
        return True
    if not isinstance(value, int | float) or isinstance(value, bool):
        return False
    if whole:  # not `in range`, which for 1.5 looks at every number
        return 0 <= value < _MOST_COUNTED and value == int(value)
    return abs(value) <= _MOST_MEASURE
