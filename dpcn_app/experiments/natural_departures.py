"""What learning from natural scenes does otherwise than the paper, and how it is taken back.

Layer 1 of the preset `natural` learns alone, from moving photographs; it is scored on strips of
them that were held out.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from dpcn_app.analysis.invariant_scores import twin_share
from dpcn_app.engine.inference import infer_layer
from dpcn_app.engine.learning import LearningSpec, RunningMeans, update_layer
from dpcn_app.engine.network import Layer
from dpcn_app.engine.stages import LEARNING_TOLERANCE
from dpcn_app.experiments.departures import CONTROL, Kind, Run, Values
from dpcn_app.experiments.motion import score_motion
from dpcn_app.experiments.natural import streams
from dpcn_app.training.driver import Training
from dpcn_app.training.fields_of_view import FieldsOfView
from dpcn_app.training.presets import Preset, preset

MEASURES = {
    "twins": "causes with a twin",
    "busiest": "activity of the busiest cause",
    "r2": "R² of A",
    "pixels": "pixel error of A",
    "energy": "energy",
}
"""What is scored, with the titles of its columns."""

_RATE = 0.05  # of A by the gradient: of .01, .05 and .2 the one that is best on seed 1


def first_layer_alone() -> Preset:
    """Return the preset `natural` with layer 1 only."""
    whole = preset("natural")
    network = replace(whole.network, layers=whole.network.layers[:1])
    return replace(whole, network=network, learning=whole.learning[:1])


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
    recipe = first_layer_alone()
    if run.names[0] == "decorrelation":
        recipe = without_decorrelation(recipe)
    shown, held = streams(recipe, run.frames, run.seed, None)
    network = Training(recipe, run.frames, run.seed, stream=shown).run().network
    layer, patch = network.layers[0], recipe.network.patch
    values = {run.names[0]: _scored(layer, patch, shown, held)}
    others: dict[str, Callable[[], Layer]] = {
        "regression": lambda: with_gradient_of_A(layer, shown, _steps_of_A(recipe, shown)),
        "identity": lambda: replace(layer, A=np.eye(len(layer.A), dtype=layer.A.dtype)),
    }
    for name in run.names[1:]:
        values[name] = _scored(others[name](), patch, shown, held, causes=False)
    return values


def _scored(
    layer: Layer, patch: int, shown: FieldsOfView, held: FieldsOfView, causes: bool = True
) -> dict[str, float]:
    motion, energies = score_motion(layer, patch, shown, held)
    measures = {}
    if causes:
        measures["twins"] = twin_share(layer.B)
        measures["busiest"] = _busiest(layer, held)
    measures["r2"], measures["pixels"] = motion.learnt.r2, motion.learnt.pixels
    measures["energy"] = energies["learnt"]
    return measures


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


NATURAL_KIND = Kind(
    titles={
        CONTROL: "as it is",
        "regression": "A by the gradient of ℓ1",
        "identity": "A = I, not learnt",
        "decorrelation": "B by the plain gradient",
    },
    batches=((CONTROL, "regression", "identity"), ("decorrelation",)),
    measures=MEASURES,
    frames=preset("natural").frames,
    work=train_and_score,
    noisy=False,
    less_is_better=frozenset({"twins", "busiest", "pixels", "energy"}),
)
"""The departures measured on natural scenes."""
