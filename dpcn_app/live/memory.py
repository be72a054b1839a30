"""Memory that frames, states and pictures have taken goes back to the system once they are gone."""

from __future__ import annotations

import ctypes
import sys
from contextlib import suppress

_MMAP_THRESHOLD, _ARENA_MAX = -3, -8  # of glibc's mallopt
_LARGE = 2**19  # bytes


def return_freed_arrays() -> None:
    """Let the C library give each large array back as soon as it is freed, where it can be told so.

    By itself glibc keeps blocks of up to 32 MB for later, in a pool for each thread. States and
    pictures of a natural video are arrays of some hundred kilobytes, made in one thread and freed
    in another: of 180 MB in those pools 50 were free. There is one pool for all threads now, and
    arrays of half a megabyte are outside it; of a quarter, each frame would take 5 % longer. Call
    it before the first thread is started.
    """
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):  # another C library
            library = ctypes.CDLL(None)
            library.mallopt(_MMAP_THRESHOLD, _LARGE)
            library.mallopt(_ARENA_MAX, 1)


def return_free_memory() -> None:
    """Let the C library give back whatever is free in its pools, where it can be told so.

    By itself glibc gives back the end of a pool alone. States and pictures come and go in all sizes
    below a megabyte, and some that stay lie between them: after four minutes of all kinds of use
    300 MB were taken, and 130 MB of them free. Takes a millisecond for each 8 MB.
    """
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):  # another C library
            ctypes.CDLL(None).malloc_trim(0)
