"""Work in separate processes."""

import subprocess
import sys
import threading
from pathlib import Path

import pytest

ENDLESS = """
import time
from dpcn_app.experiments.processes import each_in_processes

if __name__ == "__main__":
    list(each_in_processes(time.sleep, [600.0, 600.0], 2))
"""


def children(parent: int) -> list[int]:
    """Return the living processes that a process has started."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, its_parent = stat.read_text().rpartition(")")[2].split()[:2]
        except OSError:  # it has ended meanwhile
            continue
        if int(its_parent) == parent and state != "Z":
            found.append(int(stat.parent.name))
    return found


def until(condition, seconds: float = 60.0) -> None:
    pause = threading.Event()
    for _ in range(int(seconds / 0.05)):
        if condition():
            return
        pause.wait(0.05)
    raise AssertionError("not in time")


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")
def test_workers_end_with_the_process_that_started_them_even_if_it_is_killed(tmp_path):
    script = tmp_path / "endless.py"
    script.write_text(ENDLESS)
    process = subprocess.Popen([sys.executable, str(script)])
    workers: list[int] = []
    try:

        def working() -> bool:
            workers[:] = [
                each
                for each in children(process.pid)
                if b"spawn_main" in Path(f"/proc/{each}/cmdline").read_bytes()
            ]
            return len(workers) == 2

        until(working)
        # A worker watches its parent only after it has imported its work.
        until(lambda: all(len(list(Path(f"/proc/{w}/task").iterdir())) > 1 for w in workers))
    finally:
        process.kill()
        process.wait()
    assert workers
    until(lambda: not any(Path(f"/proc/{worker}").exists() for worker in workers))
