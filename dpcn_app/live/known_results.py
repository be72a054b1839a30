"""Results that are known before anything is inferred: those of the bundled demonstrations."""

from __future__ import annotations

import os
from dataclasses import dataclass
from itertools import chain

from dpcn_app.engine.network import Array, Network
from dpcn_app.engine.restoring import Run, restored_state
from dpcn_app.engine.state import NetworkState
from dpcn_app.engine.top_down import OFF, TopDown
from dpcn_app.errors import UserError
from dpcn_app.live.settings import Settings
from dpcn_app.storage.demonstrations import (
    CLEAN,
    Demonstration,
    Subject,
    demonstration_path,
    frames_digest,
    load_demonstration,
    network_digest,
)
from dpcn_app.video.patches import PatchGrid
from dpcn_app.video.source import FrameSource


@dataclass(frozen=True, eq=False)
class KnownRun:
    """What a network infers from a video in one mode, known in advance.

    Parameters
    ----------
    network, source, grid, top_down, clean
        As for `Track`.
    run
        What a solver had found.
    """

    network: Network
    source: FrameSource
    grid: PatchGrid
    top_down: TopDown
    clean: bool
    run: Run

    @property
    def causes(self) -> Array:
        """The top causes of all frames, shape (T, D)."""
        return self.run[-1].causes.reshape(len(self.source), -1)

    def reconstruction(self, index: int) -> Array:
        """Return C x of layer 1 at a frame, shape (G, N, P)."""
        product: Array = self.run[0].states[index] @ self.network.layers[0].C.T
        return product

    def state(self, index: int) -> NetworkState:
        """Return what is inferred at a frame."""
        frame = self.source.frame(index)
        image = frame.clean if self.clean and frame.clean is not None else frame.image
        return restored_state(self.network, self.grid.cut(image), self.run, index, self.top_down)


class KnownResults:
    """The results that are known for a network and a video.

    Parameters
    ----------
    settings
        They name the network and the video; where both are those of a demonstration, and neither
        has changed since it was made, its results are known.
    network, source, grid
        The network, the frames as it sees them, and how they are cut into patches.
    """

    def __init__(
        self, settings: Settings, network: Network, source: FrameSource, grid: PatchGrid
    ) -> None:
        self._network, self._source, self._grid = network, source, grid
        self._runs: dict[str, Run] = {}
        path = demonstration_path(settings.model)
        if source.scored and not settings.strokes and os.path.isfile(path):
            try:
                demonstration = load_demonstration(path)
            except UserError:
                return  # then everything is inferred
            if _is_of(demonstration, settings, network, source):
                self._runs = demonstration.runs

    def run(self, top_down: TopDown, *, clean: bool = False) -> KnownRun | None:
        """Return what is known of a mode, or of the clean video bottom-up; None for nothing."""
        if clean:
            named = {CLEAN: OFF}
        else:
            named = {name: TopDown.named(name) for name in self._runs if name != CLEAN}
        for name, known in named.items():
            if known == top_down and name in self._runs:
                run = self._runs[name]
                return KnownRun(self._network, self._source, self._grid, top_down, clean, run)
        return None


def _is_of(
    demonstration: Demonstration, settings: Settings, network: Network, source: FrameSource
) -> bool:
    """Return whether a demonstration shows this network and this video, as they are now."""
    subject = demonstration.subject
    asked = (settings.source, settings.noise_kind, settings.noise, settings.seed)
    if asked != (subject.source, subject.noise_kind, subject.noise, subject.seed):
        return False  # without a look at the frames
    return subject == subject_of(settings, network, source)


def subject_of(settings: Settings, network: Network, source: FrameSource) -> Subject:
    """Return what a demonstration with these settings would be of."""
    frames = (source.frame(index) for index in range(len(source)))
    images = chain.from_iterable(
        (frame.image,) if frame.clean is None else (frame.image, frame.clean) for frame in frames
    )
    return Subject(
        source=settings.source,
        noise_kind=settings.noise_kind,
        noise=settings.noise,
        seed=settings.seed,
        network=network_digest(network),
        frames=frames_digest(images),
    )
