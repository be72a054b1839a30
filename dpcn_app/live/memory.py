"""Memory that large frames have taken goes back to the system once they are gone."""

from __future__ import annotations

import ctypes
import sys
from contextlib import suppress

_MMAP_THRESHOLD = -3  # of glibc's mallopt
_LARGE = 2**20  # bytes


def return_freed_arrays() -> None:
    """Let the C library give each large array back as soon as it is freed, where it can be told so.

    By itself glibc keeps blocks of up to 32 MB for later, in a pool for each thread: with frames of
    two million pixels the process grew by 65 MB more than all its arrays need.
    """
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):  # another C library
            ctypes.CDLL(None).mallopt(_MMAP_THRESHOLD, _LARGE)
