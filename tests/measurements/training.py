"""A natural training in the window beside a video that plays, against a training alone.

    python -m tests.measurements.training [--seconds 20] [--rounds 2] [--busy 0]

Each round measures a training alone, playing alone, and both at once, one after the other: on a
machine on which others work too, only ratios within a round mean something. BUSY more processes
that do nothing but count run all the while. Prints one JSON document.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
from PySide6.QtCore import QRect

from tests.helpers.desktop import App, Desktop
from tests.helpers.hand import Hand
from tests.measurements.eye import PAUSE, Eye, answer_time, tools
from tests.measurements.figures import lateness, shown_per_second, spread

# What `dpcn-app train` does, with a line for the share after each step.
ALONE = """
import sys, time
from pathlib import Path
from dpcn_app.training.driver import Training
from dpcn_app.training.presets import preset
chosen = preset("natural")
report = lambda progress: print(time.monotonic(), progress.share, flush=True)
Training(chosen, chosen.frames, 1, checkpoint=Path(sys.argv[1])).run(report)
"""
VIDEO = "photographs:seed=7,frames=300"
WARM_UP = 6.0  # seconds of each measurement that do not count
KEYS = 40


def work_rate(points: list[tuple[float, float]]) -> float:
    """Return the share of a training that is done in a second, without its first seconds."""
    since = points[0][0] + WARM_UP
    times, shares = np.array([point for point in points if point[0] >= since]).T
    return float((shares[-1] - shares[0]) / (times[-1] - times[0]))


def alone(seconds: float, desktop: Desktop) -> float:
    """Return the rate of a training without a window."""
    process = subprocess.Popen(
        [sys.executable, "-c", ALONE, str(desktop.folder / "alone.checkpoint")],
        env=desktop.environment,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    points: list[tuple[float, float]] = []
    with process, process.stdout:
        for line in process.stdout:
            at, share = line.split()
            points.append((float(at), float(share)))
            if points[-1][0] - points[0][0] > seconds + WARM_UP:
                process.kill()
                break
    return work_rate(points)


def wait(app: App, seconds: float) -> list[dict[str, Any]]:
    """Return the lines of the report of some seconds from now on."""
    PAUSE.wait(WARM_UP)
    begin = len(app.lines())
    PAUSE.wait(seconds)
    return app.lines()[begin:]


def in_window(seconds: float, desktop: Desktop, eye: Eye, hand: Hand) -> dict[str, Any]:
    """Measure playing alone, and playing beside a training."""
    app = desktop.start(VIDEO, surveyed=True)
    app.wait_line(lambda line: line["playing"] and line["frames_per_second"] > 0, "playing")
    before = wait(app, seconds)
    desktop.click(app.place("QCheckBox", "Slow start"))  # which is on at first
    desktop.click(app.place("QPushButton", "Start"))
    app.wait_line(lambda line: line["training"] and line["training"]["share"] > 0, "training")
    began = len(app.lines())
    lines = wait(app, seconds)
    keys = press_keys(app, eye, hand)
    points = [(line["seconds"], line["training"]["share"]) for line in app.lines()[began:]]
    app.process.send_signal(signal.SIGTERM)
    app.check_end(60)
    for left in (desktop.folder / "home").rglob("training*.checkpoint"):
        left.unlink()
    return {
        "rate": work_rate(points),
        "playing_alone": shown_per_second(before),
        "playing_beside": shown_per_second(lines),
        "late_alone": lateness(before),
        "late_beside": lateness(lines),
        "keys_ms": spread(keys, 1),
    }


def press_keys(app: App, eye: Eye, hand: Hand) -> list[float]:
    """Return milliseconds from a key (G, the patch grid) to another picture on the stage."""
    x, y, width, height = app.place("QWidget", "stage")
    app.desktop.click([x, y, width, 4])  # the button that was clicked last has the keyboard
    before = app.keys("space")
    app.wait_line(lambda line: not line["playing"], "a pause", after=before)
    picture, found = QRect(x, y, width, height), []
    for _ in range(KEYS):
        found.append(answer_time(eye, hand, "key --delay 0 g", picture, []))
        PAUSE.wait(0.1)
    return found


@contextmanager
def busy(count: int) -> Iterator[None]:
    """Keep some cores busy."""
    processes = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(count)]
    try:
        yield
    finally:
        for process in processes:
            process.kill()
            process.wait()


def measure(seconds: float, rounds: int, others: int) -> dict[str, Any]:
    """Return the figures of all rounds."""
    found = []
    with tools() as (desktop, eye, hand), busy(others):
        for _ in range(rounds):
            rate = alone(seconds, desktop)
            one = in_window(seconds, desktop, eye, hand)
            found.append(
                {
                    "training_times_as_long": round(rate / one.pop("rate"), 2),
                    "playing_share": round(one["playing_beside"] / one["playing_alone"], 2),
                    "seconds_for_a_training_alone": round(1 / rate),
                    "load": round(os.getloadavg()[0], 1),
                    **one,
                }
            )
    return {
        "asked": {
            "training_times_as_long": 1.3,
            "playing_share": 0.9,
            "late_beside": {"p99_ms": 33, "max_ms": 100},
            "with two busy processes": {"playing_beside": 15, "keys_ms": {"p95": 150}},
        },
        "busy": others,
        "rounds": found,
        "machine": {"cores": os.cpu_count()},
    }


def main() -> None:
    """Measure, and print what was found."""
    parser = argparse.ArgumentParser(description="A training in the window, against one alone.")
    parser.add_argument("--seconds", type=float, default=20.0, help="of each measurement")
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--busy", type=int, default=0, help="processes that keep cores busy")
    asked = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # leaves no desktop behind
    found = measure(asked.seconds, asked.rounds, asked.busy)
    print(json.dumps(found, indent=2))


if __name__ == "__main__":
    main()
