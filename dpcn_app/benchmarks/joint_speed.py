"""What it costs to infer causes too: joint inference of layer 1 against its states alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np

from dpcn_app.benchmarks.natural_frames import MODEL, natural_second_frame
from dpcn_app.benchmarks.replay import Problem
from dpcn_app.benchmarks.solver_speed import batch_problem
from dpcn_app.benchmarks.timing import Ratio, Timing, interleaved
from dpcn_app.engine.inference import TOLERANCE, infer_layer, infer_states
from dpcn_app.engine.network import Network


@dataclass(frozen=True)
class JointComparison:
    """The times of joint inference and of E1 alone on the same patches, by turns.

    Parameters
    ----------
    what, patches
        What was inferred, and the number of its patches.
    joint_to_states
        How many times as long joint inference takes.
    joint, states
        Seconds of `infer_layer`, and of `infer_states` with the γ that the causes ended at.
    """

    what: str
    patches: int
    joint_to_states: Ratio
    joint: Timing
    states: Timing

    @classmethod
    def of(cls, what: str, problem: Problem, rounds: int) -> JointComparison:
        """Time both on one problem, to the same tolerance."""
        layer, found = problem.layer, problem.solve(infer_layer)
        K = layer.spec.states
        alone = partial(
            infer_states,
            layer.C,
            found.inputs.reshape(-1, layer.spec.inputs),
            found.predicted_states.reshape(-1, K),
            transition_weight=layer.spec.transition_weight,
            sparsity=np.repeat(found.gamma, layer.spec.group, axis=0),
            tolerance=TOLERANCE,
        )
        tasks: dict[str, Callable[[], object]] = {
            "joint": partial(problem.solve, infer_layer),
            "states": alone,
        }
        seconds = interleaved(tasks, rounds)
        return cls(
            what=what,
            patches=found.states.size // K,
            joint_to_states=Ratio.of(seconds["joint"], seconds["states"]),
            joint=Timing.of(seconds["joint"]),
            states=Timing.of(seconds["states"]),
        )


def compare_with_states_alone(
    network: Network, shapes: str, frames: int, across: int, rounds: int
) -> tuple[JointComparison, ...]:
    """Compare on frames of shapes, and on a natural frame of `across` × `across` windows."""
    natural, now, before = natural_second_frame(across)
    problems = {
        f"{frames} frames of {shapes} shapes": batch_problem(
            network.layers[0], network.spec, shapes, frames
        ),
        f"a {MODEL} frame": Problem(natural.layers[0], now, before.layers[0].states),
    }
    return tuple(JointComparison.of(what, each, rounds) for what, each in problems.items())
