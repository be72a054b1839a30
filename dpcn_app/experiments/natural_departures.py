"""What learning from natural scenes does otherwise than the paper, and how it is taken back.

A small layer 1 (patches of 11×11 pixels, 144 states, 36 causes; the preset `natural` has 15×15, 400
and 100) learns alone, in half as many steps, from moving photographs; it is scored on strips of
them that were held out.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from dpcn_app.analysis.invariant_scores import twin_share
from dpcn_app.analysis.transition_scores import score_prediction
from dpcn_app.engine.inference import infer_layer
from dpcn_app.engine.learning import LearningSpec, RunningMeans, update_layer
from dpcn_app.engine.network import Layer
from dpcn_app.engine.stages import LEARNING_TOLERANCE
from dpcn_app.experiments.departures import CONTROL, DepartureSet, Run, Values
from dpcn_app.experiments.motion import ALL_ON, learn_transition, state_pairs
from dpcn_app.experiments.natural import directed_streams, streams
from dpcn_app.training.driver import Training
from dpcn_app.training.fields_of_view import FieldsOfView
from dpcn_app.training.presets import Preset, preset

MEASURES = {
    "twins": "causes with a twin",
    "busiest": "activity of the busiest cause",
    "energy": "energy",
    "mixed": "R² of A, mixed motion",
    "directed": "R² of A, directed motion",
}
"""What is scored, with the titles of its columns."""

FRAMES = 640
_PATCH, _STATES, _CAUSES = 11, 144, 36
_RATE = 0.01  # of A by the gradient: of .003, .01, .05 and .2 the best on the bundled network


def small_first_layer() -> Preset:
    """Return the preset `natural` with a small layer 1 and no other."""
    whole = preset("natural")
    layer = replace(whole.network.layers[0], inputs=_PATCH**2, states=_STATES, causes=_CAUSES)
    network = replace(whole.network, patch=_PATCH, layers=(layer,))
    return replace(whole, network=network, learning=whole.learning[:1], frames=FRAMES)


def without_decorrelation(recipe: Preset) -> Preset:
    """Return a preset whose B follows the plain gradient."""
    learning = tuple(
        replace(each, stages=tuple(replace(stage, decorrelation=0.0) for stage in each.stages))
        for each in recipe.learning
    )
    return replace(recipe, learning=learning)


def with_gradient_of_A(
    layer: Layer, stream: FieldsOfView, steps: int, rate: float = _RATE
) -> Layer:
    """Return the layer with A learnt as the paper does, by the gradient of λ‖x_t − A x_{t−1}‖₁.

    It begins as the identity and follows the smoothed gradient of every batch; C and B stay.
    """
    learning = LearningSpec(dictionary_rate=0, invariant_rate=0, transition_rate=rate)
    means, rng = RunningMeans.fresh(layer.spec), np.random.default_rng(0)
    learnt = replace(layer, A=np.eye(layer.spec.states, dtype=layer.A.dtype))
    previous = None
    for step in range(steps):
        at = step % stream.steps
        if stream.starts(at):
            previous = None
        state = infer_layer(learnt, stream.patches(at), previous, tolerance=LEARNING_TOLERANCE)
        stepped, _ = update_layer(state, previous, learning, step / steps, means, rng)
        learnt = replace(learnt, A=stepped.A)
        previous = state.states
    return learnt


def _steps_of_A(recipe: Preset, stream: FieldsOfView) -> int:
    """Return in how many steps the stages learn A."""
    (learning,) = recipe.learning
    share = sum(stage.share for stage in learning.stages if "A" in stage.learns)
    return round(share * learning.epochs * stream.steps)


def train_and_score(run: Run) -> Values:
    """Do a run: the control with what shares its C and B, or a layer of its own."""
    recipe = small_first_layer()
    if run.names[0] == "decorrelation":
        recipe = without_decorrelation(recipe)
    shown, held = streams(recipe, run.frames, run.seed, None)
    network = Training(recipe, run.frames, run.seed, stream=shown).run().network
    layer, steps = network.layers[0], _steps_of_A(recipe, shown)
    directed = directed_streams(network.spec, shown.preprocessing, run.seed)
    values = {
        run.names[0]: {"twins": twin_share(layer.B), "busiest": _busiest(layer, held)}
        | _foretelling(layer, held)
        | {"directed": _r2(learn_transition(layer, directed[0], run.seed), directed[1])}
    }
    others: dict[str, Callable[[FieldsOfView], Layer]] = {
        "regression": lambda stream: with_gradient_of_A(layer, stream, steps),
        "identity": lambda stream: replace(layer, A=np.eye(len(layer.A), dtype=layer.A.dtype)),
    }
    for name in run.names[1:]:
        learnt = others[name]
        values[name] = _foretelling(learnt(shown), held)
        values[name]["directed"] = _r2(learnt(directed[0]), directed[1])
    return values


def _foretelling(layer: Layer, held: FieldsOfView) -> dict[str, float]:
    """Return the energy of held-out groups, and how well A foretells their states."""
    before, after, energy = state_pairs(layer, held, ALL_ON)
    return {"energy": energy, "mixed": score_prediction(layer.A, layer.C, before, after).r2}


def _r2(layer: Layer, held: FieldsOfView) -> float:
    return _foretelling(layer, held)["mixed"]


def _busiest(layer: Layer, held: FieldsOfView) -> float:
    """Return in what share of the held-out groups the most active cause is active."""
    use, previous = [], None
    for step in range(held.steps):
        if held.starts(step):
            previous = None
        state = infer_layer(layer, held.patches(step), previous, tolerance=LEARNING_TOLERANCE)
        use.append((state.causes > 0).mean(axis=0))
        previous = state.states
    return float(np.mean(use, axis=0).max())


NATURAL_SET = DepartureSet(
    titles={
        CONTROL: "as it is",
        "regression": "A by the gradient of ℓ1",
        "identity": "A = I, not learnt",
        "decorrelation": "B by the plain gradient",
    },
    batches=((CONTROL, "regression", "identity"), ("decorrelation",)),
    measures=MEASURES,
    frames=FRAMES,
    work=train_and_score,
    noisy=False,
    less_is_better=frozenset({"twins", "busiest", "energy"}),
)
"""The departures measured on natural scenes."""
