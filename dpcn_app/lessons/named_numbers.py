"""The numbers that lessons may name: what each is, and where it is taken from.

A number is written `name`, `name:mode` or `name(which):mode`, as in `health`, `silhouette:both` and
`kept(square):prior`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from dpcn_app.engine.modes import mode_and_parts
from dpcn_app.errors import UserError
from dpcn_app.live.snapshot import Snapshot, TrainingView, View

if TYPE_CHECKING:  # the engine takes seconds to load, and the window opens before that
    from dpcn_app.engine.network import Network
    from dpcn_app.live.estimation_thread import RunView

ANY_CLASS = ("square",)
"""Stands for the name of any class in brackets."""
CHANGES = ("states", "causes", "top")
"""What `change` can be measured of: states and causes of layer 1, causes of the top layer."""
ESTIMATORS = ("dynamic", "sparse_coding", "kalman", "oracle")
"""The estimators of the State-estimation page, as `experiments.state_estimation` names them."""
RUN_STEPS = 15
"""Steps of a run before its errors are known; they are means over the last ten."""

_NAME = re.compile(r"([a-z_]+)(?:\(([\w -]+)\))?(?::(.+))?")
_LAST_STEPS = 10
_TakenFrom = Callable[[TrainingView], float | None]


@dataclass(frozen=True)
class Measure:
    """A number that a lesson may name.

    Parameters
    ----------
    meaning
        What it is, in a few words.
    of_view
        Takes it from what a mode has made of the video; such a number is named with its mode.
    of_snapshot, of_network
        Take it from all that the window shows, or from the network in use alone.
    whole
        Whether it counts only once the whole video has been inferred.
    costly
        Whether it takes so long that it is measured only while the video is paused.
    which
        What may stand in brackets after its name; empty for no brackets.
    per_mode
        Whether it is named with a mode.
    """

    meaning: str
    of_view: Callable[[View], float | None] | None = None
    of_snapshot: Callable[[Snapshot], float | None] | None = None
    of_network: Callable[[Network], float | None] | None = None
    whole: bool = True
    costly: bool = False
    which: tuple[str, ...] = ()
    per_mode: bool = False

    @property
    def example(self) -> str:
        """What to write after its name."""
        which = f"({self.which[0]})" if self.which else ""
        return f"{which}:both" if self.per_mode or self.of_view is not None else which


# --- of a mode ------------------------------------------------------------------------------------


def _score(name: str) -> Callable[[View], float | None]:
    return lambda view: None if view.scores is None else float(getattr(view.scores, name))


def _fading(name: str) -> Callable[[View], float | None]:
    return lambda view: None if view.fading is None else float(getattr(view.fading, name))


def _explained(view: View) -> float:
    # The engine takes seconds to load, and the window opens before that.
    from dpcn_app.analysis.coding import coding

    return coding(view.seen, view.reconstruction, view.state).explained


def _active_each(view: View) -> float:
    """Return how many states of a patch are active, on average."""
    return _count_each(view.state.layers[0].states)


def _active_unpriced(view: View) -> float:
    """Return how many states of a patch would be active at γ₀ = 0 and λ = 0, on average."""
    from dpcn_app.engine.inference import infer_layer

    state = view.state.layers[0]
    free = replace(state.layer.spec, sparsity=0.0, transition_weight=0.0)
    return _count_each(infer_layer(replace(state.layer, spec=free), state.inputs).states)


def _count_each(states: NDArray[np.floating]) -> float:
    return float(np.count_nonzero(states) / (states.size / states.shape[-1]))


def _energy(view: View) -> float:
    return float(sum(layer.energy.total.sum() for layer in view.state.layers))


def _foretold(view: View) -> float | None:
    """Return Σ|x_k| over states of layer 1 that A x_{t−1} foretells with their sign, over Σ|x_k|.

    None at the start of a video, where nothing is foretold.
    """
    state = view.state.layers[0]
    size, expected = np.abs(state.states), state.predicted_states
    if not expected.any() or not size.any():
        return None
    return float(size[state.states * expected > 0].sum() / size.sum())


def _price(*, on: bool) -> Callable[[View], float | None]:
    """Return the mean γ of layer 1's states that are on, or of those that are off."""

    def measured(view: View) -> float | None:
        state = view.state.layers[0]
        chosen = (state.states != 0) == on
        gamma = np.broadcast_to(state.gamma[:, None, :], state.states.shape)
        return float(gamma[chosen].mean()) if chosen.any() else None

    return measured


def _top_on(view: View) -> float:
    return float((view.causes > 0).any(axis=1).mean())


def _shapes_told(view: View) -> float | None:
    return None if view.shapes_told is None else view.shapes_told.told


def _psnr(view: View) -> float | None:
    return None if view.likeness is None else view.likeness.psnr


# --- of the network, the video and the training ---------------------------------------------------


def _persistence(network: Network) -> float:
    return float(np.diag(network.layers[0].A).mean())


def _pooled(network: Network) -> float | None:
    """Return the mean over layer 1's causes of (Σ_k B²_kd)² / Σ_k B⁴_kd."""
    squares = network.layers[0].B.astype(float) ** 2
    used = squares[:, squares.any(axis=0)]
    if not used.size:
        return None
    return float((used.sum(axis=0) ** 2 / (used**2).sum(axis=0)).mean())


def _stripes(network: Network) -> float:
    from dpcn_app.analysis.receptive_fields import state_pictures
    from dpcn_app.analysis.spectra import spectra

    return float(spectra(state_pictures(network, 0)).band_pass(network.spec.patch).mean())


