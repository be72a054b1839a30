"""Formulas that have a kernel, by NumPy alone: for results to show before kernels are compiled.

Inference always uses kernels. What is only shown of a state that is known already, such as what was
expected of it, may be computed either way; the two differ by rounding alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_PLAIN = ContextVar("plain_numpy", default=False)


@contextmanager
def plain_numpy(on: bool = True) -> Iterator[None]:
    """Let formulas in this block do without their kernels; with False, change nothing."""
    token = _PLAIN.set(on or _PLAIN.get())
    try:
        yield
    finally:
        _PLAIN.reset(token)


def without_kernels() -> bool:
    """Return whether a formula has to do without its kernel here."""
    return _PLAIN.get()
