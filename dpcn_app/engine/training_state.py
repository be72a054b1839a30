"""Everything that changes during a training, and its conversion to a checkpoint and back."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, replace
from typing import Any, NoReturn

import numpy as np
from numpy.typing import DTypeLike, NDArray

from dpcn_app.engine.checkpoint import Checkpoint
from dpcn_app.engine.health import Health
from dpcn_app.engine.learning import RunningMeans
from dpcn_app.engine.maps import MapFit
from dpcn_app.engine.network import Array, Layer, Network
from dpcn_app.engine.plan import Place, Plan
from dpcn_app.engine.spec import LayerSpec
from dpcn_app.engine.stage_updates import Moments
from dpcn_app.engine.stages import stage_at
from dpcn_app.errors import DamagedFileError, OtherTrainingError, UserError


@dataclass(frozen=True, eq=False)
class Pass:
    """What is carried from step to step within one phase.

    Parameters
    ----------
    previous
        Last states, by layer.
    coherent
        Last causes of the layer being learnt.
    means, rng
        Statistics and random generator of the learning; None before its first step.
    causes
        Causes of each step of an encoding or judging, shapes (G, D).
    fits
        Sums for the map of each layer; empty before the first step of mapping.
    """

    previous: dict[int, Array] = field(default_factory=dict)
    coherent: Array | None = None
    means: RunningMeans | Moments | None = None
    rng: np.random.Generator | None = None
    causes: list[Array] = field(default_factory=list)
    fits: tuple[MapFit, ...] = ()


@dataclass(frozen=True, eq=False)
class TrainingState:
    """Where a training stands; every step makes a new one, so an interrupted step has no effect.

    Parameters
    ----------
    place
        The step to take next.
    network
        As learnt so far.
    current
        What is carried from step to step.
    healthiest
        The best of the layer's restarts that have been judged.
    health
        The verdicts on each layer's restarts.
    features
        Inputs of the layer being learnt, for every step; None for layer 1.
    interrupted
        After resuming: where to continue once the features have been computed again.
    """

    place: Place
    network: Network
    current: Pass
    health: tuple[tuple[Health, ...], ...]
    healthiest: Layer | None = None
    features: Array | None = None
    interrupted: TrainingState | None = None


def to_checkpoint(standing: TrainingState, plan: Plan, first_batch: Array) -> Checkpoint:
    """Return everything that is needed to continue.

    Features and the sums of maps are left out; they are computed again.

    Parameters
    ----------
    standing, plan
        The training.
    first_batch
        Patches of the video's first step, by whose mean the video is recognised.
    """
    standing = standing.interrupted or standing
    place, current = standing.place, standing.current
    meta: dict[str, Any] = {
        "settings": plan.settings(),
        "place": asdict(place),
        "scales": [layer.output_scale for layer in standing.network.layers],
        "cause_sparsities": [layer.spec.cause_sparsity for layer in standing.network.layers],
        "health": [[asdict(each) for each in verdicts] for verdicts in standing.health],
    }
    arrays: dict[str, NDArray[Any]] = {"video": first_batch.mean(axis=0)}
    for index, layer in enumerate(standing.network.layers):
        arrays |= _named(f"layer{index}", layer)
    if standing.healthiest is not None:
        arrays |= _named("healthiest", standing.healthiest)
    if place.phase in ("learn", "judge") and current.coherent is not None:
        arrays["previous"] = current.previous[place.layer]
        arrays["coherent"] = current.coherent
        if place.phase == "judge":
            arrays["causes"] = np.stack(current.causes[: place.step])
    if current.means is not None and current.rng is not None:
        meta["rng"] = current.rng.bit_generator.state
        for name, value in vars(current.means).items():
            if isinstance(value, np.ndarray):
                arrays[f"means.{name}"] = value
            else:
                meta[name] = value
    return Checkpoint(meta, arrays)


def from_checkpoint(checkpoint: Checkpoint, plan: Plan, first_batch: Array) -> TrainingState:
    """Return where the training stood; refuse a damaged checkpoint and one of another training.

    Parameters are those of `to_checkpoint`.
    """
    meta, arrays = checkpoint.meta, checkpoint.arrays
    settings = meta.get("settings")
    for name, value in plan.settings().items():
        if not isinstance(settings, dict) or _plain(settings.get(name)) != _plain(value):
            _refuse(name)
    video, expected = arrays.get("video"), first_batch.mean(axis=0)
    if video is None or video.shape != expected.shape or not np.allclose(video, expected, 0, 1e-3):
        _refuse("video")
    try:
        return _restored(meta, arrays, plan, first_batch.size)
    except (KeyError, TypeError, ValueError, OverflowError, UserError) as error:
        raise DamagedFileError("The checkpoint is damaged; start the training anew.") from error


def _refuse(name: str) -> NoReturn:
    raise OtherTrainingError(
        f"The checkpoint belongs to another training: its {name} differs. "
        "Give the settings that it was started with, or start anew."
    )


def _restored(
    meta: dict[str, Any], arrays: dict[str, NDArray[Any]], plan: Plan, batch_size: int
) -> TrainingState:
    place = Place(**meta["place"])
    if not plan.includes(place):
        raise ValueError(f"{place} is not in the plan")
    specs = plan.spec.layers
    learnt = zip(specs, meta["cause_sparsities"], meta["scales"], strict=True)
    layers = tuple(
        _layer(f"layer{index}", replace(spec, cause_sparsity=beta), arrays, scale)
        for index, (spec, beta, scale) in enumerate(learnt)
    )
    spec = replace(plan.spec, layers=tuple(layer.spec for layer in layers))
    health = _health(meta["health"], plan, place)
    healthiest = None
    if place.phase in ("learn", "judge") and place.restart:
        healthiest = _layer("healthiest", specs[place.layer], arrays, 1.0)
    return TrainingState(
        place=place,
        network=Network(spec, layers),
        current=_pass(meta, arrays, plan, place, batch_size),
        health=health,
        healthiest=healthiest,
    )


def _pass(
    meta: dict[str, Any],
    arrays: dict[str, NDArray[Any]],
    plan: Plan,
    place: Place,
    batch_size: int,
) -> Pass:
    """Return what had been carried from step to step."""
    if place.phase in ("encode", "map", "done") or place.epoch == place.step == 0:
        return Pass()
    groups = batch_size // plan.spec.patch**2
    for below in plan.spec.layers[: place.layer + 1]:
        groups //= below.group
    spec, stages = plan.spec.layers[place.layer], plan.learning[place.layer].stages
    K, D, inputs = spec.states, spec.causes, spec.group
    if stages:  # the states are those of the step before, whose stage may use fewer inputs
        steps = plan.learning[place.layer].epochs * plan.steps
        inputs = stage_at(stages, plan.progress(place) - 1 / steps)[0].inputs_of(spec.group)
    previous = _array(arrays, "previous", (groups, inputs, K), np.float32)
    coherent = _array(arrays, "coherent", (groups, D), np.float32)
    if place.phase == "judge":
        causes = _array(arrays, "causes", (place.step, groups, D), np.float32)
        return Pass({place.layer: previous}, coherent, causes=list(causes))
    kind = Moments if stages else RunningMeans
    means: RunningMeans | Moments = kind.fresh(spec)
    for name, value in vars(means).items():
        if isinstance(value, np.ndarray):
            setattr(means, name, _array(arrays, f"means.{name}", value.shape, value.dtype))
        else:
            setattr(means, name, _count(meta[name]))
    rng = np.random.default_rng(0)
    rng.bit_generator.state = meta["rng"]
    return Pass({place.layer: previous}, coherent, means, rng)


def _health(listed: Any, plan: Plan, place: Place) -> tuple[tuple[Health, ...], ...]:
    """Return the verdicts, as many for each layer as there can be at this place."""
    health = tuple(tuple(Health(**each) for each in verdicts) for verdicts in listed)
    for verdicts in health:
        for each in verdicts:
            if not all(type(sign) is float and 0 <= sign <= 1 for sign in asdict(each).values()):
                raise ValueError("signs of health lie between 0 and 1")
    if len(health) != plan.spec.depth:
        raise ValueError("one list of verdicts for each layer is needed")
    for layer, verdicts in enumerate(health):
        least = most = 0
        if layer < place.layer or place.phase in ("map", "done"):
            least, most = (1, plan.learning[layer].restarts) if plan.judges(layer) else (0, 0)
        elif layer == place.layer:
            least = most = place.restart
        if not least <= len(verdicts) <= most:
            raise ValueError("there are too few or too many verdicts")
    return health


def _count(value: Any) -> int:
    if type(value) is not int or value < 0:
        raise ValueError(f"{value} is not a count")
    return value


def _array(
    arrays: dict[str, NDArray[Any]], name: str, shape: tuple[int, ...], dtype: DTypeLike
) -> NDArray[Any]:
    array = arrays[name]
    if array.shape != shape or array.dtype != dtype or not np.isfinite(array).all():
        raise ValueError(f"{name} is not what it should be")
    return array


def _named(prefix: str, layer: Layer) -> dict[str, Array]:
    matrices = {name: getattr(layer, name) for name in "ABCM"}
    return {f"{prefix}.{name}": each for name, each in matrices.items() if each is not None}


def _layer(prefix: str, spec: LayerSpec, arrays: dict[str, NDArray[Any]], scale: float) -> Layer:
    K, D, P = spec.states, spec.causes, spec.inputs
    A = _array(arrays, f"{prefix}.A", (K, K), np.float32)
    B = _array(arrays, f"{prefix}.B", (K, D), np.float32)
    C = _array(arrays, f"{prefix}.C", (P, K), np.float32)
    M = _array(arrays, f"{prefix}.M", (5, K, K), np.float32) if f"{prefix}.M" in arrays else None
    return Layer(spec, A, B, C, scale, M)


def _plain(value: Any) -> Any:
    """Return the value with tuples as lists, as JSON gives it back."""
    if isinstance(value, dict):
        return {key: _plain(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(each) for each in value]
    return value
