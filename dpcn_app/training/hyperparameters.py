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
        What the form calls it, and one line on what it does.
    low, high, step
        Range that the form allows, and how far an arrow key goes.
    whole
        Whether it is a whole number.
    equation
        Where it stands, among the `EQUATIONS`.
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
        "Step size of the matrix that binds states to causes; 0 leaves it as it starts.",
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
        "How often, at most, the layer is learnt anew until it is healthy.",
        *(1, 20, 1),
        whole=True,
    ),
)
HYPERPARAMETERS = INFERENCE + LEARNING

PRIOR = (
    Hyperparameter(
        "time",
        "T: strength κ",
        "Price of states of layer 1 that nothing a frame earlier led to expect, in multiples of "
        "γ₀; more lets noise fade further, and what is new with it.",
        *(0, 100, 0.5),
        equation="prior_time",
    ),
    Hyperparameter(
        "time_steepness",
        "T: steepness η",
        "How soon a state counts as expected; more lets weak expectations do.",
        *(0, 100, 0.5),
        equation="prior_time",
    ),
    Hyperparameter(
        "time_relief",
        "T: relief ρ",
        "How much less than the paper's price the expected costs, in multiples of γ₀; more lets "
        "shapes shrink less.",
        *(0, 0.5, 0.05),
        equation="prior_time",
    ),
    Hyperparameter(
        "handed_down",
        "D: strength κ",
        "Price of states that the causes handed down do not expect, in multiples of γ₀.",
        *(0, 100, 0.5),
        equation="prior_handed_down",
    ),
    Hyperparameter(
        "handed_down_steepness",
        "D: steepness η",
        "How soon a state counts as expected by what is handed down.",
        *(0, 100, 0.5),
        equation="prior_handed_down",
    ),
    Hyperparameter(
        "top",
        "K: strength κ",
        "Price of states of the top layer that its last causes do not expect, in multiples of γ₀.",
        *(0, 100, 0.5),
        equation="prior_top",
    ),
    Hyperparameter(
        "top_steepness",
        "K: steepness η",
        "How soon a state of the top layer counts as expected.",
        *(0, 100, 0.5),
        equation="prior_top",
    ),
    Hyperparameter(
        "predictions",
        "Predictions, weight",
        "Pull of layer 1 towards the causes that the paper's predictions hand down; too much "
        "locks the network into what it believes.",
        *(0, 1, 0.001),
        equation="top_down",
    ),
)
"""Strengths of the extended prior, fields of `PriorSpec`: one for the whole network each."""


def recipe(preset: Preset) -> tuple[Values, ...]:
    """Return the hyper-parameters of each layer of a preset; the prior's stand with layer 1."""
    values = [
        {each.name: getattr(_owner(each, layer, learning), each.name) for each in HYPERPARAMETERS}
        for layer, learning in zip(preset.network.layers, preset.learning, strict=True)
    ]
    if preset.network.prior is not None:
        values[0] |= {each.name: getattr(preset.network.prior, each.name) for each in PRIOR}
    return tuple(values)


def with_values(preset: Preset, values: Sequence[Mapping[str, float]]) -> Preset:
    """Return a preset with other hyper-parameters, called custom if they are not the recipe's.

    What cannot be trained is refused.
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
    """Return those values that belong to a dataclass."""
    names = {field.name for field in fields(kind)}
    return {name: value for name, value in values.items() if name in names}
