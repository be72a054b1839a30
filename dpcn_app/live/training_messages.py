"""What goes through the pipes between the window and the process that trains."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING

from dpcn_app.engine.network import Network
from dpcn_app.engine.plan import Place
from dpcn_app.training.curves import CurveRow, GrowingCurves
from dpcn_app.training.status import TrainingStatus

if TYPE_CHECKING:
    from dpcn_app.engine.health import Health
    from dpcn_app.storage.models import Model

HELD_BACK = ("SIGINT", "SIGHUP", "SIGTERM")
"""Signals that are blocked in the process until it can deal with them."""


class Order(StrEnum):
    """What the window wants of a training."""

    PAUSE = "pause"
    GO_ON = "go on"
    HURRY = "hurry"
    """End its slow start."""
    STOP = "stop"
    """End it for good, and hand over the network as learnt so far."""
    FORGET = "forget"
    """The network has been taken over: the checkpoint is of no more use."""
    LEAVE = "leave"
    """Keep a checkpoint and end the process."""


@dataclass(frozen=True)
class StepTaken:
    """A training step, and the share of all work that is done after it."""

    place: Place
    share: float


@dataclass(frozen=True, eq=False)
class TrainingReport:
    """Where a training stands.

    Parameters
    ----------
    state
        Whether it runs, is paused, done or stopped.
    last
        The last step; None before the first.
    seconds_left
        Estimate; None while unknown.
    health
        Of the top layer, once it has been judged.
    network
        The network as learnt so far.
    before
        The curves up to where a training was resumed, in the first report of it.
    rows
        What is new in the curves.
    problems
        Sentences about what could not be done.
    failed
        Whether a step has just failed, after which the training pauses by itself.
    model
        What was learnt, once the training is done or stopped.
    slow_left
        Seconds that its slow start still takes; 0 once it is over.
    """

    state: TrainingStatus
    last: StepTaken | None
    seconds_left: float | None
    health: Health | None
    network: Network
    before: GrowingCurves | None = None
    rows: tuple[CurveRow, ...] = ()
    problems: tuple[str, ...] = ()
    failed: bool = False
    model: Model | None = None
    slow_left: float = 0.0

    def after(self, earlier: TrainingReport | None) -> TrainingReport:
        """Return this report with what an earlier one told that nobody has read."""
        if earlier is None:
            return self
        return replace(
            self,
            before=earlier.before or self.before,
            rows=earlier.rows + self.rows,
            problems=earlier.problems + self.problems,
            failed=earlier.failed or self.failed,
        )

    def frozen(self) -> TrainingReport:
        """Return the report with parameters that cannot be written to, in network and model."""
        network = parameters_alone(self.network)
        model = None if self.model is None else replace(self.model, network=network)
        return replace(self, network=network, model=model)


@dataclass(frozen=True)
class TrainingRefused:
    """A training could not begin, and why."""

    sentence: str


def parameters_alone(network: Network) -> Network:
    """Return a network without what it has computed from its parameters.

    Pickling would send those results too; and it leaves arrays writable, which these are not.
    """
    return Network(network.spec, tuple(replace(layer) for layer in network.layers))
