"""Settings for all tests: no display is needed, and one thread is enough for small matrices.

Garbage is collected between tests, in the thread that runs them, as the window collects its own:
a Qt object that is freed by another thread ends the process.
"""

import gc
import os
from itertools import count

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

_WHOLE = 40  # tests between two collections of everything, which take long
_done = count(1)


def pytest_configure() -> None:
    """Leave all garbage to `pytest_runtest_logfinish`."""
    gc.disable()


def pytest_runtest_logfinish() -> None:
    """Collect what a test has left: young objects each time, all now and then."""
    gc.collect(1 if next(_done) % _WHOLE else 2)
