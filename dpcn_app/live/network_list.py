"""The list of networks: bundled ones, kept ones, and those that only this session knows."""

from __future__ import annotations

from dataclasses import replace

from dpcn_app.errors import UserError
from dpcn_app.storage.bundled import bundled_models, open_model
from dpcn_app.storage.models import Model
from dpcn_app.storage.network_names import free_name, numbered_name
from dpcn_app.storage.network_store import NetworkStore

MOST_READ = 2
"""Networks that stay in memory: that in use, and the one before. One of natural scenes takes 11 MB,
with what follows from its matrices; others are read from their files again when they are opened."""


class NetworkList:
    """Networks by name, each read from its file when it is opened.

    Parameters
    ----------
    store
        Where trained networks are kept; None to keep none.
    """

    def __init__(self, store: NetworkStore | None) -> None:
        self._store = store
        self._models: dict[str, Model | None] = dict.fromkeys(bundled_models())  # None: not read
        self._unwritten: set[str] = set()  # that are in memory alone
        self._recent: list[str] = []  # in memory, the one that was used last at the end
        self._kept: set[str] = set()
        self.look_again()

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all networks."""
        return tuple(self._models)

    def is_kept(self, name: str) -> bool:
        """Return whether a network will be there at the next start."""
        return name in self._kept

    def open(self, name: str) -> Model:
        """Return a network."""
        if name not in self._models:
            raise UserError(f"There is no network called {name[:60]!r} in the list; use another.")
        model = self._models[name]
        if model is None:
            if self._store is not None and name in self._kept:
                model = self._store.open(name)
            else:
                model = open_model(name)
            self._models[name] = model
        if not self._recent or self._recent[-1] != name:
            self._use(name)
        return model

    def _use(self, name: str) -> None:
        """Let a network be the last one used; of those that have a file the last ones stay."""
        self._recent = [each for each in self._recent if each != name] + [name]
        for old in self._recent[:-MOST_READ]:
            if old not in self._unwritten:
                self._models[old] = None
        self._recent = self._recent[-MOST_READ:]

    def free_name(self, about: str) -> str:
        """Return a name with a number for a network that will be trained."""
        return numbered_name(about, self.names)

    def add(self, name: str, model: Model) -> None:
        """Put a network into the list for this session."""
        self._models[name] = replace(model, name=name)
        self._unwritten.add(name)

    def add_trained(self, name: str, model: Model) -> str:
        """Put a network into the list for this session; return its name, another if it is taken."""
        name = free_name(name, self.names)
        self.add(name, model)
        return name

    def keep(self, name: str, model: Model) -> str:
        """Keep a network of this session; return its name, another if that is taken.

        If that cannot be done, the network stays in the list, and can be tried again: meanwhile the
        name may have gone to another network.
        """
        if self._store is None:
            return name
        listed = self._models.get(name)
        is_listed = listed is not None and listed.network is model.network
        try:
            taken = [each for each in self.names if each != name or not is_listed]
            kept = self._store.add(name, model, taken)
        except UserError as error:
            raise UserError(
                f"The network “{name}” will be lost when you quit, unless you use it and save it "
                f"(Ctrl+S), or what is wrong is put right before: {error}"
            ) from error
        if is_listed:
            self.rename(name, kept)
        self._models[kept] = replace(model, name=kept)
        self._kept.add(kept)
        self._unwritten.discard(kept)
        self._use(kept)
        return kept

    def rename(self, name: str, new: str) -> None:
        """Call a network by another name, at the same place in the list."""
        self._models = {new if each == name else each: at for each, at in self._models.items()}
        self._recent = [new if each == name else each for each in self._recent]
        if name in self._unwritten:
            self._unwritten = self._unwritten - {name} | {new}
        if name in self._kept:
            self._kept = self._kept - {name} | {new}

    def look_again(self, in_use: str = "") -> None:
        """List the networks that are kept now; the one in use stays, even if its file is gone."""
        if self._store is None:
            return
        kept = self._store.names()
        gone = self._kept.difference(kept)
        for name in gone - {in_use}:
            del self._models[name]
            self._recent = [each for each in self._recent if each != name]
        self._unwritten |= gone & {in_use}
        self._kept = self._kept - gone
        for name in kept:
            if name not in self._models:
                self._models[name] = None
                self._kept.add(name)
