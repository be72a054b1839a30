"""Compiling the kernels in a process of its own, so that the window answers meanwhile.

Numba compiles for seconds and lets no other thread of its process run for long. What it compiles is
kept on disk, from where another process loads it in a moment. The process tells on its standard
output what it has prepared, a line each, and ends when its standard input is closed: by then the
window is gone, however it has ended.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import dpcn_app
from dpcn_app.engine.kernel_cache import kernel_folder, mark_all_prepared
from dpcn_app.engine.preparation import PREPARATIONS

_POLITENESS = 2
"""Steps by which the process is nicer than the window, which must not wait for it."""

# The last argument is where this package lies; not -m, which would look in the current folder.
_COMMAND = (
    "import sys; sys.path.append(sys.argv[1]); "
    "from dpcn_app.live.kernel_compiler import compile_all; compile_all()"
)


class KernelCompiler:
    """A process that compiles all kernels, in the order of need."""

    def __init__(self) -> None:
        kernel_folder()  # chosen once, for both processes
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-c", _COMMAND, str(Path(dpcn_app.__file__).parents[1])],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env=os.environ | {"OPENBLAS_NUM_THREADS": "1"},
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )

    def prepared(self) -> Iterator[str]:
        """Yield the name of each preparation as it is done; fewer than all if something fails."""
        assert self._process.stdout is not None
        with suppress(ValueError):  # it was closed by another thread, which has called `end`
            for line in self._process.stdout:
                yield line.strip()

    def end(self) -> None:
        """End the process, whatever it is doing; what it has compiled so far is kept."""
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()


def compile_all() -> None:
    """Compile all kernels: what the process does."""
    threading.Thread(target=_end_with_window, daemon=True).start()
    if hasattr(os, "nice"):
        os.nice(_POLITENESS)
    for each in PREPARATIONS:
        each.run()
        print(each.name, flush=True)
    mark_all_prepared()


def _end_with_window() -> None:
    sys.stdin.buffer.read()
    os._exit(0)
