"""Networks that the app keeps by itself: a folder with a file for each, named like the network.

Names are read from the folder alone; a file is read when its network is opened. Several windows may
use one folder at once: no step replaces a file that another window has just written.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Collection
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import platformdirs

from dpcn_app.errors import UserError
from dpcn_app.storage.atomic import temporary_beside
from dpcn_app.storage.bundled import bundled_models
from dpcn_app.storage.models import Model, load_model, save_model
from dpcn_app.storage.network_names import (
    check_name,
    file_stem,
    free_name,
    in_reading_order,
    name_of_stem,
    same_name,
)

DELETIONS = 10
"""Number of deleted networks that can be brought back."""

_SUFFIX = ".npz"
_DELETED = re.compile(r"[0-9]{20,} .+\.npz", re.ASCII)


class NetworkStore:
    """The networks in a folder, by name.

    Parameters
    ----------
    folder
        Where they are; it is made when the first network is kept.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._deleted = folder / "deleted"

    @classmethod
    def of_user(cls) -> NetworkStore | None:
        """Return the store in the user's data folder; None where there is no such folder."""
        try:
            folder = platformdirs.user_data_path("dpcn_app", appauthor=False)
        except (OSError, RuntimeError):
            return None
        return cls(folder / "networks")

    # --- looking ----------------------------------------------------------------------------------

    def names(self) -> tuple[str, ...]:
        """Return the names of all networks, in reading order."""
        return tuple(sorted(self.files(), key=in_reading_order))

    def path(self, name: str) -> Path:
        """Return the file of a network."""
        path = self.files().get(name)
        if path is None:
            raise UserError(f"The network “{name}” is no longer kept; choose another one.")
        return path

    def name_of(self, path: Path) -> str | None:
        """Return the name of the network that a file holds; None if it is not one of these."""
        found = (name for name, each in self.files().items() if _same_file(each, path))
        return next(found, None)

    def open(self, name: str) -> Model:
        """Return a network; its name is that of its file, which may have been renamed."""
        return replace(load_model(self.path(name)), name=name)

    def files(self) -> dict[str, Path]:
        """Return the files by the names of their networks, without reading them.

        The name of a network that comes with the app means that one, never a file here.
        """
        bundled = bundled_models()
        files: dict[str, Path] = {}
        for path in _archives(self.folder):
            name = name_of_stem(path.stem)
            if name is not None and name not in bundled:
                files.setdefault(name, path)
        return files

    # --- changing ---------------------------------------------------------------------------------

    def add(self, name: str, model: Model, taken: Collection[str] = ()) -> str:
        """Keep a network, and return its name: the one given, or the next that is free.

        Parameters
        ----------
        name, model
            What to keep.
        taken
            Names that are not free, beside those of the networks here and of the bundled ones.
        """
        check_name(name)
        _make_folder(self.folder)
        not_free = {*taken, *bundled_models()}
        fresh = temporary_beside(self._target(name))
        try:
            while True:
                name = free_name(name, not_free.union(self.files()))
                target = self._target(name)
                try:
                    save_model(fresh, replace(model, name=name))
                except UserError as error:  # it names a file that the user never sees
                    raise UserError(str(error).replace(str(fresh), str(target))) from error
                try:
                    _move(fresh, target)
                except FileExistsError:  # another window has just taken the name
                    not_free.add(name)
                    continue
                except OSError as error:
                    raise UserError(f"{target} could not be written: {_reason(error)}.") from error
                return name
        finally:
            with suppress(OSError):
                fresh.unlink(missing_ok=True)

    def rename(self, name: str, new: str) -> None:
        """Give a network another name, which must be free."""
        if new == name:
            return
        check_name(new)
        path, target = self.path(name), self._target(new)
        others = {same_name(each) for each in (*self.files(), *bundled_models()) if each != name}
        try:
            if same_name(new) in others:
                raise FileExistsError
            if same_name(new) == same_name(name):  # some systems see one file under both names
                path.rename(target)
            else:
                _move(path, target)
        except FileExistsError as error:
            raise UserError(f"There is a network “{new}” already; type another name.") from error
        except OSError as error:
            raise UserError(f"“{name}” could not be renamed: {_reason(error)}.") from error

    def delete(self, name: str) -> None:
        """Delete a network; the last ones can be brought back."""
        path = self.path(name)
        _make_folder(self._deleted)
        before = self._deleted_files()
        latest = _stamp(before[-1]) if before else 0
        stamp = max(time.time_ns(), latest + 1)  # in order, also where the clock was set back
        try:
            _move(path, self._deleted / f"{stamp:020d} {file_stem(name)}{_SUFFIX}")
        except OSError as error:
            raise UserError(f"“{name}” could not be deleted: {_reason(error)}.") from error
        for old in self._deleted_files()[:-DELETIONS]:
            with suppress(OSError):
                old.unlink()

    def deletions(self) -> tuple[str, ...]:
        """Return the names of the deleted networks that can be brought back, the latest first."""
        stems = (path.stem.partition(" ")[2] for path in reversed(self._deleted_files()))
        return tuple(name_of_stem(stem) or stem for stem in stems)

    def undelete(self) -> str:
        """Bring the network back that was deleted last; return its name, another if it is taken."""
        deleted = self._deleted_files()
        if not deleted:
            raise UserError("No network has been deleted that could be brought back.")
        name = self.deletions()[0]
        not_free = set(bundled_models())
        while True:
            free = free_name(name, not_free.union(self.files()))
            try:
                _move(deleted[-1], self._target(free))
            except FileExistsError:  # another window has just taken the name
                not_free.add(free)
                continue
            except OSError as error:
                raise UserError(f"“{name}” could not be brought back: {_reason(error)}.") from error
            return free

    def _deleted_files(self) -> list[Path]:
        """Return the deleted files, the latest last; each is named by a time and its network."""
        deleted = [path for path in _archives(self._deleted) if _DELETED.fullmatch(path.name)]
        return sorted(deleted, key=_stamp)  # a time far ahead may have a digit more

    def _target(self, name: str) -> Path:
        return self.folder / f"{file_stem(name)}{_SUFFIX}"


def _stamp(deleted: Path) -> int:
    """Return the time in the name of a deleted file."""
    return int(deleted.name.partition(" ")[0])


def _archives(folder: Path) -> list[Path]:
    """Return the files of networks in a folder, by name; none where it cannot be read."""
    try:
        found = [path for path in folder.iterdir() if path.suffix == _SUFFIX]
    except OSError:
        return []
    return sorted(path for path in found if not path.name.startswith("."))


def _same_file(one: Path, other: Path) -> bool:
    with suppress(OSError):
        return one.samefile(other)
    return False


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(f"The folder {folder} could not be made: {_reason(error)}.") from error


def _move(source: Path, target: Path) -> None:
    """Move a file; raise `FileExistsError` if there is one, even if it came this very moment."""
    try:
        os.link(source, target)
    except FileExistsError:
        raise
    except OSError:  # not all file systems know links
        if os.path.exists(target):
            raise FileExistsError from None
        source.rename(target)
    else:
        source.unlink()


def _reason(error: OSError) -> str:
    return error.strerror or str(error)
