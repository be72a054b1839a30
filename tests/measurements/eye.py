"""An eye on the screen of an app that is measured from outside, with the hand that goes with it."""

from __future__ import annotations

import os
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from PySide6.QtCore import QRect
from PySide6.QtGui import QGuiApplication, QImage

from tests.helpers.desktop import Desktop, open_desktop
from tests.helpers.hand import Hand

PAUSE = threading.Event()  # never set: PAUSE.wait(s) lets s seconds pass


class Eye:
    """Looks at the screen through the X server, which is far quicker than a tool's screenshot."""

    def __init__(self, desktop: Desktop) -> None:
        for name in [name for name in os.environ if name.startswith("QT_")]:
            del os.environ[name]
        os.environ["DISPLAY"] = desktop.environment["DISPLAY"]
        self._application = QGuiApplication([])
        self._screen = self._application.primaryScreen()

    def see(self, place: QRect) -> QImage:
        return self._screen.grabWindow(
            0, place.x(), place.y(), place.width(), place.height()
        ).toImage()

    def close(self) -> None:
        self._application.shutdown()


@contextmanager
def tools() -> Iterator[tuple[Desktop, Eye, Hand]]:
    """Give a desktop with an eye and a hand."""
    with tempfile.TemporaryDirectory() as folder, open_desktop(Path(folder)) as desktop:
        eye, hand = Eye(desktop), Hand(desktop)
        try:
            yield desktop, eye, hand
        finally:
            hand.close()
            eye.close()


def answer_time(eye: Eye, hand: Hand, words: str, place: QRect, looks: list[float]) -> float:
    """Do what a line of xdotool says; return the milliseconds until a place looks otherwise.

    The milliseconds that each look took are added to `looks`.
    """
    still = eye.see(place)
    begun = time.perf_counter()
    hand.do(words)
    _until_changed(eye, place, still, looks)
    return 1000 * (time.perf_counter() - begun)


def _until_changed(eye: Eye, place: QRect, still: QImage, looks: list[float]) -> None:
    """Look at a place until the picture is another one."""
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline:
        begun = time.perf_counter()
        seen = eye.see(place)
        looks.append(1000 * (time.perf_counter() - begun))
        if seen != still:
            return
        PAUSE.wait(0.002)
    raise AssertionError("no change within 10 s")
