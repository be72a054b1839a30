"""How much memory the window takes: in the long run, and for a large frame."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from tests.helpers.clips import write_photographs
from tests.helpers.processes import resident
from tests.measurements.eye import PAUSE, tools

LOOK = 0.02  # seconds between two looks at memory


def memory(minutes: int) -> dict[str, Any]:
    """Memory while playing, with a look into each tab in turn."""
    samples: list[tuple[float, float]] = []
    with tools() as (desktop, _, _hand):
        app = desktop.start(surveyed=True)
        app.wait_playing()
        tabs = app.ask(tabs=True)
        began = time.monotonic()
        while (now := time.monotonic() - began) < 60 * minutes:
            samples.append((now, resident(app.process.pid)))
            if tabs:
                desktop.click(tabs[len(samples) % len(tabs)])
            PAUSE.wait(5)
        lateness_since = [line["late_ms"]["max"] for line in app.lines()[-60:]]
        app.close()
    later = [(at, size) for at, size in samples if at >= 60] or samples
    times, sizes = np.array(later).T
    slope = 60 * np.polyfit(times, sizes, 1)[0] if len(later) > 2 else float("nan")
    return {
        "asked": {"growth_after_a_minute_mb": 20},
        "minutes": minutes,
        "tabs": len(tabs),
        "first_mb": round(samples[0][1], 1),
        "after_a_minute_mb": round(later[0][1], 1),
        "last_mb": round(samples[-1][1], 1),
        "growth_after_a_minute_mb": round(samples[-1][1] - later[0][1], 1),
        "trend_mb_per_minute": round(float(slope), 2),
        "each_minute_mb": [
            round(next(size for at, size in samples if at >= 60 * minute), 1)
            for minute in range(minutes)
        ],
        "late_max_ms_of_the_last_minute": max(lateness_since),
    }


def large(rounds: int) -> dict[str, Any]:
    """Memory while all of a 1080p frame is inferred, frame after frame, then in another mode."""
    found: dict[str, list[float]] = {"first_picture_s": [], "complete_s": []}
    with tools() as (desktop, _, _hand):
        path = write_photographs(desktop.folder / "clip.mp4", 20, (54, 96), times=20)
        app = desktop.start(str(path), surveyed=True)
        app.wait_line(lambda line: line["playing"] and line["preparing"] is None, "playing")
        paused = app.keys("space")
        app.wait_line(lambda line: not line["playing"], "a pause", after=paused)
        app.keys("Home")  # so that there are frames to go on to
        opened = resident(app.process.pid)
        with peak(app.process.pid) as highest:
            for key in ("w", *["Right"] * rounds, "t"):
                begun, before = time.monotonic(), app.keys(key)
                app.wait_line(lambda line: line["frame_done"] is not None, key, after=before)
                found["first_picture_s"].append(round(time.monotonic() - begun, 2))
                app.wait_line(lambda line: line["frame_done"] is None, key, after=before + 1)
                found["complete_s"].append(round(time.monotonic() - begun, 2))
        rest = resident(app.process.pid)
        app.close()
    return {
        "asked": {"peak_mb": 600, "first_picture_s": 2},
        "opened_mb": round(opened, 1),
        "peak_mb": round(highest[0], 1),
        "at_rest_mb": round(rest, 1),
        **found,
        "how": "a clip of 1920×1080 is opened and paused, then W, so many frames on, and T; memory "
        f"is looked at every {1000 * LOOK:.0f} ms; times from the key to the report's line",
    }


@contextmanager
def peak(process: int) -> Iterator[list[float]]:
    """Look at the memory of a process all the time; give a list with the highest value so far."""
    highest, over = [0.0], threading.Event()

    def look() -> None:
        while not over.wait(LOOK):
            highest[0] = max(highest[0], resident(process))

    thread = threading.Thread(target=look)
    thread.start()
    try:
        yield highest
    finally:
        over.set()
        thread.join()
