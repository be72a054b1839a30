"""Tidying up once after each start: what a window that was killed has left behind goes."""

from __future__ import annotations

import tempfile
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import platformdirs

from dpcn_app.errors import UserError
from dpcn_app.gui.widgets.equation_tooltip import cache_folder
from dpcn_app.live.unfinished_trainings import remove_stale_locks
from dpcn_app.storage.leftovers import remove_leftovers
from dpcn_app.storage.network_store import NetworkStore
from dpcn_app.storage.pasted_pictures import PastedPictures


def tidy_up() -> threading.Thread:
    """Remove what was left behind, in a thread: a disk may be slow; return the thread."""
    thread = threading.Thread(target=_tidy, name="tidying", daemon=True)
    thread.start()
    return thread


def _tidy() -> None:
    with suppress(OSError, RuntimeError):  # there may be no home
        remove_stale_locks(_data_folder())
    with suppress(OSError):  # there may be no folder for temporary files
        remove_leftovers(_own_folders(), Path(tempfile.gettempdir()))


def _own_folders() -> Iterator[Path]:
    """Yield the folders that the window and its trainings write into without being asked."""
    networks = NetworkStore.of_user()
    if networks is not None:
        yield networks.folder
    with suppress(UserError):
        yield PastedPictures.of_user().folder
    with suppress(OSError, RuntimeError):
        yield _data_folder()
    with suppress(OSError, RuntimeError):
        yield cache_folder()


def _data_folder() -> Path:
    """Return the folder of checkpoints, whether it is there or not."""
    return platformdirs.user_data_path("dpcn_app", appauthor=False)
