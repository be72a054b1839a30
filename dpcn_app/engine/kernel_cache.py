"""Where compiled kernels are kept, and whether all of them are there; known without Numba.

Numba takes a while to import. A window that wants to know before that whether kernels have to be
compiled asks here.
"""

from __future__ import annotations

import hashlib
import os
import platform
import sys
import tempfile
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path

_APP = "dpcn_app"
_VARIABLE = "NUMBA_CACHE_DIR"


def kernel_folder() -> Path:
    """Return the folder of compiled kernels, chosen once and told to Numba.

    Without a folder Numba would choose one, and raise if that cannot be written to. A folder that
    the user has set is kept. It is set in the environment, so that processes started here use it
    too.
    """
    if not os.environ.get(_VARIABLE):
        os.environ[_VARIABLE] = str(_writable_folder())
    return Path(os.environ[_VARIABLE])


def _sources_digest() -> str:
    """Return a digest of all files with kernels, and of the one that says how they are compiled.

    Numba compiles a kernel again when its own file changes, but not when a kernel that it calls
    changes in another file, so that every version of the sources has a cache of its own.
    """
    sources = (path.read_bytes() for path in sorted(Path(__file__).parent.glob("*.py")))
    marks = (b"@kernel", b"@part", b"@overload", b"njit(")
    kernels = b"".join(each for each in sources if any(mark in each for mark in marks))
    return hashlib.sha256(kernels).hexdigest()[:12]


def _users_cache() -> Path:
    """Return the user's cache folder of this app."""
    home = Path(os.path.expanduser("~"))
    if sys.platform == "win32":
        local = os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local"
        return Path(local) / _APP / "Cache"
    if sys.platform == "darwin":
        return home / "Library" / "Caches" / _APP
    return Path(os.environ.get("XDG_CACHE_HOME", home / ".cache")) / _APP


def _writable_folder() -> Path:
    """Return a folder for compiled kernels that can be written to."""
    candidates = (
        _users_cache() / "kernels",
        Path(tempfile.gettempdir()) / f"{_APP}-kernels-{os.getuid() if os.name != 'nt' else ''}",
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
    return Path(tempfile.mkdtemp(prefix=f"{_APP}-kernels-"))


def all_prepared() -> bool:
    """Return whether every kernel has been compiled here, by this Numba, from these sources.

    The answer may be wrong where files were deleted from the folder: then the kernels are compiled
    when they are used.
    """
    try:
        return _mark().read_text() == _identity()
    except (OSError, ValueError):
        return False


def mark_all_prepared() -> None:
    """Remember that every kernel has been compiled; where that cannot be written, it is not."""
    with suppress(OSError):
        _mark().write_text(_identity())


def _mark() -> Path:
    return kernel_folder() / "all-prepared"


def _identity() -> str:
    """Return what compiled kernels depend on: their sources, Numba, Python, and the machine.

    Numba finds a kernel by the place of its source file: for a copy of this package elsewhere it
    compiles anew.
    """
    numba = f"numba {version('numba')}, llvmlite {version('llvmlite')}"
    place = f"{platform.python_version()}, {platform.node()}, {Path(__file__).parent}"
    return f"{_sources_digest()}, {numba}, {place}\n"
