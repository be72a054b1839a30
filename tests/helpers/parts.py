"""Parts of kernels, which only kernels can call, made callable for a test."""

from collections.abc import Callable
from typing import Any

from numba import njit


def callable_part(part: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that Python can call, too."""

    @njit
    def call(*arguments):
        return part(*arguments)

    return call
