"""Learning layer 1 for one epoch, compared with scikit-learn's dictionary learning.

Both see the same batches of patches once. Ours also infers causes and learns transitions, but only
the dictionaries are compared, by how well they code patches that neither has seen: the mean of
½‖y − Cx‖² with x the minimiser of the lasso with the same γ.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import numpy as np

from dpcn_app.benchmarks.peers.installed import peer
from dpcn_app.benchmarks.replay import LearningReplay
from dpcn_app.benchmarks.solver_speed import noisy_patches
from dpcn_app.engine.inference import infer_states
from dpcn_app.engine.network import Array, Layer, normalise_columns
from dpcn_app.training.presets import Preset, preset
from dpcn_app.training.shapes_stream import ShapesStream
from dpcn_app.video.shapes import ShapesConfig

_POINTS = 20
_HELD_OUT_FRAMES = 40


@dataclass(frozen=True)
class LearningCurve:
    """How the error of a dictionary fell while it was learnt.

    Parameters
    ----------
    name
        The library that learnt it.
    seconds, errors
        Time spent on learning, and the error on held-out patches at that time.
    """

    name: str
    seconds: tuple[float, ...]
    errors: tuple[float, ...]

    def seconds_to(self, error: float) -> float | None:
        """Return the time at which the error was first as low; None if it never was."""
        for seconds, reached in zip(self.seconds, self.errors, strict=True):
            if reached <= error:
                return seconds
        return None


@dataclass(frozen=True)
class DictionaryRace:
    """One epoch of learning, ours and the peer's.

    Parameters
    ----------
    frames, patches
        Length of the epoch.
    ours, peer
        The learning curves; None if scikit-learn is missing.
    equal_error
        The higher of the two last errors, which both reach.
    our_seconds, peer_seconds
        Time to that error.
    behind
        How many times as long as ours the peer takes to reach it.
    """

    frames: int
    patches: int
    ours: LearningCurve
    peer: LearningCurve | None
    equal_error: float
    our_seconds: float
    peer_seconds: float | None
    behind: float | None


def dictionary_race(frames: int) -> DictionaryRace:
    """Return the race of learning layer 1 of the easy set for one epoch, on the same batches."""
    chosen = preset("shapes-easy")
    stream = ShapesStream(chosen.network, ShapesConfig.named(chosen.shapes, seed=0), frames)
    inputs = [stream.patches(step) for step in range(stream.steps)]
    starts = [stream.starts(step) for step in range(stream.steps)]
    spec = chosen.network.layers[0]
    held_out = noisy_patches(chosen.network, chosen.shapes, _HELD_OUT_FRAMES)
    held_out = held_out.reshape(-1, spec.inputs)

    def error(C: Array) -> float:
        x = infer_states(C, held_out, transition_weight=0.0, sparsity=spec.sparsity)
        return float(0.5 * ((held_out - x @ C.T) ** 2).sum(axis=1, dtype=np.float64).mean())

    start = Layer.initial(spec, np.random.default_rng((0, 0, 0, 0))).C
    every = max(1, len(inputs) // _POINTS)
    ours = _curve("dpcn_app", _our_learning(chosen, inputs, starts), error, start, every)
    rival = _rival_learning(inputs, start, spec.sparsity)
    theirs = None
    if rival is not None:
        theirs = _curve("scikit-learn", rival, error, start, every)
    equal = max(ours.errors[-1], theirs.errors[-1] if theirs is not None else 0.0)
    our_seconds = ours.seconds_to(equal)
    assert our_seconds is not None
    peer_seconds = None if theirs is None else theirs.seconds_to(equal)
    return DictionaryRace(
        frames=stream.frames,
        patches=sum(len(batch) for batch in inputs),
        ours=ours,
        peer=theirs,
        equal_error=equal,
        our_seconds=our_seconds,
        peer_seconds=peer_seconds,
        behind=None if peer_seconds is None else peer_seconds / our_seconds,
    )


def _curve(
    name: str,
    learning: Iterator[Array],
    error: Callable[[Array], float],
    start: Array,
    every: int,
) -> LearningCurve:
    """Return the learning curve; the time to compute the errors does not count."""
    seconds, errors, spent = [0.0], [error(start)], 0.0
    step = 0
    while True:
        begun = time.perf_counter()
        C = next(learning, None)
        spent += time.perf_counter() - begun
        if C is None:
            break
        step += 1
        last = C
        if step % every == 0:
            seconds.append(spent)
            errors.append(error(C))
    if step % every:
        seconds.append(spent)
        errors.append(error(last))
    return LearningCurve(name, tuple(seconds), tuple(errors))


def _our_learning(chosen: Preset, inputs: list[Array], starts: list[bool]) -> Iterator[Array]:
    """Yield the dictionary after each step of the trainer's learning."""
    learning = replace(chosen.learning[0], epochs=1)
    replay = LearningReplay(chosen.network.layers[0], learning, inputs, starts, seed=0)
    steps = iter(replay)
    next(steps)  # the first problem, before anything is learnt
    for _ in steps:
        yield replay.layer.C
    yield replay.layer.C


def _rival_learning(inputs: list[Array], start: Array, gamma: float) -> Iterator[Array] | None:
    """Yield scikit-learn's dictionary after each batch; None if scikit-learn is missing.

    It runs in double precision: in single precision it misses its own tolerance and takes four
    times as long. Its other algorithm, LARS, takes four times as long too.
    """
    if peer("sklearn") is None:
        return None
    from sklearn.decomposition import MiniBatchDictionaryLearning

    batches = [batch.astype(np.float64) for batch in inputs]

    def learn() -> Iterator[Array]:
        model = MiniBatchDictionaryLearning(
            n_components=start.shape[1],
            alpha=gamma,
            batch_size=len(inputs[0]),
            fit_algorithm="cd",
            dict_init=np.ascontiguousarray(start.T, dtype=np.float64),
            random_state=0,
        )
        for batch in batches:
            model.partial_fit(batch)
            yield normalise_columns(model.components_.T).astype(np.float32)

    return learn()
