"""Context: whether what is around a quadrant decides which of two classes is seen in it.

Two classes overlap in one quadrant of a wide frame (`video.context_shapes`). Selectivity is what is
kept of one minus what is kept of the other, over the pixels of that quadrant that each alone lit.
The quadrant's own pixels never change; what is around it does:

- `context`: the one class, in the three other quadrants;
- `nothing`: the control, the other quadrants are empty;
- `third`: another control, they show the class that is not in the quadrant;
- `placebo`: the one class is around, but what is handed down is permuted at equal confidence.

With `nothing` and `third` the two orders of a pair are opposite, so that their mean is 0: what the
context does is the mean over both orders.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import combinations

from dpcn_app.analysis.kept_by_class import KeptSoFar
from dpcn_app.engine.network import Network
from dpcn_app.engine.top_down import TopDown
from dpcn_app.experiments.video_run import watch
from dpcn_app.video.context_shapes import NOTHING, ContextShapes
from dpcn_app.video.patches import PatchGrid
from dpcn_app.video.shapes import ShapesConfig
from dpcn_app.video.source import Image

CONDITIONS = {
    "context": "prior",
    "nothing": "prior",
    "third": "prior",
    "placebo": "matched-placebo",
    "bottom-up": "off",
}
"""What is compared, and the mode of inference."""

FRAMES = 100
"""Frames of a video: one sequence for each pair and surrounding."""

SETTLED = 5
"""Frames at the start that are not measured."""

_EXAMPLE = 40  # frame whose pictures are kept

ByPair = dict[str, dict[str, float]]
"""By condition and ordered pair such as `square>x` (square around, or asked for)."""


@dataclass(frozen=True, eq=False)
class Surrounded:
    """What one network made of every pair in every surrounding.

    Parameters
    ----------
    selectivity
        Kept of the first class minus kept of the other.
    kept
        Kept of the first class.
    examples
        By unordered pair and what is around it: the frame, and what is seen of it.
    """

    selectivity: ByPair = field(default_factory=dict)
    kept: ByPair = field(default_factory=dict)
    examples: dict[str, dict[str, tuple[Image, Image]]] = field(default_factory=dict)


def watch_contexts(network: Network, config: ShapesConfig, frames: int = FRAMES) -> Surrounded:
    """Let a network watch every pair of a set's classes in every surrounding."""
    found = Surrounded()
    for table in (found.selectivity, found.kept):
        table.update({condition: {} for condition in CONDITIONS})
    for pair in combinations(config.shapes, 2):
        others = [name for name in config.shapes if name not in pair]
        pictures = found.examples["+".join(pair)] = {}
        for condition, mode in CONDITIONS.items():
            around = {"nothing": (NOTHING,), "third": others[:1]}.get(condition, pair)
            for name in around:
                video = ContextShapes(config, pair, name, frames)
                kept, example = _watch(network, video, TopDown.named(mode))
                if mode == "prior":
                    pictures[name] = example
                for one, other in (pair, pair[::-1]):
                    if name != other:  # with the other around, it is the other order
                        key = f"{one}>{other}"
                        found.selectivity[condition][key] = kept[one] - kept[other]
                        found.kept[condition][key] = kept[one]
    return found


def _watch(
    network: Network, video: ContextShapes, top_down: TopDown
) -> tuple[dict[str, float], tuple[Image, Image]]:
    """Return what is kept of each class in the quadrant, and a frame with its reconstruction."""
    grid = PatchGrid.of(network.spec, video.frame_shape)
    kept, example = KeptSoFar(len(video), len(video.classes)), None
    for frame, state in watch(network, video, top_down):
        picture = grid.whole_frame(state.layers[0].reconstruction, frame.image)
        kept.add(frame.index, picture, frame.objects)
        if frame.index <= _EXAMPLE:
            example = frame.image, picture
    assert example is not None
    means = zip(video.classes, kept.result(min(SETTLED, len(video) - 1)), strict=True)
    return {name: mean or 0.0 for name, mean in means}, example
