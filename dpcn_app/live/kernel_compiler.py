"""Compiling the kernels in processes of their own, so that the window answers meanwhile.

Numba compiles for seconds and lets no other thread of its process run for long. What it compiles is
kept on disk, from where another process loads it in a moment. Two processes compile side by side,
each some of the kernels. Each tells on its standard output what it has prepared, a line each, and
ends when its standard input is closed: by then the window is gone, however it has ended.
"""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import threading
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue

import dpcn_app
from dpcn_app.engine.kernel_cache import kernel_folder, mark_all_prepared
from dpcn_app.engine.preparation import PREPARATIONS
from dpcn_app.engine.threads import cores

_POLITENESS = 2
"""Steps by which a process is nicer than the window, which must not wait for it."""
_APART = ("expectations", "estimation", "algorithm")
"""Preparations that need no kernel of the others: they are compiled beside them."""

# The first argument is where this package lies; not -m, which would look in the current folder.
_COMMAND = (
    "import sys; sys.path.append(sys.argv[1]); "
    "from dpcn_app.live.kernel_compiler import compile_some; compile_some(sys.argv[2:])"
)


class KernelCompiler:
    """Processes that compile all kernels: two, or one where there is only one core."""

    def __init__(self) -> None:
        kernel_folder()  # chosen once, for all processes
        names = [each.name for each in PREPARATIONS]
        first = [name for name in names if name not in _APART or cores() == 1]
        self._left = set(names)
        self._processes = [_start(first)]
        if rest := [name for name in names if name not in first]:
            self._processes.append(_start(rest))

    def prepared(self) -> Iterator[str]:
        """Yield the name of each preparation when it is done; fewer than all if something fails."""
        told: SimpleQueue[str] = SimpleQueue()
        for process in self._processes:
            threading.Thread(target=_listen, args=(process, told), daemon=True).start()
        talking = len(self._processes)
        while talking:
            if not (name := told.get()):
                talking -= 1
                continue
            self._left.discard(name)
            if not self._left:
                mark_all_prepared()
            yield name

    def end(self) -> None:
        """End the processes, whatever they are doing; what they have compiled so far is kept."""
        for process in self._processes:
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout):
                if pipe is not None:
                    pipe.close()


def _start(names: Iterable[str]) -> subprocess.Popen[str]:
    """Start a process that compiles the kernels of some preparations."""
    package = str(Path(dpcn_app.__file__).parents[1])
    return subprocess.Popen(
        [sys.executable, "-P", "-c", _COMMAND, package, *names],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env=os.environ | {"OPENBLAS_NUM_THREADS": "1"},
        creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
    )


def _listen(process: subprocess.Popen[str], told: SimpleQueue[str]) -> None:
    """Pass on what a process has prepared, and at its end an empty name."""
    assert process.stdout is not None
    with suppress(ValueError):  # it was closed by another thread, which has called `end`
        for line in process.stdout:
            told.put(line.strip())
    told.put("")


def compile_some(names: Iterable[str]) -> None:
    """Compile the kernels of some preparations: what a process does."""
    threading.Thread(target=_end_with_window, daemon=True).start()
    gc.disable()  # it would look through all that Numba keeps, a twelfth of the time, for nothing
    if hasattr(os, "nice"):
        os.nice(_POLITENESS)
    known = {each.name: each for each in PREPARATIONS}
    for name in names:
        known[name].run()
        print(name, flush=True)


def _end_with_window() -> None:
    sys.stdin.buffer.read()
    os._exit(0)
