"""A process that has imported what tests need, and runs tests in copies of itself.

Importing NumPy, Numba and CVXPY takes longer than most tests of the engine. This process does it
once and forks for every order, a line of JSON on its standard input; it answers with the exit code
and the time of the processor. It is started by its path and imports nothing of the repository, so
that every copy imports the engine anew, as it is in its own folder.
"""

from __future__ import annotations

import json
import os
import resource
import shutil
import signal
import sys
import threading
import traceback
from contextlib import suppress
from pathlib import Path
from types import FrameType
from typing import Any

_WALL_SECONDS = 7200  # for a copy that waits for ever and takes no time of the processor


def _serve() -> None:
    sys.path.pop(0)  # the folder of this file
    answers = os.fdopen(os.dup(1), "w")
    _preload()
    for line in sys.stdin:
        order = json.loads(line)
        copy = os.fork()
        if not copy:
            answers.close()
            _run(order)
        os.waitid(os.P_PID, copy, os.WEXITED | os.WNOWAIT)
        with suppress(ProcessLookupError):
            os.killpg(copy, signal.SIGKILL)  # processes that its tests have left behind
        _, status, used = os.wait4(copy, 0)
        answer = {
            "code": os.waitstatus_to_exitcode(status),
            "seconds": round(used.ru_utime + used.ru_stime, 1),
        }
        answers.write(json.dumps(answer) + "\n")
        answers.flush()


def _preload() -> None:
    """Import what the tests of the engine import, and compile something."""
    import cvxpy  # noqa: F401
    import hypothesis  # noqa: F401
    import numpy as np
    import pytestqt.plugin  # noqa: F401
    import scipy.optimize  # noqa: F401
    from numba import njit

    njit(lambda x: x + 1)(np.ones(1, np.float32))


def _run(order: dict[str, Any]) -> None:
    """Run tests, and leave this process.

    Parameters
    ----------
    order
        `folder`, a copy of the repository; `arguments` of pytest; `environment`; `said`, the file
        for what pytest says; `seconds`, the most time of the processor; and `reached`, a file for
        the functions of the engine that were called, or None.
    """
    os.setpgid(0, 0)
    seconds = order["seconds"]
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    signal.alarm(_WALL_SECONDS)
    folder = Path(order["folder"])
    os.chdir(folder)
    sys.path.insert(0, str(folder))
    os.environ.update(order["environment"])
    shutil.rmtree(folder / ".hypothesis", ignore_errors=True)  # no examples of a change before
    said = os.open(order["said"], os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    nothing = os.open(os.devnull, os.O_RDONLY)
    for ours, standard in ((nothing, 0), (said, 1), (said, 2)):
        os.dup2(ours, standard)
    import pytest

    code = 1
    try:
        if order["reached"]:
            code = _recorded(order, str(folder / "dpcn_app" / "engine"))
        else:
            code = int(pytest.main(order["arguments"]))
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def _recorded(order: dict[str, Any], engine: str) -> int:
    """Run tests, and write down which functions of the engine they call, by file and line."""
    import pytest

    codes: set[Any] = set()

    def trace(frame: FrameType, event: str, argument: object) -> None:
        codes.add(frame.f_code)

    threading.settrace(trace)
    sys.settrace(trace)
    try:
        code = int(pytest.main(order["arguments"]))
    finally:
        sys.settrace(None)
        threading.settrace(None)
    functions = sorted(
        f"{Path(each.co_filename).stem}:{each.co_firstlineno}"
        for each in codes
        if each.co_filename.startswith(engine)
    )
    Path(order["reached"]).write_text(json.dumps(functions))
    return code


if __name__ == "__main__":
    _serve()
