"""How soon keys and the brush are answered on the screen."""

from __future__ import annotations

import time
from typing import Any

import numpy as np
from PySide6.QtCore import QRect

from tests.helpers.hand import Hand
from tests.measurements.eye import PAUSE, answer_time, tools
from tests.measurements.figures import lateness, spread
from tests.measurements.window import LONG_TRAINING

MIX = "shapes:set=easy,mix=square+x"  # in which every belief shows something


def keys(presses: int) -> dict[str, Any]:
    """Milliseconds from a key to another picture on the stage, while training."""
    found: dict[str, list[float]] = {"g": [], "Right": []}
    looks: list[float] = []
    with tools() as (desktop, eye, hand):
        app = desktop.start(surveyed=True)
        app.wait_playing()
        app.start_training(LONG_TRAINING)
        x, y, width, height = app.place("QWidget", "stage")
        desktop.click([x, y, width, 4])
        before = app.keys("space", "Home")
        app.wait_line(lambda line: not line["playing"] and line["frame"] == 0, "0", after=before)
        picture = QRect(x, y + height // 4, width // 4, height // 2)
        for key, values in found.items():
            for _ in range(presses):
                values.append(answer_time(eye, hand, f"key --delay 0 {key}", picture, looks))
                PAUSE.wait(0.1)
        training = app.wait_line(lambda line: True, "a line")["training"]
        app.close()
    return {
        "asked": {"p95_ms": 100},
        "ms": {name: spread(values, 1) for name, values in found.items()},
        "over_100_ms": {name: sum(each > 100 for each in found[name]) for name in found},
        "a_look_ms": spread(looks, 1),
        "presses": presses,
        "training_ran_throughout": training["state"] == "running",
        "how": "g: the patch grid, drawn by the window alone; Right: a step, which goes through "
        "the engine thread. Playing is paused. Includes xdotool, the X server and the time between "
        "two looks at the picture",
    }


def beliefs(presses: int) -> dict[str, Any]:
    """Milliseconds from a belief's key to another reconstruction, paused, on two shapes at once."""
    found: dict[str, list[float]] = {"again": [], "anew": []}
    looks: list[float] = []
    with tools() as (desktop, eye, hand):
        app = desktop.start(surveyed=True)
        app.wait_playing()
        app.wait_line(lambda line: line["preparing"] is None, "kernels")
        app.watch_two_at_once()
        for key in ("1", "2", "3"):  # once before: what each stands for is gathered
            app.keys(key)
            PAUSE.wait(3)
        before = app.keys("space", "Home", *["Right"] * 60, "0")
        app.wait_line(lambda line: not line["playing"] and line["frame"] == 60, "60", after=before)
        x, y, width, height = app.place("QWidget", "stage")
        picture = QRect(x + width // 4, y + height // 4, width // 4, height // 2)
        for name, values in found.items():
            for press in range(presses):
                if name == "anew":
                    app.keys("0", "n")  # other noise: no belief has been held on it
                    PAUSE.wait(3)
                words = f"key --delay 0 {'12'[press % 2]}"
                values.append(answer_time(eye, hand, words, picture, looks))
                PAUSE.wait(0.5)
        assert not app.wait_line(lambda line: True, "a line")["playing"]
        app.close()
    return {
        "asked": {"p95_ms": 100},
        "ms": {name: spread(values, 1) for name, values in found.items()},
        "over_100_ms": {name: sum(each > 100 for each in found[name]) for name in found},
        "a_look_ms": spread(looks, 1),
        "presses": presses,
        "how": "keys 1 and 2 in turn on frame 61 of square + x; the place of the reconstruction "
        "is looked at until it is another. Again: that belief has been held on this video; anew: "
        "it has not. Includes xdotool, the X server and a look",
    }


def strokes(count: int) -> dict[str, Any]:
    """Milliseconds from a dab of the brush to another picture in the last of four modes."""
    values: list[float] = []
    looks: list[float] = []
    with tools() as (desktop, eye, hand):
        app = desktop.start(MIX, surveyed=True)
        app.wait_playing()
        app.wait_line(lambda line: line["preparing"] is None, "kernels")
        before = app.keys("b")
        app.wait_line(lambda line: line["inferred"] == [300] * 4, "four modes", after=before)
        before = app.keys("space", "Home", *["Right"] * 60, "d")
        app.wait_line(lambda line: not line["playing"] and line["frame"] == 60, "60", after=before)
        app.wait_line(lambda line: True, "the brush's controls, which move the stage")
        shown = app.ask(pictures=True)
        x, y, width, height = next(box for name, box in shown if name == "Input")
        picture = QRect(*[box for name, box in shown if name == "Reconstruction"][-1])
        step = min(width, height) // 12
        for number in range(count):
            place = (x + step * (2 + number % 8), y + step * (3 + number // 8 % 6))
            hand.do("mousemove {} {}".format(*place))
            PAUSE.wait(1.5)  # until the whole video is inferred with the dab before, and shown
            values.append(answer_time(eye, hand, "click --delay 0 1", picture, looks))
            PAUSE.wait(0.5)
        before = app.keys("space")
        drawn = draw_about(QRect(x, y, width, height), hand, 10.0)
        lines = app.lines()[before + 2 :]
        app.close()
    return {
        "asked": {"p95_ms": 100, "frames_per_second": 30},
        "ms": spread(values, 1),
        "over_100_ms": sum(each > 100 for each in values),
        "a_look_ms": spread(looks, 1),
        "while_playing_and_drawing": {
            "frames_per_second": spread([line["frames_per_second"] for line in lines]),
            "snapshots_shown_per_second": spread([float(line["snapshots"]) for line in lines]),
            "late": lateness(lines),
            "mouse_moves": drawn,
        },
        "how": "a dab of the pencil on the input; the reconstruction of the last of four modes is "
        "looked at until it is another. Then the video plays while the mouse draws circles",
    }


def draw_about(place: QRect, hand: Hand, seconds: float) -> int:
    """Draw circles on a picture for some seconds; return the moves of the mouse that took."""
    centre_x, centre_y = place.center().x(), place.center().y()
    radius = min(place.width(), place.height()) // 4
    began, moves = time.monotonic(), 0
    while time.monotonic() - began < seconds:
        angle = 3 * (time.monotonic() - began)
        across, down = int(radius * np.sin(angle)), int(radius * np.cos(angle))
        hand.do(f"mousemove {centre_x + across} {centre_y + down}")
        if moves == 0:
            hand.do("mousedown 1")
        moves += 1
        PAUSE.wait(1 / 60)
    hand.do("mouseup 1")
    return moves