def _noisy_psnr(snapshot: Snapshot) -> float | None:
    return None if snapshot.video.likeness is None else snapshot.video.likeness.psnr


def _of_training(take: _TakenFrom) -> Callable[[Snapshot], float | None]:
    return lambda snapshot: None if snapshot.training is None else take(snapshot.training)


def _sign(name: str) -> Callable[[Snapshot], float | None]:
    """Return what takes a sign of the health of a training's network."""
    return _of_training(lambda each: None if each.health is None else getattr(each.health, name))


def _misfit(row: int) -> Callable[[Snapshot], float | None]:
    """Return what takes layer 1's mean ½‖y − C x‖², at its first step or its last."""

    def take(training: TrainingView) -> float | None:
        known = training.curves.energy.get("reconstruction")
        if known is None:
            return None
        own = known[training.curves.layers == 0]
        return float(own[row]) if len(own) else None

    return _of_training(take)


MEASURES: dict[str, Measure] = {
    "kmeans": Measure("share of frames that k-means puts into their class", _score("kmeans")),
    "centroid": Measure("share of frames nearest to their class's centre", _score("centroid")),
    "silhouette": Measure("how well the clusters are apart, −1 to 1", _score("silhouette")),
    "leak": Measure("what is left of noise in the reconstruction", _fading("leak")),
    "kept": Measure("what is left of the true objects", _fading("kept")),
    "likeness": Measure("correlation with the clean frame", _fading("correlation")),
    "top_on": Measure("share of frames with an active top cause", _top_on),
    "shapes_told": Measure(
        "parts of the frame with one shape alone that layer 2 tells rightly", _shapes_told
    ),
    "explained": Measure("share of the frame that is explained", _explained, whole=False),
    "active": Measure("active states of a patch, on average", _active_each, whole=False),
    "unpriced": Measure("the same if states were free", _active_unpriced, whole=False, costly=True),
    "foretold": Measure("share of the states that A foretold", _foretold, whole=False),
    "price_on": Measure("mean price γ of active states", _price(on=True), whole=False),
    "price_off": Measure("mean price γ of the others", _price(on=False), whole=False),
    "energy": Measure("energy of the frame, all layers", _energy, whole=False),
    "psnr": Measure("how near the reconstruction is to the clean frame, dB", _psnr, whole=False),
    "change": Measure(
        "change from the frame before, 0 to 1", which=CHANGES, per_mode=True, whole=False
    ),
    "noisy_psnr": Measure("how near the noisy frame is to it, dB", of_snapshot=_noisy_psnr),
    "persistence": Measure("mean weight of a state for itself", of_network=_persistence),
    "pooled": Measure("states that a cause of layer 1 pools", of_network=_pooled),
    "stripes": Measure("share of the parts that are oriented stripes", of_network=_stripes),
    "error": Measure("error of an estimator in State estimation", which=ESTIMATORS),
    "health": Measure("1 if what was trained is healthy, else 0", of_snapshot=_sign("good")),
    "coverage": Measure("health: frames with an active top cause", of_snapshot=_sign("coverage")),
    "balance": Measure("health: evenness of use of the top causes", of_snapshot=_sign("balance")),
    "exclusiveness": Measure("health: one cause at a time", of_snapshot=_sign("exclusiveness")),
    "steadiness": Measure("health: the same cause for a while", of_snapshot=_sign("steadiness")),
    "misfit_first": Measure("a training's first error of the picture", of_snapshot=_misfit(0)),
    "misfit_last": Measure("a training's last error of the picture", of_snapshot=_misfit(-1)),
    "trained": Measure(
        "training steps so far",
        of_snapshot=_of_training(lambda training: float(training.curves.steps[-1:].sum())),
    ),
}
"""All numbers that lessons may name."""


def check_number(name: str) -> None:
    """Refuse the name of a number that nobody measures."""
    match = _NAME.fullmatch(name)
    measure = MEASURES.get(match[1]) if match is not None else None
    if match is None or measure is None:
        unknown = (name if match is None else match[1])[:40]
        raise UserError(f"there is no number {unknown!r}; there are {', '.join(MEASURES)}")
    _, which, mode = match.groups()
    kinds = ANY_CLASS if match[1] == "kept" and which else measure.which
    per_mode = measure.per_mode or measure.of_view is not None
    if bool(kinds) != bool(which) or per_mode != bool(mode):
        example = match[1] + replace(measure, which=kinds).example
        raise UserError(f"{name!r} should be written like {example!r}")
    if kinds is not ANY_CLASS and which and which not in kinds:
        raise UserError(f"{name!r} needs one of {', '.join(kinds)} in its brackets")
    if mode:
        mode_and_parts(mode)


def change(before: View, after: View, which: str) -> float | None:
    """Return Σ|a_t − a_{t−1}| / Σ(|a_t| + |a_{t−1}|) of states or causes; None where all are 0."""
    one, other = (_values(view, which) for view in (before, after))
    total = float(np.abs(one).sum() + np.abs(other).sum())
    return float(np.abs(other - one).sum()) / total if total > 0 else None


def _values(view: View, which: str) -> NDArray[np.floating]:
    layers = view.state.layers
    if which == "states":
        return layers[0].states
    return layers[0].causes if which == "causes" else layers[-1].causes


def run_errors(run: RunView) -> dict[str, float]:
    """Return the errors of a run's estimators, by their names as numbers; none while it begins."""
    if run.index + 1 < RUN_STEPS:
        return {}
    last = run.steps[run.index + 1 - _LAST_STEPS : run.index + 1]
    return {
        f"error({name})": float(np.mean([step.errors[name] for step in last]))
        for name in ESTIMATORS
    }
