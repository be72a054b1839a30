"""Stages of learning a layer: one matrix after the other, where all at once do not converge.

The paper updates A, B and C after every frame. With natural scenes that fails in two ways: an ℓ1
term fits the *median* of the next states, which is zero where things move in all directions, so
that A fades; and causes become alike. A layer in stages learns C first, then A, then B.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from dpcn_app.engine.network import Array, Layer
from dpcn_app.errors import UserError

LEARNING_TOLERANCE = 5e-3
"""The tolerance of inference while learning in stages: many batches make up for it."""


@dataclass(frozen=True)
class Stage:
    """A part of learning a layer.

    Parameters
    ----------
    learns
        Which matrices, such as "C" or "AB".
    share
        Share of the layer's learning steps.
    rate, last_rate
        Learning rates at the beginning and at the end of the stage, geometric in between.
    inputs
        How many of a group's inputs are learnt from; 0 for all. Causes need all of them.
    transitions
        Whether inference includes the transition term, with weight λ.
    decorrelation
        κ, how strongly the columns of B are pushed apart, relative to the mean length of the
        gradient's columns; 0 for the plain gradient, as in the paper.
    """

    learns: str
    share: float
    rate: float = 0.5
    last_rate: float = 0.02
    inputs: int = 0
    transitions: bool = False
    decorrelation: float = 2.5

    def __post_init__(self) -> None:
        if not self.learns or not set(self.learns) <= set("ABC"):
            raise UserError(f"A stage must learn some of A, B and C, not {self.learns!r}.")
        if not 0 < self.share <= 1 or not 0 < self.last_rate <= self.rate <= 10:
            raise UserError(
                "A stage needs a share above 0 and up to 1, and rates up to 10 that do not rise."
            )
        if not 0 <= self.decorrelation <= 1000:
            raise UserError(
                f"A stage's decorrelation must lie from 0 to 1000, not {self.decorrelation}."
            )
        if self.inputs < 0:
            raise UserError("A stage must learn from one or more inputs of a group, or 0 for all.")

    @property
    def ordered(self) -> bool:
        """Whether order matters; if not, steps come in random order, which mixes clips better."""
        return self.transitions or "A" in self.learns

    def rate_at(self, within: float) -> float:
        """Return the rate after a share `within` of the stage."""
        return float(self.rate * (self.last_rate / self.rate) ** within)

    def inputs_of(self, group: int) -> int:
        """Return how many of a group's inputs are learnt from."""
        return min(self.inputs, group) or group

    def posed(self, layer: Layer) -> Layer:
        """Return the layer to infer with: with the stage's inputs, and λ = 0 unless it uses λ."""
        spec = layer.spec
        offsets = spec.offsets[: self.inputs_of(spec.group)]
        weight = spec.transition_weight if self.transitions else 0.0
        if (offsets, weight) == (spec.offsets, spec.transition_weight):
            return layer
        return replace(layer, spec=replace(spec, offsets=offsets, transition_weight=weight))

    def chosen(self, inputs: Array, layer: Layer) -> Array:
        """Return the inputs that are learnt from, shape (G, inputs, P)."""
        grouped = inputs.reshape(-1, layer.spec.group, layer.spec.inputs)
        return grouped[:, : self.inputs_of(layer.spec.group)]


def stage_at(stages: tuple[Stage, ...], progress: float) -> tuple[Stage, float]:
    """Return the stage at a share `progress` of all steps, and the share of it that is done."""
    begun = 0.0
    for stage in stages[:-1]:
        if progress < begun + stage.share:
            return stage, (progress - begun) / stage.share
        begun += stage.share
    return stages[-1], min(1.0, (progress - begun) / stages[-1].share)


def work_before(stages: tuple[Stage, ...], progress: float, group: int) -> float:
    """Return the share of all work that is done after a share `progress` of the steps.

    The cost of a step is the number of inputs that it infers; with causes, about twice that.
    """
    begun = done = total = 0.0
    for stage in stages:
        cost = stage.inputs_of(group) * (2 if "B" in stage.learns else 1)
        total += cost * stage.share
        done += cost * min(max(progress - begun, 0.0), stage.share)
        begun += stage.share
    return done / total
