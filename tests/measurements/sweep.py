"""A sweep on a cluster that loses a worker, and what a sweep costs beside a plain pool.

    python -m tests.measurements.sweep [--tasks 200] [--rounds 3] [--part cluster,overhead]

`cluster`: small tasks in local processes and on a Dask cluster of a scheduler and two workers on
127.0.0.1, of which one is killed half-way; every file has to be there, with the same bytes.
`overhead`: the same tasks in a plain pool of two processes, which keeps nothing, and in a sweep of
two processes, in turns: on a machine on which others work too, only ratios within a round mean
something. Prints one JSON document.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from itertools import islice
from pathlib import Path
from statistics import median

from joblib.externals.loky import get_reusable_executor

from dpcn_app.engine.threads import BLAS_THREADS
from dpcn_app.experiments.workers import Workers
from dpcn_app.studies.study import Study
from dpcn_app.studies.study_file import parse_study
from dpcn_app.studies.study_folder import StudyFolder
from dpcn_app.studies.study_run import StudyProgress, run_study
from dpcn_app.studies.task_run import run_task
from tests.helpers.small_cluster import small_cluster

TEXT = b"""
presets = ["shapes-easy"]
seeds = "1-250"
frames = 120
noise = [1.5]
modes = ["off", "both"]
[layer1]
epochs = 1
sparsity = [0.5, 0.6, 0.7, 0.8]
[layer2]
epochs = 1
restarts = 1
"""
"""A thousand networks, each of about half a second on one core."""

AT_ONCE = 2


def study() -> Study:
    """Return the study that is carried out."""
    return parse_study(TEXT, Path("small.toml"))


def carry_out(
    path: Path, workers: Workers, tasks: int, half_way=lambda: None
) -> tuple[StudyProgress, float]:
    """Carry the study out; return how it ended, and the seconds that it took."""
    folder = StudyFolder(path, study(), TEXT)

    def watch(progress: StudyProgress) -> None:
        if progress.made == tasks // 2:
            half_way()

    begun = time.monotonic()
    with folder.in_use():
        progress = run_study(folder, workers, run_task, tasks, on_progress=watch)
    return progress, time.monotonic() - begun


def in_plain_pool(tasks: int) -> float:
    """Return the seconds that a plain pool takes for the tasks."""
    begun = time.monotonic()
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(AT_ONCE, context) as pool:
        for _ in pool.map(run_task, islice(study().tasks(), tasks)):
            pass
    return time.monotonic() - begun


def everything(folder: Path) -> dict[str, bytes]:
    """Return all files but the records, which tell the seconds that each run took."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and path.suffix != ".json"
    }


def on_cluster(tasks: int, folder: Path) -> dict[str, object]:
    """Compare a cluster that loses a worker half-way with local processes."""
    _, local = carry_out(folder / "local", Workers(AT_ONCE), tasks)
    with small_cluster(2, folder) as cluster:
        progress, seconds = carry_out(
            folder / "cluster",
            Workers(scheduler=cluster.address),
            tasks,
            lambda: cluster.workers[0].kill(),
        )
        killed = cluster.workers[0].wait(10)
    ours, theirs = everything(folder / "local"), everything(folder / "cluster")
    return {
        "tasks": tasks,
        "done": progress.done,
        "failed": len(progress.failures),
        "exit code of the killed worker": killed,
        "files": len(theirs),
        "same bytes": ours == theirs,
        "seconds local": round(local, 1),
        "seconds on the cluster": round(seconds, 1),
    }


def overhead(tasks: int, rounds: int, folder: Path) -> dict[str, object]:
    """Compare a sweep with a plain pool."""
    plain, swept = [], []
    in_plain_pool(AT_ONCE)  # compiles what has to be
    for number in range(rounds):
        plain.append(in_plain_pool(tasks))
        swept.append(carry_out(folder / f"round {number}", Workers(AT_ONCE), tasks)[1])
        get_reusable_executor().shutdown()  # the next round starts its processes too
    ratios = [s / p - 1 for s, p in zip(swept, plain, strict=True)]
    return {
        "tasks": tasks,
        "seconds in a plain pool": [round(each, 1) for each in plain],
        "seconds of the sweep": [round(each, 1) for each in swept],
        "overhead": [round(each, 3) for each in ratios],
        "median overhead": round(median(ratios), 3),
        "overhead of all rounds": round(sum(swept) / sum(plain) - 1, 3),
        "load": os.getloadavg(),
    }


def main() -> None:
    """Measure, and print what was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tasks", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--part", default="cluster,overhead")
    arguments = parser.parse_args()
    os.environ |= BLAS_THREADS
    found: dict[str, object] = {}
    with tempfile.TemporaryDirectory() as folder:
        if "cluster" in arguments.part:
            found["cluster"] = on_cluster(arguments.tasks, Path(folder))
        if "overhead" in arguments.part:
            found["overhead"] = overhead(arguments.tasks, arguments.rounds, Path(folder))
    print(json.dumps(found, indent=2))


if __name__ == "__main__":
    main()
