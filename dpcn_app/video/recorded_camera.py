"""What a camera has delivered, kept in a file, so that it can be watched again as it was."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from dpcn_app.errors import UserError
from dpcn_app.video.camera_reader import Picture
from dpcn_app.video.file_source import as_image
from dpcn_app.video.source import Frame, FrameSource

_SLOWEST, _FASTEST = 1.0, 60.0  # frames a second


def save_pictures(path: Path, pictures: Sequence[Picture]) -> None:
    """Write the pictures of a camera, all of one size, and when they came: two arrays in one file.

    The window waits for this, so that nothing is copied together first.
    """
    height, width = pictures[0].pixels.shape
    shape = {"descr": "|u1", "fortran_order": False, "shape": (len(pictures), height, width)}
    try:
        with path.open("wb") as file:
            np.save(file, [picture.came for picture in pictures])
            np.lib.format.write_array_header_1_0(file, shape)
            for picture in pictures:
                file.write(np.ascontiguousarray(picture.pixels).data)
    except OSError as error:
        raise UserError(
            f"What the camera saw cannot be kept in {path.parent}: {error.strerror or error}; "
            "free some space, or name another folder in TMPDIR."
        ) from error


class RecordedCamera(FrameSource):
    """Pictures that a camera has delivered, as a video with an end.

    Parameters
    ----------
    path
        What `save_pictures` has written.
    """

    def __init__(self, path: Path) -> None:
        try:
            with path.open("rb") as file:
                came = np.lib.format.read_array(file, allow_pickle=False)
                self._frames = np.lib.format.read_array(file, allow_pickle=False)
        except (OSError, EOFError, ValueError) as error:
            raise UserError(f"{path} holds no pictures of a camera; record them again.") from error
        if self._frames.ndim != 3 or self._frames.dtype != np.uint8 or not self._frames.size:
            raise UserError(f"{path} holds no pictures of a camera; record them again.")
        # The usual time between two of them: the camera may have been unplugged for a while.
        usual = float(np.median(np.diff(came))) if len(came) > 1 else 1 / 30
        self._rate = min(max(1 / max(usual, 1e-6), _SLOWEST), _FASTEST)

    @property
    def classes(self) -> tuple[str, ...]:
        return ()

    @property
    def frame_shape(self) -> tuple[int, int]:
        _, height, width = self._frames.shape
        return height, width

    @property
    def shows_paper(self) -> bool:
        return True

    @property
    def rate(self) -> float:
        return self._rate

    def __len__(self) -> int:
        return len(self._frames)

    def frame(self, index: int) -> Frame:
        if not 0 <= index < len(self):
            raise IndexError(f"frame {index} of {len(self)}")
        return Frame(index, as_image(self._frames[index]))
