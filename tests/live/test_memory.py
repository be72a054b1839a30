"""Memory goes back to the system."""

import subprocess
import sys

import pytest

_PROGRAM = """
import numpy as np
from dpcn_app.live.memory import return_freed_arrays
def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * 4096
return_freed_arrays()
np.ones(4 * 2**20)  # freed at once: glibc alone would keep blocks as large as this from now on
small = []
before = resident()
for _ in range(200):
    large = np.ones(2**17)
    small.append(np.ones(64))  # on top of the large one, where both are in one pool
    del large
print(resident() - before)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only glibc is told")
def test_an_array_of_a_megabyte_is_given_back_when_it_is_freed() -> None:
    done = subprocess.run([sys.executable, "-c", _PROGRAM], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) < 4 * 2**20


_THREADS = """
import threading
import numpy as np
from dpcn_app.live.memory import return_freed_arrays
def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * 4096
return_freed_arrays()
small, before = [], resident()
def work():
    many = [np.ones(10_000) for _ in range(500)]
    small.append(np.ones(100))  # on top of the others: without it the end of the pool is given back
for _ in range(4):
    thread, other = threading.Thread(target=work), threading.Thread(target=work)
    thread.start(), other.start()
    thread.join(), other.join()
print(resident() - before)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only glibc is told")
def test_what_one_thread_has_freed_serves_the_next() -> None:
    done = subprocess.run([sys.executable, "-c", _THREADS], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) < 100 * 2**20


_MANY = """
import numpy as np
from dpcn_app.live.memory import return_free_memory
def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * 4096
before = resident()
many = [np.ones(10_000) for _ in range(1000)]
few = many[::10]  # these stay, all over the pool
del many
kept = resident() - before
return_free_memory()
print(kept, resident() - before)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only glibc is told")
def test_what_is_free_between_things_that_stay_is_given_back() -> None:
    done = subprocess.run([sys.executable, "-c", _MANY], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    kept, left = map(int, done.stdout.split())
    assert kept > 60 * 2**20 > 30 * 2**20 > left
