"""The numbers that lessons speak of: what they are called, and where a snapshot has them.

A number is written `name` or `name:mode`, as in `silhouette:both`; where two shapes are shown at
once, `kept(square):prior` is what is kept of one of them. It is known once it has been
measured over the whole video, and stays known when another mode is shown afterwards, so that a
lesson can compare what the class has just seen with what it saw before. Another video, other noise
or another network makes all of them unknown again.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

import numpy as np

from dpcn_app.engine.modes import mode_and_parts
from dpcn_app.errors import UserError
from dpcn_app.live.settings import Settings
from dpcn_app.live.snapshot import Snapshot, View


@dataclass(frozen=True)
class Measure:
    """A number that a lesson may name.

    Parameters
    ----------
    meaning
        What it is, in a few words.
    of_view
        Takes it from what a mode has made of the video; None where it belongs to no mode.
    whole
        Whether it counts only once the whole video has been inferred.
    """

    meaning: str
    of_view: Callable[[View], float | None] | None = None
    whole: bool = True


def _score(name: str) -> Callable[[View], float | None]:
    return lambda view: None if view.scores is None else float(getattr(view.scores, name))


def _fading(name: str) -> Callable[[View], float | None]:
    return lambda view: None if view.fading is None else float(getattr(view.fading, name))


def _coding(name: str) -> Callable[[View], float | None]:
    def measured(view: View) -> float:
        # The engine takes seconds to load, and the window opens before that.
        from dpcn_app.analysis.coding import coding

        return float(getattr(coding(view.reconstruction, view.residual, view.state), name))

    return measured


def _active_each(view: View) -> float:
    """Return how many states of a patch are active, on average."""
    states = view.state.layers[0].states
    return float(np.count_nonzero(states) / (states.size / states.shape[-1]))


def _energy(view: View) -> float:
    return float(sum(layer.energy.total.sum() for layer in view.state.layers))


_OF_A_CLASS = re.compile(r"kept\([\w -]+\)")

MEASURES: dict[str, Measure] = {
    "kmeans": Measure("share of frames that k-means puts into their class", _score("kmeans")),
    "centroid": Measure("share of frames nearest to their class's centre", _score("centroid")),
    "silhouette": Measure("how well the clusters are apart, −1 to 1", _score("silhouette")),
    "leak": Measure("what is left of noise in the reconstruction", _fading("leak")),
    "kept": Measure("what is left of the true objects", _fading("kept")),
    "likeness": Measure("correlation with the clean frame", _fading("correlation")),
    "explained": Measure("share of the frame that is explained", _coding("explained"), whole=False),
    "active": Measure("active states of a patch, on average", _active_each, whole=False),
    "energy": Measure("energy of the frame, all layers", _energy, whole=False),
    "health": Measure("1 if the training's network is healthy, 0 if not"),
    "trained": Measure("training steps so far"),
}
"""All numbers that lessons may name; those with `of_view` take a mode."""


def check_number(name: str) -> None:
    """Refuse the name of a number that nobody measures."""
    measure, colon, mode = name.partition(":")
    measure = _OF_A_CLASS.sub("kept", measure)
    if measure not in MEASURES:
        raise UserError(f"there is no number {measure!r}; there are {', '.join(MEASURES)}")
    per_mode = MEASURES[measure].of_view is not None
    if per_mode != bool(colon):
        example = f"{measure}:both" if per_mode else measure
        raise UserError(f"{name!r} should be written like {example!r}")
    if colon:
        mode_and_parts(mode)


class Measured:
    """The numbers measured so far, taken from one snapshot after another.

    Parameters
    ----------
    wanted
        Names of the numbers that somebody will ask for; others are not measured.
    """

    def __init__(self, wanted: Collection[str]) -> None:
        self._wanted = frozenset(wanted)
        self._numbers: dict[str, float] = {}
        self._key: tuple[object, ...] = ()

    @property
    def numbers(self) -> Mapping[str, float]:
        """All numbers that are known, by name."""
        return self._numbers

    def begin(self, settings: Settings) -> None:
        """Forget all numbers if these settings show something else than those before."""
        key = (settings.inference_key, settings.strengths)
        if key != self._key:
            self._key = key
            self._numbers.clear()

    def take(self, snapshot: Snapshot) -> None:
        """Take the numbers of a snapshot."""
        self.begin(snapshot.settings)
        for view in snapshot.views:
            whole = view.inferred == snapshot.length
            for name, measure in MEASURES.items():
                named = f"{name}:{view.mode}"
                if named not in self._wanted or measure.of_view is None:
                    continue
                if whole or not measure.whole:
                    self._put(named, measure.of_view(view))
            for name, kept in view.kept.items() if whole else ():
                self._put(f"kept({name}):{view.mode}", kept)
        if snapshot.averaged is not None:
            for name in ("kmeans", "centroid", "silhouette"):
                self._put(f"{name}:average", float(getattr(snapshot.averaged, name)))
        training = snapshot.training
        if training is not None:
            health = training.health
            self._put("health", None if health is None else float(health.good))
            self._put("trained", float(len(training.curves.steps)))

    def _put(self, name: str, value: float | None) -> None:
        if name in self._wanted and value is not None and np.isfinite(value):
            self._numbers[name] = value
