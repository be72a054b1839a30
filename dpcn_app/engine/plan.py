"""The plan of a training: its steps, their order, and how much work each one is.

For each layer: *encode* the video with the layers below, *learn* (epochs over the video), and
*judge* what was learnt by its health, with further restarts until one is healthy. At the end, for
a network with the extended prior, *map* how states follow each other, all layers in one pass.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import Any, Literal, get_args

from dpcn_app.engine.learning import LearningSpec
from dpcn_app.engine.spec import NetworkSpec
from dpcn_app.engine.stages import work_before
from dpcn_app.errors import UserError

Phase = Literal["encode", "learn", "judge", "map", "done"]


@dataclass(frozen=True)
class Place:
    """Where a trainer stands in its plan: the step that it takes next, all counted from 0."""

    layer: int = 0
    phase: Phase = "learn"
    restart: int = 0
    epoch: int = 0
    step: int = 0


@dataclass(frozen=True)
class Plan:
    """What a training is going to do.

    Parameters
    ----------
    spec, learning
        The network, and how each of its layers is learnt.
    steps
        Time steps in one pass over the video.
    seed
        Seed of all random numbers.
    """

    spec: NetworkSpec
    learning: tuple[LearningSpec, ...]
    steps: int
    seed: int

    def __post_init__(self) -> None:
        if len(self.learning) != self.spec.depth:
            raise UserError(
                f"{len(self.learning)} learning settings were given for {self.spec.depth} layers."
            )
        if self.steps < 1:
            raise UserError("A training needs a video with at least one time step.")
        if self.seed < 0:
            raise UserError(f"A seed must be zero or more, not {self.seed}.")

    def settings(self) -> dict[str, Any]:
        """Return the settings that must stay the same to continue a training, ready for JSON."""
        return asdict(self)

    def judges(self, layer: int) -> bool:
        """Return whether a layer is judged: the top one always, others if restarts are allowed.

        A layer learnt in stages is never judged: the signs of health look for one thing at a time,
        and natural scenes show many.
        """
        if self.learning[layer].stages:
            return False
        return layer == self.spec.depth - 1 or self.learning[layer].restarts > 1

    def ends_pass(self, place: Place) -> bool:
        """Return whether a step is the last of its phase (of all its epochs, for learning)."""
        last_epoch = place.phase != "learn" or place.epoch + 1 == self.learning[place.layer].epochs
        return last_epoch and place.step + 1 == self.steps

    def after(self, place: Place, healthy: bool = False) -> Place:
        """Return the place that follows; after judging it depends on the verdict."""
        if place.step + 1 < self.steps:
            return replace(place, step=place.step + 1)
        if not self.ends_pass(place):
            return replace(place, epoch=place.epoch + 1, step=0)
        if place.phase == "encode":
            return Place(place.layer, "learn")
        if place.phase == "learn" and self.judges(place.layer):
            return Place(place.layer, "judge", place.restart)
        again = place.restart + 1 < self.learning[place.layer].restarts
        if place.phase == "judge" and again and not healthy:
            return Place(place.layer, "learn", place.restart + 1)
        if place.layer + 1 < self.spec.depth:
            return Place(place.layer + 1, "encode")
        if place.phase != "map" and self.spec.prior is not None:
            return Place(place.layer, "map")
        return Place(place.layer, "done")

    def progress(self, place: Place) -> float:
        """Return the share of the steps of learning a layer that precede a place."""
        return (place.epoch + place.step / self.steps) / self.learning[place.layer].epochs

    def includes(self, place: Place) -> bool:
        """Return whether a place can occur in this plan."""
        numbers = (place.layer, place.restart, place.epoch, place.step)
        if not all(type(number) is int for number in numbers) or place.phase not in get_args(Phase):
            return False
        if not 0 <= place.layer < self.spec.depth:
            return False
        if place.phase == "done":
            return place == Place(self.spec.depth - 1, "done")
        if place.phase == "encode" and place.layer == 0:
            return False
        if place.phase == "map" and (self.spec.prior is None or place.layer + 1 < self.spec.depth):
            return False
        if place.phase == "judge" and not self.judges(place.layer):
            return False
        learning = self.learning[place.layer]
        restarts = 1 if place.phase in ("encode", "map") else learning.restarts
        epochs = learning.epochs if place.phase == "learn" else 1
        return (
            0 <= place.restart < restarts
            and 0 <= place.epoch < epochs
            and 0 <= place.step < self.steps
        )

    def share(self, place: Place) -> float:
        """Return the share of all work that precedes a place.

        Further restarts are rare: the first counts as nine tenths of the layer's learning, the next
        as nine tenths of what is left, and so on, so that the share never falls.
        """
        if place.phase == "done":
            return 1.0
        return self._work_before(place) / self._work_before(Place(self.spec.depth, "encode"))

    def _work_before(self, place: Place) -> float:
        """Return the work that precedes a place, in states inferred per frame and pass."""
        work = 0.0
        costs = [
            self.spec.units_per_field(i + 1) * layer.group * layer.states
            for i, layer in enumerate(self.spec.layers)
        ]
        for index in range(min(place.layer + 1, self.spec.depth)):
            learning = self.learning[index]
            passes_of_restart = learning.epochs + self.judges(index)
            encoding = sum(costs[:index])
            if index < place.layer:
                work += encoding + costs[index] * passes_of_restart
            elif place.phase == "encode":
                work += encoding * place.step / self.steps
            elif place.phase == "map":
                work += encoding + costs[index] * passes_of_restart
                work += sum(costs) * place.step / self.steps
            else:
                passes = place.epoch + place.step / self.steps
                passes += learning.epochs if place.phase == "judge" else 0
                done = passes / passes_of_restart
                if learning.stages:
                    done = work_before(learning.stages, done, self.spec.layers[index].group)
                if learning.restarts > 1:
                    done = 1 - 0.1**place.restart * (1 - 0.9 * done)
                work += encoding + costs[index] * passes_of_restart * done
        if place.layer == self.spec.depth and self.spec.prior is not None:
            work += sum(costs)
        return work
