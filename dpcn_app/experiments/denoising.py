"""Whole frames through a network and back, and how far that takes noise away."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from dpcn_app.analysis.likeness import Likeness, likeness, mean_likeness
from dpcn_app.engine.inference import infer_step
from dpcn_app.engine.network import Network
from dpcn_app.engine.state import NetworkState
from dpcn_app.engine.top_down import TopDown
from dpcn_app.video.patches import PatchGrid
from dpcn_app.video.preprocess import NONE, Preprocessing, preprocessed
from dpcn_app.video.source import Frame, FrameSource, frames

INPUT = "input"
"""Name of what the network saw, beside the reconstructions by mode."""


@dataclass(frozen=True, eq=False)
class Denoised:
    """One frame seen in several ways.

    Parameters
    ----------
    frame
        The frame, preprocessed.
    states
        What is inferred, by top-down mode.
    likeness
        How near input and reconstructions come to the clean frame; empty where that is unknown.
    """

    frame: Frame
    states: Mapping[str, NetworkState]
    likeness: Mapping[str, Likeness]


def denoise(
    network: Network,
    source: FrameSource,
    modes: tuple[str, ...] = ("off", "both"),
    preprocessing: Preprocessing = NONE,
    *,
    measure: bool = True,
) -> Iterator[Denoised]:
    """Yield every frame as seen in several top-down modes, each a continuous video of its own.

    Frames larger than the network's field are tiled.

    Parameters
    ----------
    network, source
        Who watches what.
    modes
        Names of top-down modes.
    preprocessing
        What is done to the frames, as the network's model says.
    measure
        Whether to compare with the clean frame, where the source has one.
    """
    source = preprocessed(source, preprocessing)
    grid = PatchGrid.of(network.spec, source.frame_shape, preprocessing)
    ways = {mode: TopDown.named(mode) for mode in modes}
    states: dict[str, NetworkState | None] = dict.fromkeys(modes)
    for frame in frames(source):
        patches = grid.cut(frame.image)
        seen = {mode: infer_step(network, patches, states[mode], ways[mode]) for mode in modes}
        states.update(seen)
        alike: dict[str, Likeness] = {}
        if measure and frame.clean is not None:
            alike[INPUT] = likeness(frame.image, frame.clean)
            for mode, state in seen.items():
                seen_as = grid.whole_frame(state.layers[0].reconstruction, frame.image)
                alike[mode] = likeness(seen_as, frame.clean)
        yield Denoised(frame, seen, alike)


def mean_over_frames(values: list[Mapping[str, Likeness]]) -> dict[str, Likeness]:
    """Return the mean of each likeness over frames."""
    return {name: mean_likeness([each[name] for each in values]) for name in values[0]}
