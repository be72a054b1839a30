"""What is measured over the frames of a track: scores, how far noise has faded, what is told."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpcn_app.analysis.fading import Fading, FadingSoFar
from dpcn_app.analysis.kept_by_class import KeptSoFar
from dpcn_app.analysis.scores import Scores, moving_average, scores_of
from dpcn_app.analysis.shapes_by_place import ShapesTold, ShapesToldSoFar
from dpcn_app.engine.network import Array
from dpcn_app.engine.spec import NetworkSpec
from dpcn_app.video.patches import PatchGrid
from dpcn_app.video.source import Frame, FrameSource


class TrackScores:
    """Measures the frames of a video one by one, as they are inferred.

    Parameters
    ----------
    spec, source, grid
        The network's, the video, and how its frames are cut into patches.
    measured
        Whether anything is: not where only some frames are inferred, nor without noise.
    """

    def __init__(
        self, spec: NetworkSpec, source: FrameSource, grid: PatchGrid, *, measured: bool
    ) -> None:
        self._source, self._grid, self._measured = source, grid, measured
        length = len(source) if measured else 0
        self._fading = FadingSoFar(length)
        self._apart = KeptSoFar(length, max(len(source.classes), 1))
        self._told: ShapesToldSoFar | None = None
        if measured and spec.depth > 2 and source.objects is not None:
            shapes = source.objects.shapes
            self._told = ShapesToldSoFar(spec, source.frame_shape, spec.depth - 1, shapes)
        self._known: dict[bool, tuple[object, Scores | None]] = {}

    def add(self, frame: Frame, reconstruction: Array, causes: Sequence[Array]) -> None:
        """Measure a frame, where the clean one is known and not preprocessed.

        Parameters
        ----------
        frame, reconstruction
            The frame, and what layer 1 makes of its patches.
        causes
            Causes of every layer, each of shape (units, D).
        """
        if self._told is not None and frame.placed:
            self._told.add(frame.index, frame.placed, causes[-2])
        if not self._measured or frame.clean is None or frame.before is not None:
            return
        if frame.index not in self._fading:
            picture = self._grid.whole_frame(reconstruction, frame.image)
            self._fading.add(frame.index, picture, frame.image, frame.clean, frame.painted)
            if frame.objects:
                self._apart.add(frame.index, picture, frame.objects)

    @property
    def fading(self) -> Fading | None:
        """How far noise has faded over the frames so far; None where unknown."""
        return self._fading.result()

    @property
    def kept_by_class(self) -> dict[str, float]:
        """What is kept of each class over the frames so far, where several are shown at once."""
        found = zip(self._source.classes, self._apart.result(), strict=False)
        return {name: kept for name, kept in found if kept is not None}

    @property
    def shapes_told(self) -> ShapesTold | None:
        """How well the layer below the top tells shapes so far; None with fewer than 3 layers."""
        return None if self._told is None else self._told.result()

    def scores(
        self,
        causes: NDArray[np.float32],
        labels: NDArray[np.int_],
        clean: NDArray[np.float32] | None,
        *,
        averaged: bool,
    ) -> Scores | None:
        """Return the scores of the causes so far, kept until there are more.

        With `averaged`, the scores of the moving average of the causes.
        """
        what = (len(causes), clean is not None)
        known = self._known.get(averaged)
        if known is None or known[0] != what:
            smooth: NDArray[np.floating[Any]] = moving_average(causes) if averaged else causes
            known = self._known[averaged] = (what, scores_of(smooth, labels, clean))
        return known[1]
