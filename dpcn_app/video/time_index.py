"""When each frame of a video file is shown: an index of presentation times.

A video file often does not say, or says wrongly, how many frames it has and where they are. Reading
all its packets, without decoding, gives every frame's time and tells which are keyframes. That
takes a second or two for an hour of video, so it runs in its own thread, while the beginning can be
watched already.
"""

from __future__ import annotations

import threading
import time
from bisect import bisect_right
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from dpcn_app.video.containers import open_container, picture_stream

_PUBLISH_SECONDS = 0.1
_MOST_ERRORS = 50  # in a row, before the rest of a file is ignored


@dataclass(frozen=True)
class Keyframe:
    """A frame where decoding can begin: its times of presentation and, if known, of decoding."""

    shown: int
    decoded: int | None


@dataclass(frozen=True, eq=False)
class Times:
    """The times and keyframes that are known so far.

    Parameters
    ----------
    shown
        Presentation time of every frame in the stream's unit, in order.
    keyframes
        The frames where decoding can begin, in order.
    ordinal
        Whether the file has no times, so that frames can only be counted from its start.
    """

    shown: NDArray[np.int64]
    keyframes: tuple[Keyframe, ...]
    ordinal: bool = False

    def index(self, shown: int) -> int | None:
        """Return the frame that is shown from a time on; None if no frame begins then."""
        place = int(np.searchsorted(self.shown, shown))
        found = place < len(self.shown) and self.shown[place] == shown
        return place if found else None

    def keyframe(self, index: int) -> int:
        """Return the number of the last keyframe shown no later than a frame; -1 for none."""
        return bisect_right(self.keyframes, int(self.shown[index]), key=lambda key: key.shown) - 1


class TimeIndex:
    """Reads through a video file in its own thread; `times` grows until `done`.

    Parameters
    ----------
    path
        The file.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self.times = Times(np.zeros(0, np.int64), ())
        self.share = 0.0
        self.damaged = False  # whether something could not be read on the way
        self.done = False
        self._changed = threading.Condition()
        self._ending = threading.Event()
        self._thread = threading.Thread(target=self._run, name="video index", daemon=True)
        self._thread.start()

    def wait(self, frames: int | None = None) -> None:
        """Wait until `frames` frames are known; for None, until all are."""
        with self._changed:
            self._changed.wait_for(
                lambda: self.done or (frames is not None and len(self.times.shown) >= frames)
            )

    def close(self) -> None:
        """End the thread."""
        self._ending.set()
        self._thread.join(5)

    def _run(self) -> None:
        try:
            self._read_through()
        except Exception:  # the frames found until then are kept
            self.damaged = True
        with self._changed:
            self.done, self.share = True, 1.0
            self._changed.notify_all()

    def _read_through(self) -> None:
        size = max(self._path.stat().st_size, 1)
        settled: list[int] = []  # no packet still to be read is shown before these
        waiting: list[int] = []
        keyframes: list[Keyframe] = []
        ordinal, published = False, time.monotonic()
        with open_container(self._path) as container:
            stream = picture_stream(container)
            packets = container.demux(stream)
            errors = 0
            while not self._ending.is_set():
                try:
                    packet = next(packets)
                except StopIteration:
                    break
                except Exception:
                    self.damaged, errors = True, errors + 1
                    if errors > _MOST_ERRORS:
                        break
                    packets = container.demux(stream)
                    continue
                errors = 0
                if packet.size == 0 or packet.is_discard:
                    continue
                if packet.pts is None:
                    ordinal = True
                waiting.append(packet.pts if packet.pts is not None else len(waiting))
                if packet.is_keyframe and packet.pts is not None:
                    keyframes.append(Keyframe(packet.pts, packet.dts))
                if ordinal or time.monotonic() - published < _PUBLISH_SECONDS:
                    continue
                if packet.dts is not None:  # later packets are shown no earlier than this
                    horizon = packet.dts
                    settled += (shown for shown in waiting if shown < horizon)
                    waiting = [shown for shown in waiting if shown >= horizon]
                    self._publish(settled, keyframes, (packet.pos or 0) / size)
                published = time.monotonic()
        if ordinal:
            count = len(settled) + len(waiting)
            self.times = Times(np.arange(count), (), ordinal=True)
        else:
            self._publish(settled + waiting, keyframes, 1.0)

    def _publish(self, shown: list[int], keyframes: list[Keyframe], share: float) -> None:
        times = np.unique(np.array(shown, dtype=np.int64))
        with self._changed:
            self.times = Times(times, tuple(sorted(keyframes, key=lambda key: key.shown)))
            self.share = min(max(share, self.share), 0.999)
            self._changed.notify_all()
