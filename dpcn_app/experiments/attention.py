"""Attention: whether what the network is told to look for decides what it sees.

Two classes of bouncing shapes are laid over each other, and the network is told to look for one of
them: its top causes are held at those of that class on clean video (`engine.belief`). Selectivity
is what is kept of the believed class minus what is kept of the other, each over the pixels that it
alone lit. Beside it stand the same belief with what it hands down permuted at equal confidence (the
matched placebo), the prior left alone, and bottom-up inference. The picture is the same in all.

Without a belief the selectivities of `a>b` and `b>a` are opposite, so that their mean is 0: what a
belief does is the mean over both orders.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations, permutations

import numpy as np

from dpcn_app.analysis.beliefs import class_beliefs, class_video, read_as, switches
from dpcn_app.analysis.kept_by_class import KeptSoFar
from dpcn_app.engine.belief import Belief
from dpcn_app.engine.network import Network
from dpcn_app.engine.top_down import TopDown
from dpcn_app.experiments.noise_results import NoiseResult, NoiseTable, noise_table, plain_table
from dpcn_app.experiments.noise_runs import NoiseJob, train_each_seed
from dpcn_app.experiments.shapes import TEST_SEED, shapes_trainings
from dpcn_app.experiments.video_run import watch
from dpcn_app.experiments.workers import EVERY_CORE, Workers
from dpcn_app.video.mixed_shapes import MixedShapes
from dpcn_app.video.noise import Noise, with_noise
from dpcn_app.video.patches import PatchGrid
from dpcn_app.video.shapes import SHAPE_SETS, ShapesConfig
from dpcn_app.video.source import FrameSource, Image

MODES = {"belief": "prior", "matched-placebo": "matched-placebo", "prior": "prior", "off": "off"}
"""What is compared, and the mode of inference: two with a belief held, two without."""

BELIEVING = ("belief", "matched-placebo")

FRAMES = 300
"""Frames of a test video, in three sequences, for each pair of classes."""

SETTLED = 5
"""Frames at the start that are not measured."""

_EXAMPLE = 40  # frame whose pictures are kept


@dataclass(frozen=True, eq=False)
class Watched:
    """What one network made of every pair, by mode and ordered pair.

    Parameters
    ----------
    selectivity, kept, read
        See `AttentionResult`.
    switches
        How often the class that the top causes are read as changes, in 100 frames.
    examples
        By unordered pair: pictures of one frame, by `frame`, mode, or believed class.
    """

    selectivity: dict[str, dict[str, float]] = field(default_factory=dict)
    kept: dict[str, dict[str, float]] = field(default_factory=dict)
    read: dict[str, dict[str, float]] = field(default_factory=dict)
    switches: dict[str, dict[str, float]] = field(default_factory=dict)
    examples: dict[str, dict[str, Image]] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class AttentionResult(NoiseResult):
    """The whole experiment; its tables go by ordered pairs such as `square>x` (square believed).

    Parameters
    ----------
    shape_set, noises, seeds, checks, seconds
        See `NoiseResult`.
    selectivity
        Kept of the believed class minus kept of the other.
    kept
        Kept of the believed class: mean reconstruction over the pixels that it alone lit.
    read
        Share of frames whose top causes are read as the believed class.
    switches
        How often what the top causes are read as changes, in 100 frames.
    examples
        Pictures of one frame of the first seed, by noise, pair, and who sees it.
    """

    experiment = "attention"

    selectivity: NoiseTable
    kept: NoiseTable
    read: NoiseTable
    switches: NoiseTable
    examples: dict[float, dict[str, dict[str, Image]]]

    @property
    def pairs(self) -> tuple[str, ...]:
        """All ordered pairs of classes, the believed one first."""
        return ordered_pairs(self.shape_set)

    def by_pair(self, mode: str, noise: float) -> dict[str, float]:
        """Return the selectivity of every ordered pair, means over the seeds."""
        found = self.selectivity[mode][noise]
        return {pair: float(np.mean(found[pair])) for pair in self.pairs}

    def mean(self, mode: str, noise: float) -> float:
        """Return the selectivity over all pairs and seeds."""
        return float(np.mean(list(self.by_pair(mode, noise).values())))

    def found(self) -> dict[str, object]:
        """Return what was found as JSON can hold it."""
        return {
            "selectivity": plain_table(self.selectivity),
            "kept": plain_table(self.kept),
            "read": plain_table(self.read),
            "switches": plain_table(self.switches),
        }


def ordered_pairs(shape_set: str) -> tuple[str, ...]:
    """Return the ordered pairs of a set's classes, such as `square>x`."""
    return tuple(map(">".join, permutations(SHAPE_SETS[shape_set].classes, 2)))


