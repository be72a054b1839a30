"""Whole frames reconstructed by a network, and how much noise that removes."""

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
"""Name of the network's input, among the reconstructions by mode."""


@dataclass(frozen=True, eq=False)
class Denoised:
    """One frame, inferred in several modes.

    Parameters
    ----------
    frame
        The frame, preprocessed.
    states
        The inferred states, by mode.
    likeness
        How close input and reconstructions are to the clean frame; empty if that is unknown.
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
    threads: int = 1,
) -> Iterator[Denoised]:
    """Yield every frame, inferred in several modes, each with its own previous states.

    Frames larger than the network's field are tiled.

    Parameters
    ----------
    network, source
        The network, and the video that it watches.
    modes
        Names of modes.
    preprocessing
        Preprocessing of the frames, from the network's model.
    measure
        Whether to compare with the clean frame, where the source has one.
    threads
        How many threads share a frame; the number does not change the result.
    """
    source = preprocessed(source, preprocessing)
    grid = PatchGrid.of(network.spec, source.frame_shape, preprocessing)
    ways = {mode: TopDown.named(mode) for mode in modes}
    states: dict[str, NetworkState | None] = dict.fromkeys(modes)
    for frame in frames(source):
        patches = grid.cut(frame.image)
        seen = {
            mode: infer_step(network, patches, states[mode], ways[mode], threads=threads)
            for mode in modes
        }
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
