"""Parts of kernels, which have no entry for Python, made callable by themselves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numba import njit


def callable_part(part: Callable[..., Any]) -> Callable[..., Any]:
    """Return a compiled function that does nothing but call a part."""

    def call(*arguments: Any) -> Any:
        return part(*arguments)

    compiled: Callable[..., Any] = njit(call)
    return compiled
