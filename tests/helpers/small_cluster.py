"""A Dask cluster on this machine: a scheduler and workers, processes that can be killed."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from distributed import Client

ROOT = Path(__file__).parents[2]
_SCHEDULER = "distributed.cli.dask_scheduler"
_WORKER = "distributed.cli.dask_worker"
_PATIENCE = 120


@dataclass
class SmallCluster:
    """A running cluster: the address of its scheduler, and its processes."""

    address: str
    scheduler: subprocess.Popen[str]
    workers: list[subprocess.Popen[str]]


@contextmanager
def small_cluster(workers: int = 2, folder: Path = ROOT) -> Iterator[SmallCluster]:
    """Start a scheduler and workers on 127.0.0.1, and end them in the end.

    A worker has one thread and no nanny, so that one which is killed stays away.
    """
    own = {"PYTHONPATH": os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])}
    processes: list[subprocess.Popen[str]] = []

    def start(module: str, *words: str) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [sys.executable, "-m", module, "--host", "127.0.0.1", "--no-dashboard", *words],
            env=os.environ | own,
            cwd=folder,
            stderr=subprocess.PIPE,
            text=True,
        )
        processes.append(process)
        return process

    try:
        scheduler = start(_SCHEDULER, "--port", "0")
        assert scheduler.stderr is not None
        lines = iter(scheduler.stderr.readline, "")
        address = next(line.split()[-1] for line in lines if "Scheduler at:" in line)
        started = [
            start(
                _WORKER, address, "--no-nanny", "--nthreads", "1", "--local-directory", str(folder)
            )
            for _ in range(workers)
        ]
        with Client(address, timeout=_PATIENCE, set_as_default=False) as client:
            client.wait_for_workers(workers, timeout=_PATIENCE)
        yield SmallCluster(address, scheduler, started)
    finally:
        for process in processes:
            process.kill()
            process.wait()
            if process.stderr is not None:
                process.stderr.close()
