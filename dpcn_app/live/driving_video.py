"""What drives the causes of a layer, looked for in the whole video and not only while watching."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from dpcn_app.analysis.driving_windows import DrivingWindows
from dpcn_app.live.track import Track
from dpcn_app.video.source import FrameSource

KEPT_WINDOWS = 10
"""Windows kept for each cause."""


@dataclass(frozen=True, eq=False)
class DrivingVideo:
    """The windows of a whole video that drive the causes of a layer most.

    Parameters
    ----------
    layer, mode
        Whose causes they are, the layer from 0.
    frames
        Number of frames that were looked through.
    windows
        The windows of every cause; they are not changed any more.
    """

    layer: int
    mode: str
    frames: int
    windows: DrivingWindows


class DrivingCollector:
    """Looks through a video once for each layer that is asked for.

    Only where all frames are inferred: of other videos the user sees what was watched so far.
    """

    def __init__(self) -> None:
        self._layer = -1
        self._found: tuple[Track, DrivingVideo] | None = None

    def ask(self, layer: int) -> None:
        """Look for what drives this layer from now on; −1 for none."""
        self._layer = layer

    def look(
        self, mode: str, track: Callable[[str], Track], source: FrameSource
    ) -> DrivingVideo | None:
        """Return what drives the layer that was asked for, once a mode has inferred all frames."""
        if self._layer < 0 or not source.scored:
            return None
        of_mode = track(mode)
        if not of_mode.complete or self._layer >= of_mode.network.spec.depth:
            return None
        known = self._found
        if known is None or known[0] is not of_mode or known[1].layer != self._layer:
            self._found = known = of_mode, self._collect(mode, of_mode, source)
        return known[1]

    def _collect(self, mode: str, track: Track, source: FrameSource) -> DrivingVideo:
        windows, frames = DrivingWindows(track.network.spec, self._layer, KEPT_WINDOWS), 0
        for index, causes in track.layer_causes(self._layer):
            windows.watch(index, source.frame(index).image, causes)
            frames += 1
        return DrivingVideo(self._layer, mode, frames, windows)
