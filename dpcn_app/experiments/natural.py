"""§3.1, natural scenes: whether a network learns Gabor-like atoms, causes that pool them, motion.

It is measured on windows that it was not trained on: held-out strips of the photographs, or the
last quarter of a video.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass, replace
from functools import partial

import numpy as np

from dpcn_app.analysis.field_geometry import bent_share, extent
from dpcn_app.analysis.filters import Filters, weigh_filters
from dpcn_app.analysis.invariant_scores import TWIN, CauseWeights, twin_share, weigh_causes
from dpcn_app.analysis.receptive_fields import receptive_fields
from dpcn_app.analysis.transition_scores import look_alikes
from dpcn_app.engine.inference import infer_layer
from dpcn_app.engine.network import Array, Layer, Network
from dpcn_app.engine.spec import NetworkSpec
from dpcn_app.engine.stages import LEARNING_TOLERANCE
from dpcn_app.errors import UserError
from dpcn_app.experiments.driving import Driven, watch_windows
from dpcn_app.experiments.motion import (
    ALL_ON,
    Motion,
    learn_transition,
    score_motion,
    state_pairs,
    without_causes,
)
from dpcn_app.experiments.seed_results import OnSeed, seed_results
from dpcn_app.experiments.workers import HERE, Workers
from dpcn_app.training.driver import Training
from dpcn_app.training.fields_of_view import FieldsOfView, photographs_stream, video_stream
from dpcn_app.training.presets import Preset, preset
from dpcn_app.video.preprocess import WHOLE, Preprocessing
from dpcn_app.video.source import FrameSource
from dpcn_app.video.source_spec import open_source

TRAINED_SHARE = 0.75
"""Share of a video that is trained on; the rest is held out."""

_TEST_SEED = 1_000_000  # added to a network's seed: its test windows are never its training windows
_TEST_FRAMES = 160
_DIRECTED = {"speed": (2.0, 2.0), "direction": 0.0, "zoom": 0.0, "turn": 0.0}
_DIRECTED_FRAMES = 1920


@dataclass(frozen=True)
class CauseUse:
    """Shares of the held-out groups in which causes are active: least used, most used, mean."""

    least: float
    most: float
    mean: float


@dataclass(frozen=True)
class Energies:
    """Mean energy of a held-out group of layer 1, as learnt and with one part replaced."""

    all_on: float
    identity: float
    no_causes: float
    diagonal: float
    no_prediction: float


@dataclass(frozen=True)
class SecondLayer:
    """Layer 2 compared with layer 1.

    Parameters
    ----------
    extents
        Median area of a cause's field in pixels, of layer 1 and of layer 2.
    bent
        Share of bent or cornered fields, of layer 1 and of layer 2.
    copies
        Share of C²'s columns that copy one cause (cosine above .9).
    twins
        Share of causes with a twin.
    use
        How often its causes are active.
    """

    extents: tuple[float, float]
    bent: tuple[float, float]
    copies: float
    twins: float
    use: CauseUse


@dataclass(frozen=True, eq=False)
class NaturalSeedResult:
    """One network and all its measures."""

    seed: int
    seconds: float
    network: Network
    preprocessing: Preprocessing
    filters: Filters
    causes: CauseWeights
    use: CauseUse
    mixed: Motion
    directed: Motion
    directed_layer: Layer
    energies: Energies
    second: SecondLayer
    driven: tuple[Driven, ...]

    def as_dict(self) -> dict[str, object]:
        """Return the measures as values that JSON can hold."""
        parts = ("filters", "causes", "use", "mixed", "directed", "energies", "second")
        figures: dict[str, object] = {name: asdict(getattr(self, name)) for name in parts}
        figures["driven"] = [
            {"likeness": each.likeness, "by_chance": each.by_chance} for each in self.driven
        ]
        return {"seed": self.seed, "seconds": round(self.seconds, 3)} | figures

    def checks(self) -> dict[str, bool]:
        """Return what must hold, in words, and whether it does."""
        causes, use, energies, second = self.causes, self.use, self.energies, self.second
        mixed, directed = self.mixed, self.directed
        return {
            "at least 60 % of the atoms are oriented band-pass": self.filters.band_pass >= 0.6,
            "a Gabor function fits at least 60 % of them": self.filters.gabor >= 0.6,
            "fewer than 5 % of the causes have a twin": causes.twins < 0.05,
            "no cause is dead": use.least > 0,
            "no cause is active more than 30 % of the time": use.most <= 0.3,
            "the atoms of a cause agree in orientation": causes.coherence
            > 1.25 * causes.shuffled_coherence,
            "the atoms of a cause lie together": causes.spread < 0.9 * causes.shuffled_spread,
            "directed motion is predicted with R² of at least .5": directed.learnt.r2 >= 0.5,
            "directed motion is predicted better than by identity or diagonal": directed.learnt.r2
            > max(directed.identity.r2, directed.diagonal.r2),
            "mixed motion is predicted better than by identity or diagonal": mixed.learnt.r2
            > max(mixed.identity.r2, mixed.diagonal.r2),
            "energy is lower than with A = I": energies.all_on < energies.identity,
            "energy is lower than without causes": energies.all_on < energies.no_causes,
            "fields of layer 2 are larger": second.extents[1] > second.extents[0],
            "fewer than 30 % of C²'s columns copy one cause": second.copies < 0.3,
        }


@dataclass(frozen=True, eq=False)
class NaturalResult:
    """The whole experiment: one network per seed, on photographs or on a video."""

    video: str
    results: tuple[NaturalSeedResult, ...]
    seconds: float

    @property
    def verdict(self) -> str:
        """`pass` if all checks hold for all seeds, else `fail`."""
        held = all(all(result.checks().values()) for result in self.results)
        return "pass" if held else "fail"

    def as_dict(self) -> dict[str, object]:
        """Return the result as values that JSON can hold."""
        return {
            "experiment": "natural",
            "video": self.video,
            "seeds": [result.as_dict() for result in self.results],
            "checks": [result.checks() for result in self.results],
            "verdict": self.verdict,
            "seconds": round(self.seconds, 3),
        }


def reproduce_natural(
    seeds: Sequence[int] = (1,),
    frames: int | None = None,
    video: str | None = None,
    network: Network | None = None,
    on_progress: OnSeed | None = None,
    recipe: Preset | None = None,
    workers: Workers = HERE,
) -> NaturalResult:
    """Train a network from scratch and examine it, once for each seed.

    Parameters
    ----------
    seeds
        One network is trained for each.
    frames
        Length of the training video; None for the preset's.
    video
        The video to learn from, as `open_source` takes it; None for moving photographs.
    network
        A trained network to examine instead of training one.
    on_progress
        Called with the index of the seed and each training step; where others do the work, with
        None when the seed is done.
    recipe
        The preset; None for `natural`.
    workers
        Who shares the seeds.
    """
    if not seeds:
        raise UserError("At least one seed is needed.")
    chosen = preset("natural") if recipe is None else recipe
    length = chosen.frames if frames is None else frames
    begun = time.monotonic()
    jobs = [(index, chosen, length, seed, video, network) for index, seed in enumerate(seeds)]
    results = seed_results(_train_and_examine, jobs, workers, on_progress)
    return NaturalResult(video or "moving photographs", tuple(results), time.monotonic() - begun)


def _train_and_examine(
    job: tuple[int, Preset, int, int, str | None, Network | None],
    on_progress: OnSeed | None = None,
) -> NaturalSeedResult:
    """Train the network of one seed, unless one is given, and examine it."""
    index, chosen, length, seed, video, network = job
    with ExitStack() as stack:
        source = None if video is None else open_source(video)
        if source is not None:
            stack.callback(source.close)
        stream, held = streams(chosen, length, seed, source)
        seconds = 0.0
        if network is None:
            step = None if on_progress is None else partial(on_progress, index)
            trained = Training(chosen, length, seed, stream=stream).run(step)
            network, seconds = trained.network, trained.seconds
        return examine_natural(network, stream, held, seed, seconds)


def streams(
    chosen: Preset, frames: int, seed: int, video: FrameSource | None
) -> tuple[FieldsOfView, FieldsOfView]:
    """Return windows to train on and windows that were held out."""
    spec, plain, other = chosen.network, chosen.preprocessing, seed + _TEST_SEED
    if video is not None:
        train_on = video_stream(spec, plain, video, frames, seed, (0.0, TRAINED_SHARE))
        held = video_stream(spec, plain, video, _TEST_FRAMES, other, (TRAINED_SHARE, 1.0))
    else:
        train_on = photographs_stream(spec, plain, frames, seed)
        held = photographs_stream(spec, plain, _TEST_FRAMES, other, part="held-out")
    return train_on, held.with_preprocessing(train_on.preprocessing)


def examine_natural(
    network: Network, shown: FieldsOfView, held: FieldsOfView, seed: int, seconds: float = 0.0
) -> NaturalSeedResult:
    """Return all measures of a network, on held-out windows and on those it learnt from."""
    preprocessing = shown.preprocessing
    first, above = network.layers[:2]
    causes = _causes_of_layers(network, held)
    mixed, energies = score_motion(first, network.spec.patch, shown, held)
    directed_layer, directed = _directed(network, preprocessing, seed)
    fields = receptive_fields(network, 0), receptive_fields(network, 1)
    return NaturalSeedResult(
        seed=seed,
        seconds=seconds,
        network=network,
        preprocessing=preprocessing,
        filters=weigh_filters(network),
        causes=weigh_causes(network, seed),
        use=_use(causes[0]),
        mixed=mixed,
        directed=directed,
        directed_layer=directed_layer,
        energies=_energies(first, held, energies),
        second=SecondLayer(
            extents=(float(np.median(extent(fields[0]))), float(np.median(extent(fields[1])))),
            bent=(bent_share(fields[0]), bent_share(fields[1])),
            copies=copies_of_one_cause(above.C),
            twins=twin_share(above.B),
            use=_use(causes[1]),
        ),
        driven=watch_windows(network, shown),
    )


def copies_of_one_cause(C: Array) -> float:
    """Return the share of columns that are nearly one axis: max_d |C_dk| / ‖C_k‖ > .9."""
    lengths = np.maximum(np.linalg.norm(C, axis=0), 1e-12)
    return float((np.abs(C).max(axis=0) / lengths > TWIN).mean())


# --- watching held-out windows --------------------------------------------------------------------


def _causes_of_layers(network: Network, held: FieldsOfView) -> tuple[Array, ...]:
    """Return the causes of every layer over all windows, shapes (n, D)."""
    causes: list[list[Array]] = [[] for _ in network.layers]
    before: list[Array | None] = [None for _ in network.layers]
    for step in range(held.steps):
        inputs: Array = held.patches(step)
        for index, layer in enumerate(network.layers):
            previous = None if held.starts(step) else before[index]
            state = infer_layer(layer, inputs, previous, tolerance=LEARNING_TOLERANCE)
            inputs = state.causes * np.float32(layer.output_scale)
            before[index] = state.states
            causes[index].append(state.causes)
    return tuple(np.concatenate(each) for each in causes)


def _use(causes: Array) -> CauseUse:
    use = (causes > 0).mean(axis=0)
    return CauseUse(float(use.min()), float(use.max()), float(use.mean()))


def _energies(layer: Layer, held: FieldsOfView, known: dict[str, float]) -> Energies:
    """Return the energies after inference, with parts of the layer replaced or left out."""
    silent = replace(layer, A=np.zeros_like(layer.A))
    return Energies(
        all_on=known["learnt"],
        identity=known["identity"],
        diagonal=known["diagonal"],
        no_causes=state_pairs(without_causes(layer), held, ALL_ON)[2],
        no_prediction=state_pairs(silent, held, ALL_ON)[2],
    )


# --- one direction --------------------------------------------------------------------------------


def _directed(network: Network, preprocessing: Preprocessing, seed: int) -> tuple[Layer, Motion]:
    """Learn A anew where all photographs move one way, by 2 pixels a frame, and score it."""
    preprocessing = replace(preprocessing, region=WHOLE, scale=1.0)  # these belong to another video
    shown, held = directed_streams(network.spec, preprocessing, seed)
    layer = learn_transition(network.layers[0], shown, seed)
    return layer, score_motion(layer, network.spec.patch, shown, held)[0]


def directed_streams(
    spec: NetworkSpec, preprocessing: Preprocessing, seed: int
) -> tuple[FieldsOfView, FieldsOfView]:
    """Return windows to learn from and held-out ones; all photographs move one way."""
    shown = photographs_stream(spec, preprocessing, _DIRECTED_FRAMES, seed, **_DIRECTED)
    held = photographs_stream(
        spec, preprocessing, _TEST_FRAMES, seed + _TEST_SEED, part="held-out", **_DIRECTED
    )
    return shown.with_preprocessing(preprocessing), held.with_preprocessing(preprocessing)


def look_alike_layer(layer: Layer) -> Layer:
    """Return the layer with look-alikes in place of successors, to compare the pictures of both."""
    return replace(layer, A=look_alikes(layer.C).astype(layer.A.dtype))
