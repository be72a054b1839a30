"""Learning a dictionary on the lasso's own objective: the engine beside scikit-learn and SPAMS.

The objective is the mean over held-out patches of ½‖y − Cx‖² + γ‖x‖₁ with x its minimiser and
columns of C of length 1. Every learner's settings are tuned by a grid on other patches; all learn
the same patches from the same first C, by turns.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import median

import numpy as np

from dpcn_app.benchmarks.natural_frames import natural_patches
from dpcn_app.benchmarks.peers.learners import Learner, Patches, Settings, learners
from dpcn_app.benchmarks.solver_speed import noisy_patches
from dpcn_app.benchmarks.timing import Ratio
from dpcn_app.engine.inference import infer_states
from dpcn_app.engine.network import Array, normalise_columns
from dpcn_app.training.presets import preset

_HELD_OUT = 640
_NEAR = 1.01  # times the lowest objective: what settings are tuned to reach soonest
_STRIDE = 1.3  # of the batches after which the objective is measured
_NOISE = 0.1  # added to the patches that C starts from


@dataclass(frozen=True)
class LearningCurve:
    """How the objective of a dictionary fell while it was learnt.

    Parameters
    ----------
    name, settings
        The learner, and its tuned settings.
    objectives
        The objective on held-out patches, from the first C on.
    rounds
        The seconds spent learning until then, in every round.
    """

    name: str
    settings: Settings
    objectives: tuple[float, ...]
    rounds: tuple[tuple[float, ...], ...]

    @property
    def seconds(self) -> tuple[float, ...]:
        """The seconds of the median round."""
        return tuple(median(each) for each in zip(*self.rounds, strict=True))

    def seconds_to(self, objective: float, round_: int | None = None) -> float | None:
        """Return when the objective was first as low, linear in between; None if it never was."""
        seconds = self.seconds if round_ is None else self.rounds[round_]
        for index, reached in enumerate(self.objectives):
            if reached <= objective:
                if index == 0:
                    return 0.0
                before = self.objectives[index - 1]
                share = (before - objective) / (before - reached)
                return seconds[index - 1] + share * (seconds[index] - seconds[index - 1])
        return None


@dataclass(frozen=True)
class DictionaryRace:
    """All learners on the same patches, once through.

    Parameters
    ----------
    what, patches
        Where the patches come from, and their number.
    curves
        The learning curves, the engine's first.
    tried
        How many settings each learner was tuned among.
    behind
        How many times as long as the engine each peer takes to the objective that both reach.
    """

    what: str
    patches: int
    curves: tuple[LearningCurve, ...]
    tried: dict[str, int]
    behind: dict[str, Ratio]


def dictionary_race(what: str, count: int, rounds: int) -> DictionaryRace:
    """Return the race on patches of "noisy shapes" or of "natural frames"."""
    tuning, held_out_tuning, timed, held_out = _data(what, count)
    every = learners()
    chosen = tune_settings(every, tuning, held_out_tuning)
    runs: dict[str, list[LearningCurve]] = {learner.name: [] for learner in every}
    for _ in range(rounds):
        for learner in every:
            curve = learn(learner, chosen[learner.name], timed, held_out)
            runs[learner.name].append(curve)
    curves = tuple(
        replace(each[0], rounds=tuple(run.rounds[0] for run in each)) for each in runs.values()
    )
    ours, *peers = curves
    return DictionaryRace(
        what=what,
        patches=len(timed.inputs),
        curves=curves,
        tried={learner.name: len(learner.grid) for learner in every},
        behind={each.name: _behind(ours, each) for each in peers},
    )


def tune_settings(
    every: Sequence[Learner], patches: Patches, held_out: Array
) -> dict[str, Settings]:
    """Return the best settings of each learner.

    Best is what comes soonest within 1 % of the lowest objective that any learner ends at with any
    settings; of those that never come so near, what ends lowest.
    """
    tried = {
        learner.name: [learn(learner, each, patches, held_out) for each in learner.grid]
        for learner in every
    }
    goal = _NEAR * min(curve.objectives[-1] for each in tried.values() for curve in each)

    def merit(curve: LearningCurve) -> tuple[float, float]:
        seconds = curve.seconds_to(goal)
        return (np.inf if seconds is None else seconds, curve.objectives[-1])

    return {name: min(curves, key=merit).settings for name, curves in tried.items()}


def learn(learner: Learner, settings: Settings, patches: Patches, held_out: Array) -> LearningCurve:
    """Return the learning curve of one round; the time to measure objectives does not count."""
    gamma = patches.spec.sparsity
    objectives, seconds = [objective(patches.start, held_out, gamma)], [0.0]
    steps, spent, due = learner.learn(patches, settings), 0.0, 1.0
    last = len(patches.inputs) // int(settings["batch"])
    step = 0
    while True:
        begun = time.process_time()
        C = next(steps, None)
        lasted = time.process_time() - begun
        if C is None:
            break
        step += 1
        spent = lasted if learner.anew else spent + lasted
        if learner.anew or step >= due or step == last:
            due = max(step + 1, step * _STRIDE)
            objectives.append(objective(C, held_out, gamma))
            seconds.append(spent)
    return LearningCurve(learner.name, settings, tuple(objectives), (tuple(seconds),))


def objective(C: Array, inputs: Array, gamma: float) -> float:
    """Return the mean of min_x ½‖y − Cx‖² + γ‖x‖₁ over inputs, with columns of C of length 1."""
    unit = normalise_columns(np.asarray(C, np.float64)).astype(np.float32)
    x = infer_states(unit, inputs, transition_weight=0.0, sparsity=gamma)
    fit = 0.5 * ((inputs - x @ unit.T) ** 2).sum(axis=1, dtype=np.float64)
    return float((fit + gamma * np.abs(x).sum(axis=1, dtype=np.float64)).mean())


def _behind(ours: LearningCurve, theirs: LearningCurve) -> Ratio:
    """Return the ratio of the times to the higher of both last objectives."""
    level = max(min(ours.objectives), min(theirs.objectives))
    both = [
        [curve.seconds_to(level, round_) or 1e-9 for round_ in range(len(curve.rounds))]
        for curve in (theirs, ours)
    ]
    return Ratio.of(*both)


def _data(what: str, count: int) -> tuple[Patches, Array, Patches, Array]:
    """Return patches to tune on and to be timed on, each with others that are held out.

    They come from one video, each from frames of its own, in random order and none empty.
    """
    chosen = preset("natural" if what.startswith("natural") else "shapes-easy")
    spec = chosen.network.layers[0]
    wanted = [count, _HELD_OUT, count, _HELD_OUT]
    if chosen.shapes:
        frames = 4 * sum(wanted) // chosen.network.units_per_field(0)
        video = noisy_patches(chosen.network, chosen.shapes, frames)
    else:
        video = natural_patches(len(wanted) + sum(wanted) // 1000, across=2)
    rng = np.random.default_rng(0)
    flat = video.reshape(-1, spec.inputs)
    flat = flat[flat.any(axis=1)]
    ends = np.cumsum(wanted)
    parts = [
        rng.permutation(flat[end - size : end]) for end, size in zip(ends, wanted, strict=True)
    ]
    pairs = []
    for inputs in parts[::2]:
        first = inputs[: spec.states].T
        noisy = first + _NOISE * rng.normal(size=first.shape)
        pairs.append(Patches(spec, inputs, normalise_columns(noisy).astype(np.float32)))
    return pairs[0], parts[1], pairs[1], parts[3]
