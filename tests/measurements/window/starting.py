"""How soon the window is there: at a usual start, and at the first one, with nothing compiled."""

from __future__ import annotations

import tempfile
import time
from typing import Any

from PySide6.QtCore import QRect
from PySide6.QtGui import QImage

from tests.helpers.desktop import colours, until
from tests.measurements.eye import tools
from tests.measurements.figures import lateness, spread

MODES = {"bottom-up inference", "top-down predictions", "the prior"}
MARKERS = 20  # pixels in the colour of a class: more than the legend has


def start(repetitions: int) -> dict[str, Any]:
    """Seconds from starting the process; once before for warm caches."""
    middle = QRect(500, 300, 600, 400)
    found: dict[str, list[float]] = {"painted": [], "all_panels": [], "first_inferred_frame": []}
    with tools() as (desktop, eye, _):
        for repetition in range(repetitions + 1):
            until(lambda: colours(eye.see(middle), 16) == 1, "an empty screen", 20)
            begun = time.monotonic()
            app = desktop.start(ready=False)
            until(lambda: colours(eye.see(middle), 16) >= 8, "a painted window")
            painted = time.monotonic() - begun
            app.wait_ready()
            panels = time.monotonic() - begun
            app.wait_line(lambda line: True, "the first frame", after=0)
            first = time.monotonic() - begun
            app.close()
            if repetition > 0:
                found["painted"].append(painted)
                found["all_panels"].append(panels)
                found["first_inferred_frame"].append(first)
    return {
        "asked": {"painted": 1.0, "all_panels": 3.0, "first_inferred_frame": 5.0},
        "seconds": {name: spread(values) for name, values in found.items()},
        "each": {name: [round(each, 2) for each in values] for name, values in found.items()},
        "how": "painted: at least 8 colours in the middle of the screen, looked at every 20 ms; "
        "all panels: READY on stderr; first inferred frame: the report's line that tells of it",
    }


def first(repetitions: int) -> dict[str, Any]:
    """Seconds of a first start, on a machine that has compiled nothing."""
    found: dict[str, list[float]] = {
        name: [] for name in ("painted", "cloud", "t", "p", "compare", "modes", "kernels", "closed")
    }
    late: list[dict[str, Any]] = []
    with tools() as (desktop, eye, hand):
        app = desktop.start(surveyed=True)
        app.wait_playing()
        cloud = QRect(*app.place("QWidget", "causes"))
        app.close()
        for _ in range(repetitions):
            until(lambda: colours(eye.see(cloud), 16) == 1, "an empty screen", 20)
            with tempfile.TemporaryDirectory() as kernels:
                begun = time.monotonic()
                app = desktop.start(ready=False, NUMBA_CACHE_DIR=kernels)
                until(lambda: colours(eye.see(cloud), 16) >= 2, "a painted window")
                found["painted"].append(time.monotonic() - begun)
                until(lambda: points(eye.see(cloud)) > MARKERS, "the cloud on the screen")
                found["cloud"].append(time.monotonic() - begun)
                app.wait_ready()
                for name, key, modes in (
                    ("t", "t", ["both"]),
                    ("p", "p", ["prior"]),
                    ("compare", "c", ["off", "prior"]),
                ):
                    before, pressed = len(app.lines()), time.monotonic()
                    hand.do(f"key --delay 0 {key}")
                    app.wait_line(
                        lambda line, modes=modes: (
                            line["modes"] == modes  # type: ignore[misc]
                            and set(line["inferred"]) == {300}
                        ),
                        name,
                        after=before,
                    )
                    found[name].append(time.monotonic() - pressed)
                app.wait_line(lambda line: MODES.isdisjoint(of(line)), "modes", after=0)
                found["modes"].append(time.monotonic() - begun)
                app.wait_line(lambda line: line["preparing"] is None, "kernels", after=0)
                found["kernels"].append(time.monotonic() - begun)
                late += [line for line in app.lines() if line.get("preparing")]
                asked = time.monotonic()
                app.close(60)
                found["closed"].append(time.monotonic() - asked)
    return {
        "asked": {"cloud": 3.0, "t": "at once", "p": "at once", "kernels": 8.0, "closed": 1.0},
        "seconds": {name: spread(values) for name, values in found.items()},
        "each": {name: [round(each, 2) for each in values] for name, values in found.items()},
        "late_while_preparing": lateness(late),
        "how": "empty folder of kernels; painted, cloud: looked at every 20 ms, the cloud by the "
        "colour of its markers; t, p, compare: from the key to the report's line with all frames "
        "in that mode, while kernels are compiled; modes: all modes can be inferred; kernels: all "
        "preparations are done",
    }


def of(line: dict[str, Any]) -> set[str]:
    """Return what is being prepared, by a line of the report."""
    words = (line["preparing"] or "").removeprefix("Preparing ")
    return {words.partition(",")[0]}


def points(picture: QImage) -> int:
    """Count the pixels, one in each square of 4, that have the colour of the first class."""
    places = [(x, y) for y in range(0, picture.height(), 4) for x in range(0, picture.width(), 4)]
    seen = (picture.pixelColor(x, y) for x, y in places)
    return sum(each.blue() > 150 and each.red() < 110 < each.green() < 190 for each in seen)
