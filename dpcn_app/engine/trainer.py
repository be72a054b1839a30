"""Training a network: greedy, layer by layer, in steps that can be stopped and continued.

A trainer's place in its plan is stored as data, so that a training continued from a checkpoint
between any two steps gives a bit-identical network.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Protocol

import numpy as np

from dpcn_app.engine.checkpoint import Checkpoint
from dpcn_app.engine.health import Health, judge
from dpcn_app.engine.inference import TOLERANCE, infer_layer
from dpcn_app.engine.learning import LearningSpec, RunningMeans, Update, update_layer
from dpcn_app.engine.maps import MapFit
from dpcn_app.engine.network import Array, Layer, Network
from dpcn_app.engine.plan import Phase, Place, Plan
from dpcn_app.engine.spec import NetworkSpec
from dpcn_app.engine.stage_updates import Moments, first_layer, update_in_stage
from dpcn_app.engine.stages import LEARNING_TOLERANCE, stage_at
from dpcn_app.engine.state import LayerState
from dpcn_app.engine.training_state import Pass, TrainingState, from_checkpoint, to_checkpoint

__all__ = ["Phase", "Place", "Progress", "Trainer", "TrainingStream"]


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
class Progress:
    """What one training step did.

    Parameters
    ----------
    place
        The step.
    share
        Share of all work that is done, from 0 to 1.
    change
        ‖ΔM‖/‖M‖ of A, B and C; empty while nothing is learnt.
    reseeded
        Dead units that were given a new start in this step.
    state
        What was inferred for the batch.
    """

    place: Place
    share: float
    change: dict[str, float]
    reseeded: int
    state: LayerState = field(repr=False, compare=False)

    @cached_property
    def energy(self) -> dict[str, float]:
        """Means of the energy terms over the groups of the batch, by name."""
        return self.state.energy.means()

    @property
    def active_states(self) -> float:
        """Share of states that are not zero."""
        return float((self.state.states != 0).mean())

    @property
    def active_causes(self) -> float:
        """Share of causes that are not zero."""
        return float((self.state.causes != 0).mean())


class Trainer:
    """Learns a network from a stream: iterate over it for progress, then read `network`.

    To pause, stop iterating; to continue, iterate again.

    Parameters
    ----------
    spec
        The network to learn.
    learning
        How each layer is learnt.
    stream
        The training video.
    seed
        The same seed and stream give the same network, bit for bit.
    """

    def __init__(
        self,
        spec: NetworkSpec,
        learning: tuple[LearningSpec, ...],
        stream: TrainingStream,
        seed: int,
    ) -> None:
        self.spec, self.learning, self.stream, self.seed = spec, learning, stream, seed
        self._plan = Plan(spec, learning, stream.steps, seed)
        layers = tuple(self._initial(index, 0) for index in range(spec.depth))
        self._standing = TrainingState(Place(), Network(spec, layers), Pass(), ((),) * spec.depth)

    @property
    def network(self) -> Network:
        """The network as learnt so far."""
        return self._standing.network

    @property
    def health(self) -> dict[int, tuple[Health, ...]]:
        """Verdicts on the restarts of each layer (from 0) that have been judged."""
        return dict(enumerate(self._standing.health))

    @property
    def done(self) -> bool:
        """Whether the whole plan has been carried out."""
        return self._standing.place.phase == "done"

    def __iter__(self) -> Iterator[Progress]:
        """Take one step at a time until the network is learnt."""
        while not self.done:
            yield self.advance()

    def advance(self) -> Progress:
        """Take the next step of the plan, and return what it did.

        A step interrupted by Ctrl-C or an error has no effect.
        """
        if self.done:
            raise RuntimeError("The training is done; there is no step left to take.")
        before = self._standing
        place, update = before.place, Update({}, 0)
        if place.phase == "learn":
            state, after, update = self._learn(before)
        elif place.phase == "judge":
            state, after = self._infer(before, before.network.layers[place.layer])
            self._keep_causes(after, state)
        elif place.phase == "map":
            state, after = self._map(before)
        else:
            state, after = self._encode(before)
            self._keep_causes(after, state)
        if self._plan.ends_pass(place):
            after = self._close(after)
        else:
            after = replace(after, place=self._plan.after(place))
        progress = Progress(
            place=place,
            share=self._plan.share(after.place),
            change=update.change,
            reseeded=update.reseeded,
            state=state,
        )
        self._standing = after
        return progress

    # --- steps ------------------------------------------------------------------------------------

    def _initial(self, layer: int, restart: int) -> Layer:
        rng = np.random.default_rng((self.seed, layer, restart, 0))
        return Layer.initial(self.spec.layers[layer], rng)

    def _learn(self, standing: TrainingState) -> tuple[LayerState, TrainingState, Update]:
        """Infer one batch and update the layer with it."""
        place, learning = standing.place, self.learning[standing.place.layer]
        if learning.stages:
            return self._learn_in_stages(standing)
        layer = standing.network.layers[place.layer]
        if isinstance(standing.current.means, RunningMeans) and standing.current.rng is not None:
            # Learning changes them in place, so it is given copies.
            means, rng = standing.current.means.copy(), _copy_of(standing.current.rng)
        else:
            layer = self._initial(place.layer, place.restart)
            means, rng = RunningMeans.fresh(layer.spec), self._learning_rng(place)
        progress = self._plan.progress(place)
        softened = learning.softened(layer, progress)
        previous = self._previous(standing, place.layer)
        state, after = self._infer(standing, softened, learning.coherence)
        learnt, update = update_layer(state, previous, learning, progress, means, rng)
        network = standing.network.with_layer(place.layer, replace(learnt, spec=layer.spec))
        current = replace(after.current, means=means, rng=rng)
        return state, replace(after, network=network, current=current), update

    def _learn_in_stages(self, standing: TrainingState) -> tuple[LayerState, TrainingState, Update]:
        """Infer one batch with the stage's inputs and weights, and learn what the stage learns."""
        place = standing.place
        stage, within = stage_at(self.learning[place.layer].stages, self._plan.progress(place))
        layer = standing.network.layers[place.layer]
        inputs = self._inputs(standing, None if stage.ordered else self._mixed(place))
        if isinstance(standing.current.means, Moments) and standing.current.rng is not None:
            moments, rng = standing.current.means.copy(), _copy_of(standing.current.rng)
        else:
            rng = self._learning_rng(place)
            layer = first_layer(self._initial(place.layer, place.restart), inputs, rng)
            moments = Moments.fresh(layer.spec)
        posed = stage.posed(layer)
        previous = self._previous(standing, place.layer) if stage.ordered else None
        if previous is not None and previous.shape[1] != posed.spec.group:
            previous = None  # the stage before looked at other inputs
        state = infer_layer(
            posed, stage.chosen(inputs, layer), previous, tolerance=LEARNING_TOLERANCE
        )
        learnt, update = update_in_stage(state, previous, layer, stage, within, moments, rng)
        return (
            state,
            replace(
                standing,
                network=standing.network.with_layer(place.layer, learnt),
                current=Pass({place.layer: state.states}, state.causes, moments, rng),
            ),
            update,
        )

    def _learning_rng(self, place: Place) -> np.random.Generator:
        return np.random.default_rng((self.seed, place.layer, place.restart, 1))

    def _mixed(self, place: Place) -> int:
        """Return the step of the video that is shown at a place when order does not matter."""
        rng = np.random.default_rng((self.seed, place.layer, place.epoch, 2))
        return int(rng.permutation(self._plan.steps)[place.step])

    def _inputs(self, standing: TrainingState, step: int | None = None) -> Array:
        """Return the inputs of the layer being learnt, at the current step unless one is given."""
        features, step = standing.features, standing.place.step if step is None else step
        return self.stream.patches(step) if features is None else features[step]

    def _infer(
        self, standing: TrainingState, layer: Layer, coherence: float = 0.0
    ) -> tuple[LayerState, TrainingState]:
        """Infer one batch with the layer being learnt."""
        place, current = standing.place, standing.current
        u_hat = current.coherent if coherence and not self.stream.starts(place.step) else None
        previous = self._previous(standing, place.layer)
        inputs = self._inputs(standing)
        state = infer_layer(layer, inputs, previous, u_hat, 0.0 if u_hat is None else coherence)
        current = replace(current, previous={place.layer: state.states}, coherent=state.causes)
        return state, replace(standing, current=current)

    def _encode(self, standing: TrainingState) -> tuple[LayerState, TrainingState]:
        """Infer one batch with all layers below the one to be learnt."""
        states = self._inferred(standing, standing.place.layer)
        previous = {index: state.states for index, state in enumerate(states)}
        return states[-1], replace(standing, current=replace(standing.current, previous=previous))

    def _map(self, standing: TrainingState) -> tuple[LayerState, TrainingState]:
        """Infer one batch with all layers, and add it to the sums for their maps."""
        network, current = standing.network, standing.current
        states = self._inferred(standing, network.spec.depth)
        fits = current.fits or tuple(MapFit.empty(layer.states) for layer in network.spec.layers)
        fits = tuple(
            fit.seen(state.states, self._previous(standing, index), network.neighbours[index])
            for index, (fit, state) in enumerate(zip(fits, states, strict=True))
        )
        previous = {index: state.states for index, state in enumerate(states)}
        current = replace(current, previous=previous, fits=fits)
        return states[-1], replace(standing, current=current)

    def _inferred(self, standing: TrainingState, depth: int) -> list[LayerState]:
        """Return what the lowest layers, `depth` of them, infer for one batch."""
        states: list[LayerState] = []
        inputs = self.stream.patches(standing.place.step)
        for index in range(depth):
            layer = standing.network.layers[index]
            staged = bool(self.learning[index].stages)
            tolerance = LEARNING_TOLERANCE if staged else TOLERANCE
            before = self._previous(standing, index)
            states.append(infer_layer(layer, inputs, before, tolerance=tolerance))
            inputs = states[-1].causes * layer.B.dtype.type(layer.output_scale)
        return states

    def _previous(self, standing: TrainingState, layer: int) -> Array | None:
        """Return a layer's states at the step before; None where sequences begin."""
        if self.stream.starts(standing.place.step):
            return None
        return standing.current.previous.get(layer)

    @staticmethod
    def _keep_causes(standing: TrainingState, state: LayerState) -> None:
        """Add a step's causes to the list that all training states of a pass share.

        They are written at the step's own index, so that a step can be taken again.
        """
        standing.current.causes[standing.place.step :] = [state.causes]

    # --- ends of passes ---------------------------------------------------------------------------

    def _close(self, standing: TrainingState) -> TrainingState:
        """Return the training state after the last step of a pass."""
        place, healthy = standing.place, False
        if place.phase == "encode":
            standing = self._with_features(standing)
            if standing.interrupted is not None:
                network, features = standing.network, standing.features
                return replace(standing.interrupted, network=network, features=features)
        elif place.phase == "judge":
            standing = self._judged(standing)
            healthy = standing.health[place.layer][-1].good
        elif place.phase == "map":
            standing = self._mapped(standing)
        after = self._plan.after(place, healthy)
        if place.phase == "judge" and after.phase != "learn":  # no further restart
            assert standing.healthiest is not None
            network = standing.network.with_layer(place.layer, standing.healthiest)
            standing = replace(standing, network=network, healthiest=None)
        return replace(standing, place=after, current=Pass())

    def _with_features(self, standing: TrainingState) -> TrainingState:
        """Keep the causes of the layer below as inputs, scaled to mean norm 1 where active."""
        causes, index = np.stack(standing.current.causes), standing.place.layer - 1
        below = standing.network.layers[index]
        norms = np.linalg.norm(causes, axis=-1)
        scale = 1.0 / float(norms[norms > 0].mean()) if (norms > 0).any() else 1.0
        network = standing.network.with_layer(index, replace(below, output_scale=scale))
        return replace(standing, network=network, features=causes * below.B.dtype.type(scale))

    def _judged(self, standing: TrainingState) -> TrainingState:
        """Judge the restart that has just been learnt; keep its layer if none was healthier."""
        layer = standing.place.layer
        starts = np.array([self.stream.starts(step) for step in range(self._plan.steps)])
        causes = np.stack(standing.current.causes)
        seen = [
            self._inputs(standing, step).reshape(causes.shape[1], -1).any(axis=1)
            for step in range(self._plan.steps)
        ]
        verdict = judge(causes, starts, np.stack(seen))
        earlier, healthiest = standing.health[layer], standing.healthiest
        if all(verdict.score > other.score for other in earlier):
            healthiest = standing.network.layers[layer]
        health = list(standing.health)
        health[layer] = (*earlier, verdict)
        return replace(standing, health=tuple(health), healthiest=healthiest)

    @staticmethod
    def _mapped(standing: TrainingState) -> TrainingState:
        """Give every layer the map computed from its sums."""
        network = standing.network
        fits = zip(standing.current.fits, network.layers, strict=True)
        layers = tuple(fit.fitted(layer) for fit, layer in fits)
        return replace(standing, network=replace(network, layers=layers))

    # --- pausing ----------------------------------------------------------------------------------

    @cached_property
    def _first_batch(self) -> Array:
        return self.stream.patches(0)

    def checkpoint(self) -> Checkpoint:
        """Return everything that is needed to continue from here."""
        return to_checkpoint(self._standing, self._plan, self._first_batch)

    @classmethod
    def resume(
        cls,
        checkpoint: Checkpoint,
        spec: NetworkSpec,
        learning: tuple[LearningSpec, ...],
        stream: TrainingStream,
        seed: int,
    ) -> Trainer:
        """Return a trainer that continues from where the checkpoint was taken.

        Parameters are those of the trainer that was stopped; others are refused. Above layer 1 the
        video is first encoded again; the fitting of maps starts from its beginning.
        """
        trainer = cls(spec, learning, stream, seed)
        standing = from_checkpoint(checkpoint, trainer._plan, trainer._first_batch)
        place = standing.place
        if place.phase == "map":
            standing = replace(standing, place=Place(place.layer, "map"))
        elif place.layer > 0 and place.phase != "done":
            standing = replace(
                standing,
                place=Place(place.layer, "encode"),
                current=Pass(),
                interrupted=None if place.phase == "encode" else standing,
            )
        trainer._standing = standing
        return trainer


def _copy_of(rng: np.random.Generator) -> np.random.Generator:
    """Return a generator that will give the same numbers; several times faster than deepcopy."""
    copy = np.random.default_rng(0)
    copy.bit_generator.state = rng.bit_generator.state
    return copy
