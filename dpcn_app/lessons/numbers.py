"""The numbers measured so far in a lesson, taken from one snapshot after the other.

A number of the video is known once it has been measured, over the whole video where it needs that,
and stays known when another mode is shown afterwards, so that a lesson can compare what the class
has just seen with what it saw before. Another video, other noise or another network makes all of
them unknown again.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

import numpy as np

from dpcn_app.engine.network import Network
from dpcn_app.lessons.named_numbers import CHANGES, MEASURES, Measure, change, run_errors
from dpcn_app.live.estimation_thread import RunView
from dpcn_app.live.settings import Settings
from dpcn_app.live.snapshot import Snapshot, View


class Measured:
    """The numbers measured so far.

    Parameters
    ----------
    wanted
        Names of the numbers that the lesson asks for; others are not measured.
    """

    def __init__(self, wanted: Collection[str]) -> None:
        self._wanted = frozenset(wanted)
        self._numbers: dict[str, float] = {}
        self._key: tuple[object, ...] = ()
        self._shown: tuple[int, tuple[View, ...]] = (-1, ())  # the frame before, and its views
        self._run: object = None  # what the State-estimation page watches
        self._network: Network | None = None  # whose numbers are known
        self._costly: dict[str, int] = {}  # frames at which costly numbers were measured

    @property
    def numbers(self) -> Mapping[str, float]:
        """All numbers that are known, by name."""
        return self._numbers

    def begin(self, settings: Settings) -> None:
        """Forget all numbers if these settings show something else than those before."""
        key = (settings.inference_key, settings.strengths)
        if key != self._key:
            self._key, self._shown, self._network = key, (-1, ()), None
            self._costly.clear()
            self._numbers = {name: at for name, at in self._numbers.items() if "error(" in name}

    def take(self, snapshot: Snapshot) -> None:
        """Take the numbers of a snapshot."""
        self.begin(snapshot.settings)
        for view in snapshot.views:
            self._take_view(view, snapshot)
        self._take_change(snapshot)
        if snapshot.averaged is not None:
            for name in ("kmeans", "centroid", "silhouette"):
                self._put(f"{name}:average", float(getattr(snapshot.averaged, name)))
        for name, measure in self._named:
            if measure.of_snapshot is not None:
                self._put(name, measure.of_snapshot(snapshot))
            if measure.of_network is not None and snapshot.network is not self._network:
                self._put(name, measure.of_network(snapshot.network))
        self._network = snapshot.network

    @property
    def _named(self) -> list[tuple[str, Measure]]:
        """All numbers that are wanted and named without a mode."""
        return [(name, MEASURES[name]) for name in MEASURES if name in self._wanted]

    def _take_view(self, view: View, snapshot: Snapshot) -> None:
        whole, place = view.inferred == snapshot.length, snapshot.frame.index
        for name, measure in MEASURES.items():
            named = f"{name}:{view.mode}"
            if named not in self._wanted or measure.of_view is None:
                continue
            if measure.costly and (snapshot.playing or self._costly.get(named) == place):
                continue
            if whole or not measure.whole:
                self._put(named, measure.of_view(view))
            if measure.costly:
                self._costly[named] = place
        for name, kept in view.kept.items() if whole else ():
            self._put(f"kept({name}):{view.mode}", kept)

    def _take_change(self, snapshot: Snapshot) -> None:
        """Compare what is inferred with the frame before, where that was shown just now."""
        index = snapshot.frame.index
        if index == self._shown[0]:
            return
        if index == self._shown[0] + 1:
            for before in self._shown[1]:
                for after in (each for each in snapshot.views if each.mode == before.mode):
                    for which in CHANGES:
                        name = f"change({which}):{after.mode}"
                        if name in self._wanted:
                            self._put(name, change(before, after, which))
        self._shown = index, snapshot.views

    def take_run(self, run: RunView) -> None:
        """Take the errors of a run of the State-estimation page; another run forgets them."""
        if run.watched != self._run:
            self._run = run.watched
            self.forget_run()
        for name, error in run_errors(run).items():
            self._put(name, error)

    def forget_run(self) -> None:
        """Forget the errors of a run: another one begins."""
        self._numbers = {name: at for name, at in self._numbers.items() if "error(" not in name}

    def _put(self, name: str, value: float | None) -> None:
        if name in self._wanted and value is not None and np.isfinite(value):
            self._numbers[name] = float(value)
