"""Which peers are installed; each is limited to one thread."""

from __future__ import annotations

from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from types import ModuleType

PACKAGES = {
    "spams": "spams-bin",
    "sklearn": "scikit-learn",
    "sporco": "sporco",
    "torch": "torch",
    "cvxpy": "cvxpy",
}
"""The module to import, and the name by which it is installed."""


def peer(module: str) -> ModuleType | None:
    """Return a peer's module, limited to one thread; None if it is not installed or broken."""
    try:
        found = import_module(module)
    except (ImportError, OSError):  # a shared library that it needs may be missing
        return None
    if module == "torch":
        found.set_num_threads(1)
    return found


def versions() -> dict[str, str | None]:
    """Return the version of every peer; None if it is missing."""
    found: dict[str, str | None] = {}
    for module, package in PACKAGES.items():
        try:
            found[package] = version(package) if peer(module) is not None else None
        except PackageNotFoundError:
            found[package] = "unknown"
    return found
