"""How smoothly the window plays: beside a training, two modes at once, and a file."""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from tests.helpers.clips import write_photographs
from tests.helpers.desktop import App
from tests.helpers.hand import Hand
from tests.measurements.eye import PAUSE, tools
from tests.measurements.figures import lateness, shown_per_second, spread
from tests.measurements.window import LONG_TRAINING

SETTLING = 5  # seconds of a clip that do not count


def late(seconds: int) -> dict[str, Any]:
    """Lateness of the window's 10 ms timer while it trains, plays and is turned."""
    with tools() as (desktop, _, hand):
        app = desktop.start(surveyed=True)
        app.wait_playing()
        idle = len(app.lines())
        app.start_training(LONG_TRAINING)
        begin = len(app.lines())
        moves = turn_cloud(app, hand, seconds)
        lines = app.lines()[begin:]
        starting = app.lines()[idle:begin]
        loading = app.lines()[:idle]
        running = [line["training"]["state"] for line in lines]
        app.close()
    return {
        "asked": {"p99_ms": 33, "max_ms": 150},
        "load": lateness(lines),
        "worst_second_p99_ms": max(line["late_ms"]["p99"] for line in lines),
        "seconds_over_150_ms": sum(line["late_ms"]["max"] > 150 for line in lines),
        "while_loading": lateness(loading),
        "while_a_training_is_started": lateness(starting),
        "frames_per_second": spread([line["frames_per_second"] for line in lines]),
        "snapshots_per_second": spread([float(line["snapshots"]) for line in lines]),
        "mouse_moves": moves,
        "training_ran_throughout": set(running) == {"running"},
        "how": "percentiles over all ticks in whole milliseconds, rounded down; a tick that comes "
        "late puts off the next, so a long stall counts once",
    }


def turn_cloud(app: App, hand: Hand, seconds: float) -> int:
    """Drag the cloud to and fro for some seconds; return how many moves of the mouse that took."""
    x, y, width, height = app.place("QWidget", "causes")
    centre_x, centre_y = x + width // 2, y + height * 2 // 3
    hand.do(f"mousemove {centre_x} {centre_y} mousedown 1")
    began, moves = time.monotonic(), 0
    while time.monotonic() - began < seconds:
        angle = 2 * (time.monotonic() - began)
        across, down = int(width / 4 * np.sin(angle)), int(height / 8 * np.cos(angle))
        hand.do(f"mousemove {centre_x + across} {centre_y + down}")
        moves += 1
        PAUSE.wait(1 / 60)
    hand.do("mouseup 1")
    return moves


def compare(seconds: int) -> dict[str, Any]:
    """Frames shown and commands waiting while two modes play side by side."""
    with tools() as (desktop, _, _hand):
        app = desktop.start(surveyed=True)
        app.wait_playing()
        before = app.keys("c")
        app.wait_line(lambda line: line["inferred"] == [300, 300], "two modes", after=before)
        begin, began = len(app.lines()), time.monotonic()
        waiting = []
        while time.monotonic() - began < seconds:
            waiting.append(app.ask(waiting=True))
            PAUSE.wait(0.25)
        lines = app.lines()[begin:]
        app.close()
    return {
        "asked": {"frames_per_second": 30, "commands_waiting": "no growth"},
        "frames_per_second": spread([line["frames_per_second"] for line in lines]),
        "least_frames_per_second": min(line["frames_per_second"] for line in lines),
        "snapshots_shown_per_second": spread([float(line["snapshots"]) for line in lines]),
        "late": lateness(lines),
        "commands_waiting": {"first": waiting[0], "last": waiting[-1], "max": max(waiting)},
        "how": "snapshots go through a mailbox with one place and cannot queue up",
    }


def clip(seconds: int) -> dict[str, Any]:
    """Pictures shown per second of a file of 640×360, 30 frames a second, as it is opened."""
    with tools() as (desktop, _, _hand):
        path = write_photographs(desktop.folder / "clip.mp4", 300, (45, 80), times=8, rate=30)
        app = desktop.start(str(path), surveyed=True)
        app.wait_line(lambda line: line["playing"] and line["frames_per_second"] > 0, "playing")
        PAUSE.wait(SETTLING)
        begin = len(app.lines())
        PAUSE.wait(seconds)
        lines = app.lines()[begin:]
        looked_at = app.ask(region=True)
        app.close()
    (high, wide), (_, _, height, width) = looked_at["video"], looked_at["region"]
    return {
        "asked": {"shown_per_second": 15},
        "shown_per_second": shown_per_second(lines),
        "frames_per_second": spread([line["frames_per_second"] for line in lines]),
        "least_frames_per_second": min(line["frames_per_second"] for line in lines),
        "late": lateness(lines),
        "share_of_the_frame_in_view": round(height * width / (high * wide), 3),
        "shrunk_to": round(looked_at["seen"][1] / width, 3),
        "told_by_the_stage": looked_at["words"],
        "how": "10 s of moving photographs, which loop; few states are kept, so that each round is "
        "inferred anew. Shown: snapshots that came to the window; frames: those that the engine "
        "went on to and inferred",
    }
