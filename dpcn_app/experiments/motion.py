"""How well A foretells the states of held-out windows, beside simpler matrices; learning A anew.

Every matrix is scored on the states that the layer infers with it, and on states inferred without λ
and causes, which are the same for all.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from dpcn_app.analysis.transition_scores import (
    PredictionScores,
    best_diagonal,
    displacements,
    score_prediction,
    shared_successors,
)
from dpcn_app.engine.inference import infer_layer
from dpcn_app.engine.network import Array, Layer
from dpcn_app.engine.stage_updates import Moments, update_in_stage
from dpcn_app.engine.stages import LEARNING_TOLERANCE, Stage
from dpcn_app.training.fields_of_view import FieldsOfView

ALL_ON = Stage("A", share=1.0, transitions=True)
"""Inference with λ, of all inputs of a group."""

FREE = Stage("A", share=1.0, inputs=1)
"""Inference without λ, of the first input of each group."""

_STEPS_OF_A = 480  # steps in which A is learnt anew


@dataclass(frozen=True)
class Motion:
    """How well A predicts states under one kind of motion, compared with simpler matrices.

    Parameters
    ----------
    learnt, identity, diagonal
        Scores of A, of A = I and of the best diagonal matrix, on the network's own states.
    free_learnt, free_identity, free_diagonal
        The same on states inferred without λ and causes, which are the same for all three.
    moved
        Median distance in pixels between an atom and its successors; for look-alikes it is 0.
    alike
        Share of an atom's five successors that are among its five nearest look-alikes.
    """

    learnt: PredictionScores
    identity: PredictionScores
    diagonal: PredictionScores
    free_learnt: PredictionScores
    free_identity: PredictionScores
    free_diagonal: PredictionScores
    moved: float
    alike: float


def state_pairs(layer: Layer, held: FieldsOfView, stage: Stage) -> tuple[Array, Array, float]:
    """Return states x_{t−1} and x_t of the first input of each group, and the mean energy."""
    befores: list[Array] = []
    afters: list[Array] = []
    energies: list[float] = []
    posed, previous = stage.posed(layer), None
    for step in range(held.steps):
        if held.starts(step):
            previous = None
        inputs = stage.chosen(held.patches(step), layer)
        state = infer_layer(posed, inputs, previous, tolerance=LEARNING_TOLERANCE)
        if previous is not None:
            befores.append(previous[:, 0])
            afters.append(state.states[:, 0])
            energies.append(float(state.energy.total.mean()))
        previous = state.states
    return np.concatenate(befores), np.concatenate(afters), float(np.mean(energies))


def without_causes(layer: Layer) -> Layer:
    """Return the layer with B = 0, which has no use for causes."""
    return replace(layer, B=np.zeros_like(layer.B))


def score_motion(
    layer: Layer, patch: int, shown: FieldsOfView, held: FieldsOfView
) -> tuple[Motion, dict[str, float]]:
    """Score A and simpler matrices on held-out windows, each on the states inferred with it.

    The best diagonal is that of the windows that A was learnt from. Returns the scores, and the
    mean energies after inference by the names of `Energies`.
    """
    identity = np.eye(layer.spec.states, dtype=layer.A.dtype)
    silent = without_causes(layer)
    matrices = {
        "learnt": layer.A,
        "identity": identity,
        "diagonal": best_diagonal(*state_pairs(silent, shown, FREE)[:2]),
    }
    free_before, free_after, _ = state_pairs(silent, held, FREE)
    scores, energies = {}, {}
    for name, A in matrices.items():
        before, after, energies[name] = state_pairs(replace(layer, A=A), held, ALL_ON)
        scores[name] = score_prediction(A, layer.C, before, after)
    moved = np.linalg.norm(displacements(layer, patch, layer.A), axis=1)
    motion = Motion(
        **scores,
        **{
            f"free_{name}": score_prediction(A, layer.C, free_before, free_after)
            for name, A in matrices.items()
        },
        moved=float(np.nanmedian(moved)) if np.isfinite(moved).any() else 0.0,
        alike=shared_successors(layer.A, layer.C),
    )
    return motion, energies


def learn_transition(layer: Layer, stream: FieldsOfView, seed: int) -> Layer:
    """Return the layer with A learnt anew, as the trainer's stages do: without λ, then with it."""
    moments, rng = Moments.fresh(layer.spec), np.random.default_rng(seed)
    learnt = replace(layer, A=np.eye(layer.spec.states, dtype=layer.A.dtype))
    for stage, steps in ((FREE, _STEPS_OF_A), (replace(ALL_ON, inputs=1), _STEPS_OF_A // 4)):
        previous: NDArray[np.floating] | None = None
        for step in range(steps):
            at = step % stream.steps
            if stream.starts(at):
                previous = None
            posed = stage.posed(without_causes(learnt))
            inputs = stage.chosen(stream.patches(at), learnt)
            state = infer_layer(posed, inputs, previous, tolerance=LEARNING_TOLERANCE)
            within = step / steps
            learnt, _ = update_in_stage(state, previous, learnt, stage, within, moments, rng)
            previous = state.states
    return learnt
