"""The numbers that decide how a network is trained: their meanings and ranges."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

from dpcn_app.engine.learning import LearningSpec
from dpcn_app.engine.spec import LayerSpec, PriorSpec
from dpcn_app.errors import UserError
from dpcn_app.training.presets import Preset

Values = dict[str, float]
"""Hyper-parameters of one layer, by name."""


@dataclass(frozen=True)
class Hyperparameter:
    """One number of a layer.

    Parameters
    ----------
    name
        A field of `LayerSpec` or of `LearningSpec`.
    label, meaning
        Its name in the form, and one line on what it does.
    low, high, step
        Range that the form allows, and the step of an arrow key.
    whole
        Whether it is a whole number.
    equation
        Name of the equation in which it stands, among the `EQUATIONS`.
    """

    name: str
    label: str
    meaning: str
    low: float
    high: float
    step: float
    whole: bool = False
    equation: str | None = None

    @property
    def decimals(self) -> int:
        """Digits after the point."""
        return 0 if self.whole else 3

    @property
    def range_in_words(self) -> str:
        """The range, such as “0 to 2”."""
        return f"{self.low:,g} to {self.high:,g}"


INFERENCE = (
    Hyperparameter(
        "transition_weight",
        "Transition λ",
        "Price of states that depart from what the frame before predicts.",
        *(0, 2, 0.01),
        equation="transition",
    ),
    Hyperparameter(
        "sparsity",
        "State sparsity γ₀",
        "Price of an active state that no cause expects; more leaves fewer states active.",
        *(0, 5, 0.05),
        equation="gamma",
    ),
    Hyperparameter(
        "cause_sparsity",
        "Cause sparsity β",
        "Price of an active cause; too much silences all causes, too little lets noise pile up.",
        *(0, 2, 0.01),
        equation="cause_sparsity",
    ),
    Hyperparameter(
        "top_down_weight",
        "Top-down weight",
        "Pull towards the causes that are expected; too much makes them lag behind the video.",
        *(0, 1, 0.005),
        equation="top_down",
    ),
    Hyperparameter(
        "iterations",
        "Iterations",
        "Most steps of inference for one frame; too few leave the top causes at zero.",
        *(1, 1000, 10),
        whole=True,
    ),
)
LEARNING = (
    Hyperparameter(
        "epochs",
        "Epochs",
        "How often the training video is shown while this layer learns.",
        *(1, 100, 1),
        whole=True,
    ),
    Hyperparameter(
        "dictionary_rate",
        "Rate of C",
        "Step size of the dictionary; 0 leaves it as it starts.",
        *(0, 2, 0.01),
    ),
    Hyperparameter(
        "invariant_rate",
        "Rate of B",
        "Step size of the invariant matrix, which ties states to causes; 0 leaves it as it starts.",
        *(0, 2, 0.01),
    ),
    Hyperparameter(
        "transition_rate",
        "Rate of A",
        "Step size of the transitions; 0 keeps every state predicting itself.",
        *(0, 2, 0.01),
    ),
    Hyperparameter(
        "coherence",
        "Coherence",
        "Pull towards the causes of the frame before, while learning; the paper has none.",
        *(0, 1, 0.01),
    ),
    Hyperparameter(
        "cause_warm_up",
        "Warm-up of β",
        "Share of the steps over which the price of causes grows to its full value.",
        *(0, 1, 0.05),
    ),
    Hyperparameter(
        "restarts",
        "Restarts",
        "Most times that the layer is learnt from new initial values, until it is healthy.",
        *(1, 20, 1),
        whole=True,
    ),
)
HYPERPARAMETERS = INFERENCE + LEARNING

PRIOR = (
    Hyperparameter(
        "time",
        "Time: strength κ",
        "Price of states of layer 1 that the frame before did not predict, in multiples of "
        "γ₀; more lets noise fade further, but new objects too.",
        *(0, 100, 0.5),
        equation="prior_time",
    ),
    Hyperparameter(
        "time_steepness",
        "Time: steepness η",
        "How soon a state counts as expected; with more, weak expectations are enough.",
        *(0, 100, 0.5),
        equation="prior_time",
    ),
    Hyperparameter(
        "time_relief",
        "Time: relief ρ",
        "How far the price of expected states falls below the paper's, in multiples of γ₀; more "
        "lets shapes shrink less.",
        *(0, 0.5, 0.05),
        equation="prior_time",
    ),
    Hyperparameter(
        "handed_down",
        "Handed down: strength κ",
        "Price of states that the causes handed down do not expect, in multiples of γ₀.",
        *(0, 100, 0.5),
        equation="prior_handed_down",
    ),
    Hyperparameter(
        "handed_down_steepness",
        "Handed down: steepness η",
        "How soon a state counts as expected by the causes handed down.",
        *(0, 100, 0.5),
        equation="prior_handed_down",
    ),
    Hyperparameter(
        "top",
        "Top: strength κ",
        "Price of states of the top layer that its last causes do not expect, in multiples of γ₀.",
        *(0, 100, 0.5),
        equation="prior_top",
    ),
    Hyperparameter(
        "top_steepness",
        "Top: steepness η",
        "How soon a state of the top layer counts as expected.",
        *(0, 100, 0.5),
        equation="prior_top",
    ),
    Hyperparameter(
        "predictions",
        "Predictions, weight",
        "Pull of layer 1 towards the causes that the paper's model predicts from above; too much "
        "keeps wrong causes active.",
        *(0, 1, 0.001),
        equation="top_down",
    ),
    Hyperparameter(
        "belief",
        "Handed down: κ under a belief",
        "Price of states that a held belief does not expect, in multiples of γ₀; it takes the "
        "place of that strength while the network is told what to look for.",
        *(0, 100, 0.5),
        equation="prior_handed_down",
    ),
    Hyperparameter(
        "belief_steepness",
        "Handed down: η under a belief",
        "How soon a state counts as expected by a held belief.",
        *(0, 100, 0.5),
        equation="prior_handed_down",
    ),
    Hyperparameter(
        "first_pass",
        "First pass in what goes up",
        "The share w of the first pass in the causes handed up: with 0 layer 2 hears of the second "
        "pass alone, with 1 of what was found before the prior acted, between of what both found.",
        *(0, 1, 0.1),
        equation="prior",
    ),
    Hyperparameter(
        "noise_floor",
        "Noise floor of what goes up",
        "How far a cause of layer 1 must rise above the noise of the frame for layer 2 to hear it, "
        "in multiples of the mean difference of the two passes: the more noise, the less is heard.",
        *(0, 100, 0.05),
        equation="prior",
    ),
    Hyperparameter(
        "spread",
        "Handed down: spread σ",
        "The share of what is handed down to a unit that was seen anywhere in the field: with 0 a "
        "unit hears only of what it has seen itself, and whatever enters it is a surprise.",
        *(0, 1, 0.1),
        equation="prior_handed_down",
    ),
    Hyperparameter(
        "letting_go",
        "Top: letting go p",
        "How readily the top lets go of its last causes when what they handed down is not found, "
        "as where another class begins: with 0 it always holds on to them.",
        *(0, 100, 0.5),
        equation="prior_top",
    ),
)
"""Strengths of the extended prior, fields of `PriorSpec`, each for the whole network."""


def recipe(preset: Preset) -> tuple[Values, ...]:
    """Return the hyper-parameters of each layer of a preset; the prior's are with layer 1's."""
    values = [
        {each.name: getattr(_owner(each, layer, learning), each.name) for each in HYPERPARAMETERS}
        for layer, learning in zip(preset.network.layers, preset.learning, strict=True)
    ]
    if preset.network.prior is not None:
        values[0] |= {each.name: getattr(preset.network.prior, each.name) for each in PRIOR}
    return tuple(values)


def with_values(preset: Preset, values: Sequence[Mapping[str, float]]) -> Preset:
    """Return a preset with other hyper-parameters, named custom if they differ from the recipe.

    Values that cannot be trained are refused.
    """
    layers, learnings = [], []
    for number, chosen in enumerate(values, 1):
        _check(number, chosen)
        layers.append(replace(preset.network.layers[number - 1], **_part(LayerSpec, chosen)))
        learnings.append(replace(preset.learning[number - 1], **_part(LearningSpec, chosen)))
    prior = preset.network.prior
    if prior is not None:
        prior = replace(prior, **_part(PriorSpec, values[0]))
    network = replace(preset.network, layers=tuple(layers), prior=prior)
    changed = replace(preset, network=network, learning=tuple(learnings))
    return preset if changed == preset else replace(changed, name=f"{preset.name}-custom")


def _check(number: int, values: Mapping[str, float]) -> None:
    """Refuse combinations with which a layer would learn nothing."""
    if values["sparsity"] == 0:
        raise UserError(
            f"Layer {number}: without state sparsity γ₀ its causes have nothing to explain; "
            "choose more than 0."
        )
    if all(values[name] == 0 for name in ("dictionary_rate", "invariant_rate", "transition_rate")):
        raise UserError(
            f"Layer {number} would learn nothing: its three rates are 0; raise at least one."
        )


def _owner(each: Hyperparameter, layer: LayerSpec, learning: LearningSpec) -> object:
    return layer if each in INFERENCE else learning


def _part(kind: type, values: Mapping[str, float]) -> dict[str, Any]:
    """Return the values that are fields of a dataclass."""
    names = {field.name for field in fields(kind)}
    return {name: value for name, value in values.items() if name in names}
