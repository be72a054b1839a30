"""How the engine's kernels are compiled: without the GIL, cached on disk, with relaxed rounding.

Kernels are private; the functions around them check shapes and precision. They are generic in
precision: float32 in use, float64 where a test wants a reference. Inputs are finite numbers: with
the relaxed rounding a NaN has no defined result.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

from numba import config, njit

from dpcn_app.engine.kernel_cache import kernel_folder

_OPTIONS: dict[str, Any] = {
    "fastmath": {"nsz", "contract", "reassoc", "nnan", "ninf", "arcp"},
    "error_model": "numpy",
    # Called by name, a kernel inside another would be the copy that was optimised alone in the
    # process that compiles it, and the one optimised with its caller in a process that loads it:
    # with relaxed rounding they differ in their last bits.
    "forceinline": True,
}

F = TypeVar("F", bound=Callable[..., Any])

if str(kernel_folder()) != getattr(
    config, "CACHE_DIR", ""
):  # Numba reads its name once, and may have done so
    config.reload_config()  # type: ignore[no-untyped-call]


def kernel(function: F) -> F:
    """Compile a function on its first call for each precision."""
    compiled = njit(nogil=True, cache=True, **_OPTIONS)(function)
    return cast(F, compiled)


def part(function: F) -> F:
    """Compile a function that only kernels call, which takes less time than a kernel.

    It has no entry for Python, and no place of its own in the cache: kernels contain it.
    """
    no_entry = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
    compiled = njit(**_OPTIONS | no_entry)(function)
    return cast(F, compiled)
