"""The inference problems that a layer solves while it is learnt, one at a time.

The trainer does not give access to its problems. This module repeats them exactly, step for step,
so that several solvers can be measured on them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from dpcn_app.engine.inference import infer_layer
from dpcn_app.engine.learning import LearningSpec, RunningMeans, update_layer
from dpcn_app.engine.network import Array, Layer
from dpcn_app.engine.spec import LayerSpec
from dpcn_app.engine.state import LayerState

LayerSolver = Callable[[Layer, Array, Array | None, Array | None, float], LayerState]
"""Infers a layer: parameters, inputs, previous states, predicted causes, top-down weight."""


@dataclass(frozen=True, eq=False)
class Problem:
    """An inference problem of a layer; see `infer_layer` for the meaning of each part."""

    layer: Layer
    inputs: Array
    previous_states: Array | None = None
    predicted_causes: Array | None = None
    top_down_weight: float = 0.0

    def solve(self, solver: LayerSolver) -> LayerState:
        """Return a solver's result."""
        return solver(
            self.layer,
            self.inputs,
            self.previous_states,
            self.predicted_causes,
            self.top_down_weight,
        )


class LearningReplay:
    """Learns one layer as `Trainer` does in its first restart, and yields every problem.

    Parameters
    ----------
    spec, learning
        The layer, and how it is learnt.
    inputs, starts
        One batch per time step of a pass, and whether sequences begin with it.
    seed, index
        The trainer's seed, and the layer's place in the network, from 0.
    """

    def __init__(
        self,
        spec: LayerSpec,
        learning: LearningSpec,
        inputs: Sequence[Array],
        starts: Sequence[bool],
        seed: int,
        index: int = 0,
    ) -> None:
        self.layer = Layer.initial(spec, np.random.default_rng((seed, index, 0, 0)))
        self._rng = np.random.default_rng((seed, index, 0, 1))
        self._learning, self._inputs, self._starts = learning, inputs, starts

    def __iter__(self) -> Iterator[Problem]:
        """Yield the next problem, then solve it with the exact solver and learn from it."""
        learning, steps = self._learning, len(self._inputs)
        means = RunningMeans.fresh(self.layer.spec)
        state: LayerState | None = None
        for number in range(learning.epochs * steps):
            epoch, step = divmod(number, steps)
            progress = (epoch + step / steps) / learning.epochs
            before = None if self._starts[step] else state
            coherent = before is not None and learning.coherence > 0
            problem = Problem(
                learning.softened(self.layer, progress),
                self._inputs[step],
                before.states if before is not None else None,
                before.causes if before is not None and coherent else None,
                learning.coherence if coherent else 0.0,
            )
            yield problem
            state = problem.solve(infer_layer)
            learnt, _ = update_layer(
                state, problem.previous_states, learning, progress, means, self._rng
            )
            self.layer = replace(learnt, spec=self.layer.spec)


def encode(layer: Layer, inputs: Sequence[Array], starts: Sequence[bool]) -> list[Array]:
    """Return a learnt layer's outputs to the layer above, one per time step, as in `Trainer`."""
    outputs: list[Array] = []
    state: LayerState | None = None
    for batch, start in zip(inputs, starts, strict=True):
        before = None if state is None or start else state.states
        state = infer_layer(layer, batch, before)
        outputs.append(state.causes * layer.B.dtype.type(layer.output_scale))
    return outputs
