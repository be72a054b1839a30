"""How the engine's kernels are compiled: without the GIL, cached on disk, with relaxed rounding.

Kernels are private; the functions around them check shapes and precision. They are generic in
precision: float32 in use, float64 where a test wants a reference. Inputs are finite numbers: with
the relaxed rounding a NaN has no defined result.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

from numba import config, njit
from numba.misc.appdirs import AppDirs

_RELAXED = {"nsz", "contract", "reassoc", "nnan", "ninf", "arcp"}

F = TypeVar("F", bound=Callable[..., Any])


def _sources_digest() -> str:
    """Return a digest of all files with kernels.

    Numba compiles a kernel again when its own file changes, but not when a kernel that it calls
    changes in another file, so that every version of the sources has a cache of its own.
    """
    sources = (path.read_bytes() for path in sorted(Path(__file__).parent.glob("*.py")))
    kernels = b"".join(each for each in sources if b"@kernel" in each or b"@overload" in each)
    return hashlib.sha256(kernels).hexdigest()[:12]


def _users_cache() -> Path:
    """Return the user's cache folder of this app."""
    folders = AppDirs("dpcn_app", appauthor=False)  # type: ignore[no-untyped-call]
    return Path(folders.user_cache_dir)


def _cache_folder() -> Path:
    """Return a folder for compiled kernels that can be written to."""
    candidates = (
        _users_cache() / "kernels",
        Path(tempfile.gettempdir()) / f"dpcn_app-kernels-{os.getuid() if os.name != 'nt' else ''}",
    )
    for candidate in candidates:
        folder = candidate / _sources_digest()
        if not folder.is_absolute():  # XDG_CACHE_HOME is empty: not into the current folder
            continue
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError:
            continue
        if os.access(folder, os.W_OK):
            return folder
    return Path(tempfile.mkdtemp(prefix="dpcn_app-kernels-"))


# Without a folder Numba would choose one, and raise if that cannot be written to. A folder that the
# user has set is kept. It is set in the environment, so that processes started here use it too.
if not os.environ.get("NUMBA_CACHE_DIR"):
    os.environ["NUMBA_CACHE_DIR"] = str(_cache_folder())
    config.reload_config()  # type: ignore[no-untyped-call]


def kernel(function: F) -> F:
    """Compile a function on its first call for each precision."""
    compiled = njit(nogil=True, cache=True, fastmath=_RELAXED, error_model="numpy")(function)
    return cast(F, compiled)
