"""A thread that reads a camera: the newest picture is there at any time, the others are gone."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING

from dpcn_app.errors import UserError
from dpcn_app.video.camera_devices import camera_name, open_device
from dpcn_app.video.frame_cache import Pixels

if TYPE_CHECKING:
    from av import VideoFrame
    from av.container import InputContainer

LONGEST_SIDE = 360
"""Most pixels along a side of a camera's picture: larger ones are shrunk, so that 30 s of them need
some 100 MB."""

_AGAIN = 1.0  # seconds until a camera that was unplugged is looked for again
_CLOSING = 0.3  # seconds that closing waits for a picture under way


@dataclass(frozen=True, eq=False)
class Picture:
    """A picture of a camera.

    Parameters
    ----------
    pixels
        Luminance, whole numbers of 8 bits.
    came
        When it came, as `time.monotonic` tells it.
    """

    pixels: Pixels
    came: float


class CameraReader(threading.Thread):
    """Reads a camera until it is closed; one that was unplugged goes on when it is back.

    Whatever a camera does, only this thread waits for it.

    Parameters
    ----------
    number
        Of the camera.
    opener
        Opens it.

    Attributes
    ----------
    newest
        The last picture that came; None before the first.
    failure
        Why there will be no picture, in a sentence; empty while there may be one.
    lost
        Whether the camera has delivered pictures, but is gone.
    """

    def __init__(self, number: int, opener: Callable[[int], InputContainer] = open_device) -> None:
        super().__init__(name=camera_name(number), daemon=True)
        self.number = number
        self.newest: Picture | None = None
        self.failure, self.lost = "", False
        self._opener = opener
        self._ending, self._decided = threading.Event(), threading.Event()

    def wait(self, seconds: float) -> bool:
        """Wait until there is a picture or a failure; return whether there is."""
        return self._decided.wait(seconds)

    def close(self) -> None:
        """Let the camera go; a thread that waits for it ends once the camera answers."""
        self._ending.set()
        if self.is_alive():
            self.join(_CLOSING)

    def run(self) -> None:
        """Read until closed; called by `start`."""
        while not self._ending.is_set():
            try:
                self._read()
                problem = f"{self.name.capitalize()} delivers no pictures; plug in another one."
            except UserError as error:
                problem = str(error)
            if self.newest is None:
                self.failure = problem
                self._decided.set()
                return
            self.lost = not self._ending.is_set()
            self._ending.wait(_AGAIN)

    def _read(self) -> None:
        """Take in pictures until there are no more of them."""
        import av

        try:
            with closing(self._opener(self.number)) as container:
                for frame in _decoded(container):
                    self._take_in(frame)
                    if self._ending.is_set():
                        return
        except (av.FFmpegError, OSError, ValueError):
            return  # it was unplugged

    def _take_in(self, frame: VideoFrame) -> None:
        scale = min(1.0, LONGEST_SIDE / max(frame.width, frame.height))
        width, height = max(1, round(frame.width * scale)), max(1, round(frame.height * scale))
        if self.newest is not None:  # another size may come after it was unplugged
            height, width = self.newest.pixels.shape
        pixels = frame.reformat(width, height, "gray").to_ndarray()
        self.newest, self.lost = Picture(pixels, time.monotonic()), False
        self._decided.set()


def _decoded(container: InputContainer) -> Iterator[VideoFrame]:
    """Yield pictures as they come; one that is damaged is left out."""
    import av

    stream = container.streams.video[0]
    stream.thread_type = "SLICE"  # threads for whole frames would hold some back
    for packet in container.demux(stream):
        try:
            yield from packet.decode()
        except av.InvalidDataError:
            continue
