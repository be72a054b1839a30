"""Cameras for tests: pictures that come when the test says so, or that FFmpeg generates."""

from __future__ import annotations

import numpy as np
import pytest

from dpcn_app.video.camera_devices import STAND_IN
from dpcn_app.video.camera_reader import CameraReader, Picture

TEST_PICTURE = "testsrc2=size=64x48:rate=30"


def stand_in(monkeypatch: pytest.MonkeyPatch, picture: str = TEST_PICTURE) -> None:
    """Let a generated picture stand for every camera."""
    monkeypatch.setenv(STAND_IN, picture)


class HandReader(CameraReader):
    """A camera whose pictures come by hand, each of one grey; it is never started."""

    def __init__(self, shape: tuple[int, int] = (24, 32)) -> None:
        super().__init__(0)
        self._shape = shape
        self.deliver(0.0)

    def deliver(self, came: float) -> None:
        """Let a picture come, as grey as its time says."""
        pixels = np.full(self._shape, round(100 * came) % 256, np.uint8)
        self.newest = Picture(pixels, came)
