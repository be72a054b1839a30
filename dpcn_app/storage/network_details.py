"""What a list of networks says about each: how it was trained, when, its health, its size."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from dpcn_app.errors import UserError
from dpcn_app.storage.bundled import bundled_models, resources
from dpcn_app.storage.models import ModelSummary, load_summary
from dpcn_app.storage.network_names import in_reading_order
from dpcn_app.storage.network_store import NetworkStore


@dataclass(frozen=True, eq=False)
class NetworkDetails:
    """A network in the list, as far as its file tells without being read as a whole.

    Parameters
    ----------
    name
        Its name in the list.
    bundled, kept
        Whether it comes with the app, or is kept in the user's data folder. One that is neither is
        known to this session alone.
    summary
        How it was trained; None if its file is damaged, or if there is none.
    trained
        When it was trained; None if that is not known.
    size
        Bytes of its file; None if there is none.
    """

    name: str
    bundled: bool = False
    kept: bool = False
    summary: ModelSummary | None = None
    trained: datetime | None = None
    size: int | None = None

    @property
    def damaged(self) -> bool:
        """Whether it has a file from which nothing can be read."""
        return (self.bundled or self.kept) and self.summary is None


def network_details(names: Iterable[str], store: NetworkStore | None) -> list[NetworkDetails]:
    """Return the details of all networks: bundled ones, kept ones, and others of these names."""
    bundled = bundled_models()
    kept = store.files() if store is not None else {}
    found = [_of_file(name, resources() / "models" / f"{name}.npz") for name in bundled]
    found += [_of_file(name, kept[name], kept=True) for name in sorted(kept, key=in_reading_order)]
    return found + [NetworkDetails(name) for name in names if name not in (*bundled, *kept)]


def _of_file(name: str, path: Path, *, kept: bool = False) -> NetworkDetails:
    summary, trained, size = None, None, None
    try:
        about = path.stat()
        trained, size = datetime.fromtimestamp(about.st_mtime) if kept else None, about.st_size
        summary = load_summary(path)
    except (OSError, UserError, ValueError, OverflowError):
        pass  # shown as damaged; opening it says why
    return NetworkDetails(name, not kept, kept, summary, trained, size)
