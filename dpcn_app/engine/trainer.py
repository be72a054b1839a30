"""Training a network: greedy, layer by layer, in steps that can be stopped and continued.

For each layer: *encode* the video with the layers below, *learn* (epochs over the video, several
restarts where needed), and *judge* each restart by its health. A trainer's place in this plan is
data, so that a checkpoint taken between any two steps leads on to a bit-identical network.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Literal, Protocol

import numpy as np

from dpcn_app.engine.checkpoint import Checkpoint
from dpcn_app.engine.health import Health, judge
from dpcn_app.engine.inference import infer_layer
from dpcn_app.engine.learning import LearningSpec, RunningMeans, Update, update_layer
from dpcn_app.engine.network import Array, Layer, Network
from dpcn_app.engine.spec import NetworkSpec
from dpcn_app.engine.state import LayerState
from dpcn_app.errors import UserError

Phase = Literal["encode", "learn", "judge", "done"]


class TrainingStream(Protocol):
    """Training video: a number of sequences shown in lockstep, one batch per time step."""

    @property
    def steps(self) -> int:
        """Time steps in one pass over the video."""
        ...

    def patches(self, step: int) -> Array:
        """Return the patches of all frames of a time step, shape (patches, P)."""
        ...

    def starts(self, step: int) -> bool:
        """Return whether new sequences begin at this step."""
        ...


@dataclass(frozen=True)
class Place:
    """Where a trainer stands in its plan: the step that it takes next, all counted from 0."""

    layer: int = 0
    phase: Phase = "learn"
    restart: int = 0
    epoch: int = 0
    step: int = 0


@dataclass(frozen=True)
class Progress:
    """What one training step did.

    Parameters
    ----------
    place
        The step.
    share
        Share of all work that is done, from 0 to 1.
    energy
        Means of the energy terms over the groups of the batch, by name.
    active_states, active_causes
        Shares of states and causes that are not zero.
    change
        ‖ΔM‖/‖M‖ of A, B and C; empty while nothing is learnt.
    reseeded
        Dead units that were given a new start in this step.
    """

    place: Place
    share: float
    energy: dict[str, float]
    active_states: float
    active_causes: float
    change: dict[str, float]
    reseeded: int


@dataclass
class _Pass:
    """What is carried from step to step within one phase."""

    previous: dict[int, Array] = field(default_factory=dict)  # last states, by layer
    coherent: Array | None = None  # last causes of the layer being learnt
    means: RunningMeans | None = None
    rng: np.random.Generator | None = None
    causes: list[Array] = field(default_factory=list)


class Trainer:
    """Learns a network from a stream: iterate over it for progress, then read `network`.

    Parameters
    ----------
    spec
        The network to learn.
    learning
        How each layer is learnt.
    stream
        The training video.
    seed
        Same seed, same stream, same network, bit for bit.
    """

    def __init__(
        self,
        spec: NetworkSpec,
        learning: tuple[LearningSpec, ...],
        stream: TrainingStream,
        seed: int,
    ) -> None:
        if len(learning) != spec.depth:
            raise UserError(f"{len(learning)} ways of learning for {spec.depth} layers.")
        self.spec, self.learning, self.stream, self.seed = spec, learning, stream, seed
        self.network = Network(spec, tuple(self._initial(i, 0) for i in range(spec.depth)))
        self.health: dict[int, list[Health]] = {i: [] for i in range(spec.depth)}
        self._place = Place()
        self._pass = _Pass()
        self._healthiest: Layer | None = None
        self._features: Array | None = None  # inputs of the layer being learnt, for every step
        self._interrupted: tuple[Place, _Pass] | None = None

    @property
    def done(self) -> bool:
        """Whether the whole plan has been carried out."""
        return self._place.phase == "done"

    def __iter__(self) -> Iterator[Progress]:
        """Take one step at a time until the network is learnt."""
        while not self.done:
            yield self.advance()

    def advance(self) -> Progress:
        """Take the next step of the plan, and say what it did."""
        place, update = self._place, Update({}, 0)
        if place.phase == "learn":
            state, update = self._learn(place)
        elif place.phase == "judge":
            state, _ = self._infer_learnt(place, self.network.layers[place.layer])
            self._pass.causes.append(state.causes)
        else:
            state = self._encode(place)
        self._place = self._after(place)
        return Progress(
            place=place,
            share=1.0 if self.done else self._work_before(self._place) / self._work(),
            energy=state.energy.means(),
            active_states=float((state.states != 0).mean()),
            active_causes=float((state.causes != 0).mean()),
            change=update.change,
            reseeded=update.reseeded,
        )

    # --- steps ------------------------------------------------------------------------------------

    def _initial(self, layer: int, restart: int) -> Layer:
        rng = np.random.default_rng((self.seed, layer, restart, 0))
        return Layer.initial(self.spec.layers[layer], rng)

    def _learn(self, place: Place) -> tuple[LayerState, Update]:
        """Infer one batch and update the layer with it."""
        current, learning = self._pass, self.learning[place.layer]
        layer = self.network.layers[place.layer]
        if current.means is None or current.rng is None:
            layer = self._initial(place.layer, place.restart)
            current.means = RunningMeans.fresh(layer)
            current.rng = np.random.default_rng((self.seed, place.layer, place.restart, 1))
        progress = (place.epoch + place.step / self.stream.steps) / learning.epochs
        softened = learning.softened(layer, progress)
        state, previous_states = self._infer_learnt(place, softened, learning.coherence)
        learnt, update = update_layer(
            state, previous_states, learning, progress, current.means, current.rng
        )
        self.network = self.network.with_layer(place.layer, replace(learnt, spec=layer.spec))
        return state, update

    def _infer_learnt(
        self, place: Place, layer: Layer, coherence: float = 0.0
    ) -> tuple[LayerState, Array | None]:
        """Infer one batch with the layer being learnt; return also the states before it."""
        fresh = self.stream.starts(place.step)
        previous = None if fresh else self._pass.previous.get(place.layer)
        u_hat = None if fresh or not coherence else self._pass.coherent
        inputs = (
            self.stream.patches(place.step)
            if self._features is None
            else self._features[place.step]
        )
        weight = 0.0 if u_hat is None else coherence
        state = infer_layer(layer, inputs, previous, u_hat, weight)
        self._pass.previous[place.layer] = state.states
        self._pass.coherent = state.causes
        return state, previous

    def _encode(self, place: Place) -> LayerState:
        """Infer one batch with all layers below, and keep the causes of the last."""
        inputs = self.stream.patches(place.step)
        fresh = self.stream.starts(place.step)
        for index in range(place.layer):
            layer = self.network.layers[index]
            previous = None if fresh else self._pass.previous.get(index)
            state = infer_layer(layer, inputs, previous)
            self._pass.previous[index] = state.states
            inputs = state.causes * layer.B.dtype.type(layer.output_scale)
        self._pass.causes.append(state.causes)
        return state

    # --- the plan ---------------------------------------------------------------------------------

    def _judges(self, layer: int) -> bool:
        """Whether the layer's restarts are judged: the top layer's always, others' if several."""
        return layer == self.spec.depth - 1 or self.learning[layer].restarts > 1

    def _after(self, place: Place) -> Place:
        """Return the place that follows, closing passes, restarts and layers on the way."""
        if place.step + 1 < self.stream.steps:
            return replace(place, step=place.step + 1)
        learning = self.learning[place.layer]
        if place.phase == "learn" and place.epoch + 1 < learning.epochs:
            return replace(place, epoch=place.epoch + 1, step=0)
        finished, self._pass = self._pass, _Pass()
        if place.phase == "encode":
            self._keep_features(place.layer, np.stack(finished.causes))
            if self._interrupted is not None:
                after, self._pass = self._interrupted
                self._interrupted = None
                return after
            return Place(place.layer, "learn")
        if place.phase == "learn" and self._judges(place.layer):
            return Place(place.layer, "judge", place.restart)
        if place.phase == "judge":
            health = self._keep_healthiest(place.layer, np.stack(finished.causes))
            if not health.good and place.restart + 1 < learning.restarts:
                return Place(place.layer, "learn", place.restart + 1)
            if self._healthiest is not None:
                self.network = self.network.with_layer(place.layer, self._healthiest)
                self._healthiest = None
        if place.layer + 1 < self.spec.depth:
            return Place(place.layer + 1, "encode")
        return Place(place.layer, "done")

    def _keep_features(self, layer: int, causes: Array) -> None:
        """Scale the causes below so that active groups have mean norm 1, and keep them as inputs."""
        below = self.network.layers[layer - 1]
        norms = np.linalg.norm(causes, axis=-1)
        scale = 1.0 / float(norms[norms > 0].mean()) if (norms > 0).any() else 1.0
        self.network = self.network.with_layer(layer - 1, replace(below, output_scale=scale))
        self._features = causes * below.B.dtype.type(scale)

    def _keep_healthiest(self, layer: int, causes: Array) -> Health:
        """Judge the restart that has just been learnt; keep its layer if none was healthier."""
        starts = np.array([self.stream.starts(step) for step in range(self.stream.steps)])
        health = judge(causes, starts)
        earlier = self.health[layer]
        if all(health.score > other.score for other in earlier):
            self._healthiest = self.network.layers[layer]
        earlier.append(health)
        return health

    def _work(self) -> float:
        return self._work_before(Place(self.spec.depth, "encode"))

    def _work_before(self, place: Place) -> float:
        """Return the work that precedes a place, in states inferred per frame and pass."""
        work, steps = 0.0, self.stream.steps
        costs = [
            self.spec.units_per_field(i + 1) * layer.group * layer.states
            for i, layer in enumerate(self.spec.layers)
        ]
        for index in range(min(place.layer + 1, self.spec.depth)):
            learning = self.learning[index]
            passes_of_restart = learning.epochs + self._judges(index)
            encoding = sum(costs[:index])
            if index < place.layer:
                work += encoding + costs[index] * passes_of_restart * learning.restarts
            elif place.phase == "encode":
                work += encoding * place.step / steps
            else:
                passes = place.restart * passes_of_restart + place.epoch + place.step / steps
                passes += learning.epochs if place.phase == "judge" else 0
                work += encoding + costs[index] * passes
        return work

    # --- pausing ----------------------------------------------------------------------------------

    def checkpoint(self) -> Checkpoint:
        """Return everything that is needed to go on from here."""
        place, current = self._interrupted or (self._place, self._pass)
        meta: dict[str, Any] = {
            "seed": self.seed,
            "steps": self.stream.steps,
            "spec": asdict(self.spec),
            "learning": [asdict(each) for each in self.learning],
            "place": asdict(place),
            "scales": [layer.output_scale for layer in self.network.layers],
            "health": [[asdict(each) for each in self.health[i]] for i in range(self.spec.depth)],
        }
        arrays: dict[str, Array] = {}
        for index, layer in enumerate(self.network.layers):
            arrays |= _named(f"layer{index}", layer)
        if self._healthiest is not None:
            arrays |= _named("healthiest", self._healthiest)
            meta["healthiest_scale"] = self._healthiest.output_scale
        if place.phase != "encode":  # an encoding is made again from its start
            for index, states in current.previous.items():
                arrays[f"previous{index}"] = states
            if current.coherent is not None:
                arrays["coherent"] = current.coherent
            if current.causes:
                arrays["causes"] = np.stack(current.causes)
            if current.means is not None and current.rng is not None:
                meta["rng"] = current.rng.bit_generator.state
                meta["batches"] = current.means.batches
                for name in ("state_energy", "input_energy", "state_idle", "cause_idle"):
                    arrays[f"means.{name}"] = getattr(current.means, name)
        return Checkpoint(meta, arrays)

    @classmethod
    def resume(
        cls,
        checkpoint: Checkpoint,
        spec: NetworkSpec,
        learning: tuple[LearningSpec, ...],
        stream: TrainingStream,
        seed: int,
    ) -> Trainer:
        """Return a trainer that goes on where the checkpoint was taken.

        Parameters are those of the trainer that was stopped; others are refused.
        """
        trainer = cls(spec, learning, stream, seed)
        meta, arrays = checkpoint.meta, checkpoint.arrays
        fresh = trainer.checkpoint().meta
        for name in ("seed", "steps", "spec", "learning"):
            if _plain(meta.get(name)) != _plain(fresh[name]):
                raise UserError(
                    f"The checkpoint belongs to another training: its {name} differs. "
                    "Give the settings that it was started with, or start anew."
                )
        try:
            trainer._restore(meta, arrays)
        except (KeyError, TypeError, ValueError) as error:
            raise UserError("The checkpoint is incomplete; start the training anew.") from error
        return trainer

    def _restore(self, meta: dict[str, Any], arrays: dict[str, Array]) -> None:
        layers = tuple(
            _layer(f"layer{index}", spec, arrays, scale)
            for index, (spec, scale) in enumerate(
                zip(self.spec.layers, meta["scales"], strict=True)
            )
        )
        self.network = Network(self.spec, layers)
        self.health = {
            index: [Health(**each) for each in listed]
            for index, listed in enumerate(meta["health"])
        }
        place = Place(**meta["place"])
        if "healthiest_scale" in meta:
            spec = self.spec.layers[place.layer]
            self._healthiest = _layer("healthiest", spec, arrays, meta["healthiest_scale"])
        current = _Pass(coherent=arrays.get("coherent"))
        for index in range(self.spec.depth):
            if f"previous{index}" in arrays:
                current.previous[index] = arrays[f"previous{index}"]
        if "causes" in arrays:
            current.causes = list(arrays["causes"])
        if "rng" in meta:
            current.rng = np.random.default_rng()
            current.rng.bit_generator.state = meta["rng"]
            names = ("state_energy", "input_energy", "state_idle", "cause_idle")
            means = [arrays[f"means.{name}"].copy() for name in names]
            current.means = RunningMeans(*means, batches=meta["batches"])
        if place.layer == 0 or place.phase == "done":
            self._place, self._pass = place, current
        else:
            self._place = Place(place.layer, "encode")
            if place.phase != "encode":
                self._interrupted = (place, current)


def _named(prefix: str, layer: Layer) -> dict[str, Array]:
    return {f"{prefix}.{name}": getattr(layer, name) for name in "ABC"}


def _layer(prefix: str, spec: Any, arrays: dict[str, Array], scale: float) -> Layer:
    return Layer(spec, *(arrays[f"{prefix}.{name}"] for name in "ABC"), output_scale=scale)


def _plain(value: Any) -> Any:
    """Return the value with tuples as lists, as JSON gives it back."""
    if isinstance(value, dict):
        return {key: _plain(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(each) for each in value]
    return value