def reproduce_attention(
    shape_set: str = "hard",
    noises: Sequence[float] = (0.0, 1.5),
    seeds: Sequence[int] = (2, 3, 4),
    frames: int | None = None,
    on_progress: Callable[[float, str], None] | None = None,
    *,
    workers: Workers = EVERY_CORE,
) -> AttentionResult:
    """Train from nothing and hold every belief over every pair, once for each seed.

    Parameters
    ----------
    shape_set, noises
        `easy` or `hard`; mean numbers of noise objects a frame in the test videos.
    seeds
        One network each.
    frames
        Length of the training video; None for the preset's.
    on_progress
        Called with the share done and a few words, after each seed.
    workers
        Who shares the seeds.
    """
    begun = time.monotonic()
    rows = train_each_seed(_train_and_watch, shape_set, noises, seeds, frames, on_progress, workers)

    def by_seed(what: str) -> NoiseTable:
        return noise_table(
            rows,
            MODES,
            noises,
            ordered_pairs(shape_set),
            lambda row, mode, noise, pair: getattr(row[noise], what)[mode][pair],
        )

    result = AttentionResult(
        shape_set=shape_set,
        noises=tuple(noises),
        seeds=tuple(seeds),
        selectivity=by_seed("selectivity"),
        kept=by_seed("kept"),
        read=by_seed("read"),
        switches=by_seed("switches"),
        examples={noise: rows[0][noise].examples for noise in noises},
        checks={},
        seconds=time.monotonic() - begun,
    )
    result.checks.update(_checks(result))
    return result


def _train_and_watch(job: NoiseJob) -> dict[float, Watched]:
    """Train the network of one seed and let it watch every pair at every amount of noise."""
    shape_set, noises, seed, frames = job
    (training,) = shapes_trainings(shape_set, [seed], frames)
    network = training.run().network
    return {noise: watch_pairs(network, shape_set, noise, seed, FRAMES) for noise in noises}


def watch_pairs(network: Network, shape_set: str, noise: float, seed: int, frames: int) -> Watched:
    """Let a network watch every pair of classes, under every belief and without.

    A class that no top cause stands for cannot be believed: the network is left alone then.
    """
    beliefs = class_beliefs(network, class_video(shape_set))
    config = ShapesConfig.named(shape_set, seed=seed + TEST_SEED)
    found = Watched()
    for table in (found.selectivity, found.kept, found.read, found.switches):
        table.update({mode: {} for mode in MODES})
    for pair in combinations(config.classes, 2):
        mixed = MixedShapes(config, pair, frames)
        video = with_noise(mixed, Noise("structured", noise, config.seed))
        pictures = found.examples["+".join(pair)] = {
            "frame": video.frame(min(_EXAMPLE, frames - 1)).image
        }
        for mode, way in MODES.items():
            for believed in pair if mode in BELIEVING else (None,):
                top_down = TopDown.named(way)
                if believed is not None and believed in beliefs:
                    top_down = replace(top_down, belief=beliefs[believed])
                kept, read, picture = _watch(network, video, top_down, beliefs)
                name = mode if mode not in BELIEVING else f"{mode} {believed}"
                pictures[name] = picture
                changes = 100 * len(switches(read)) / len(read)
                for one, other in (pair, pair[::-1]):
                    if believed in (None, one):
                        key = f"{one}>{other}"
                        found.selectivity[mode][key] = kept[one] - kept[other]
                        found.kept[mode][key] = kept[one]
                        found.read[mode][key] = read.count(one) / len(read)
                        found.switches[mode][key] = changes
    return found


def _watch(
    network: Network, video: FrameSource, top_down: TopDown, beliefs: dict[str, Belief]
) -> tuple[dict[str, float], list[str | None], Image]:
    """Return what is kept of each class, what each frame is read as, and the example picture."""
    grid = PatchGrid.of(network.spec, video.frame_shape)
    kept, causes, example = KeptSoFar(len(video), len(video.classes)), [], None
    for frame, state in watch(network, video, top_down):
        picture = grid.whole_frame(state.layers[0].reconstruction, frame.image)
        kept.add(frame.index, picture, frame.objects)
        causes.append(state.top_causes.ravel())
        if frame.index <= _EXAMPLE:
            example = picture
    assert example is not None
    settled = min(SETTLED, len(video) - 1)
    means = zip(video.classes, kept.result(settled), strict=True)
    read = read_as(np.stack(causes)[settled:], beliefs)
    return {name: mean or 0.0 for name, mean in means}, read, example


_LEAST = {0.0: 0.50, 1.5: 0.40}
"""Least mean selectivity of a belief, by noise."""


def _checks(result: AttentionResult) -> dict[str, bool]:
    """Return what must hold, means over the seeds; the figures were set for noise 0 and 1.5."""
    checks = {}
    for noise, least in _LEAST.items():
        if noise in result.noises:
            named = f"a belief's selectivity is at least {least:g} at noise {noise:g}"
            checks[named] = result.mean("belief", noise) >= least
    if 0.0 in result.noises:
        clear = sum(value > 0.15 for value in result.by_pair("belief", 0.0).values())
        if result.shape_set == "easy":
            checks["five of six pairs have more than .15 at noise 0"] = clear >= 5
        else:
            checks["every pair has more than .15 at noise 0"] = clear == len(result.pairs)
        placebo = result.mean("matched-placebo", 0.0) - result.mean("prior", 0.0)
        checks["the matched placebo is within .05 of no belief at noise 0"] = abs(placebo) <= 0.05
    return checks
