"""Dictionary learning on the lasso's own objective, as the engine and its peers do it.

min over C with columns of length ≤ 1 of the mean over patches of min_x ½‖y − Cx‖² + γ‖x‖₁. Every
learner is given the same patches in the same order, once, and the same first C; it cuts them into
batches of the size that suits it.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import product

import numpy as np

from dpcn_app.benchmarks.peers.contest import OURS
from dpcn_app.benchmarks.peers.installed import peer
from dpcn_app.engine.inference import infer_layer
from dpcn_app.engine.network import Array, Layer
from dpcn_app.engine.spec import LayerSpec
from dpcn_app.engine.stage_updates import Moments, update_in_stage
from dpcn_app.engine.stages import Stage

SCIKIT_LEARN, SPAMS = "scikit-learn", "SPAMS"

Settings = dict[str, float]
"""A learner's batch size, and whatever else is tuned, by name."""


@dataclass(frozen=True, eq=False)
class Patches:
    """What a dictionary is learnt from.

    Parameters
    ----------
    spec
        The layer whose C is learnt; its sparsity is γ.
    inputs
        y, shape (n, P), in the order in which they are seen.
    start
        The first C.
    """

    spec: LayerSpec
    inputs: Array
    start: Array

    def batches(self, size: float) -> Iterator[Array]:
        """Yield the patches in batches; a smaller rest is left out."""
        for first in range(0, len(self.inputs) - int(size) + 1, int(size)):
            yield self.inputs[first : first + int(size)]


@dataclass(frozen=True)
class Learner:
    """A way to learn a dictionary.

    Parameters
    ----------
    name
        Its name in tables.
    grid
        The settings to choose from.
    learn
        Yields C after every batch, columns of any length; if `anew`, after ever longer runs, each
        from the start.
    anew
        For a library that cannot go on where it stopped.
    """

    name: str
    grid: tuple[Settings, ...]
    learn: Callable[[Patches, Settings], Iterator[Array]]
    anew: bool = False


def learners() -> list[Learner]:
    """Return the engine's learner, and those of all peers that are installed."""
    sizes = (64, 256, 512)
    found = [Learner(OURS, _grid(batch=sizes, rate=(0.25, 0.5, 1.0)), _learn_with_ours)]
    if peer("sklearn") is not None:
        grid = _grid(batch=sizes, max_iter=(30, 1000))
        found.append(Learner(SCIKIT_LEARN, grid, _learn_with_sklearn))
    if peer("spams") is not None:
        forgetting = ((0, 1.0), (2, 0.9), (2, 0.95), (2, 0.98))
        grid = tuple(
            {"batch": size, "modeParam": mode, "rho": rho}
            for size, (mode, rho) in product(sizes, forgetting)
        )
        found.append(Learner(SPAMS, grid, _learn_with_spams, anew=True))
    return found


def _grid(**values: tuple[float, ...]) -> tuple[Settings, ...]:
    """Return all combinations of some values."""
    return tuple(dict(zip(values, chosen, strict=True)) for chosen in product(*values.values()))


def _learn_with_ours(patches: Patches, settings: Settings) -> Iterator[Array]:
    """The stage of learning that learns C alone, as in the preset `natural`."""
    spec = replace(patches.spec, offsets=((0, 0),))
    rng = np.random.default_rng(0)
    stage = Stage("C", share=1.0, rate=settings["rate"])
    moments = Moments.fresh(spec)
    layer = Layer.initial(spec, rng)
    layer = stage.posed(replace(layer, B=np.zeros_like(layer.B), C=patches.start))
    steps = len(patches.inputs) // int(settings["batch"])
    for step, batch in enumerate(patches.batches(settings["batch"])):
        state = infer_layer(layer, batch)
        layer, _ = update_in_stage(state, None, layer, stage, step / steps, moments, rng)
        yield layer.C


def _learn_with_sklearn(patches: Patches, settings: Settings) -> Iterator[Array]:
    """`MiniBatchDictionaryLearning`: a batch's size and the effort for its codes can be tuned.

    It runs in double precision: in single precision it misses its own tolerance and takes four
    times as long. Its other algorithm, LARS, takes four times as long too.
    """
    from sklearn.decomposition import MiniBatchDictionaryLearning
    from sklearn.exceptions import ConvergenceWarning

    patches = replace(patches, inputs=patches.inputs.astype(np.float64))
    model = MiniBatchDictionaryLearning(
        n_components=patches.start.shape[1],
        alpha=patches.spec.sparsity,
        batch_size=int(settings["batch"]),
        fit_algorithm="cd",
        transform_max_iter=int(settings["max_iter"]),
        dict_init=np.ascontiguousarray(patches.start.T, dtype=np.float64),
        random_state=0,
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        for batch in patches.batches(settings["batch"]):
            model.partial_fit(batch)
            yield model.components_.T


def _learn_with_spams(patches: Patches, settings: Settings) -> Iterator[Array]:
    """`trainDL`, the online learning of Mairal et al. (2010), with two ways to forget.

    Its third (modeParam 1) leaves C as it was in this build, or spoils it, whatever ρ is.
    """
    spams = peer("spams")
    assert spams is not None
    y, start = np.asfortranarray(patches.inputs.T), np.asfortranarray(patches.start)
    size = int(settings["batch"])
    last = max(1, len(patches.inputs) // size)
    for steps in sorted({max(1, round(last / 1.5**n)) for n in range(12)}):
        yield spams.trainDL(
            y,
            D=start,
            lambda1=patches.spec.sparsity,
            mode=2,
            batchsize=size,
            iter=steps,
            modeParam=int(settings["modeParam"]),
            rho=settings["rho"],
            numThreads=1,
            verbose=False,
        )
