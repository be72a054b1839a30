"""The running window, measured from outside, on a virtual display of its own.

    python -m tests.measurements.window WHAT [AMOUNT]

WHAT: start, first, lateness, keys, compare, beliefs, strokes, memory or closing.

AMOUNT: repetitions (start 5, first 3, closing 20), key presses (50), seconds (lateness 30, compare
20) or minutes (memory 10). Prints one JSON document. What else runs on the machine is measured with
it.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import signal
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
from PySide6.QtCore import QRect
from PySide6.QtGui import QGuiApplication, QImage

from tests.helpers.desktop import TITLE, App, Desktop, colours, open_desktop, until
from tests.helpers.hand import Hand
from tests.helpers.processes import resident

MIX = "shapes:set=easy,mix=square+x"  # in which every belief shows something
LONG_TRAINING = 20_000  # frames: enough for the longest measurement
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


def spread(values: list[float], digits: int = 2) -> dict[str, float]:
    """Return the middle and the ends of some numbers."""
    parts = {"p50": 50, "p95": 95, "max": 100}
    return {name: round(float(np.percentile(values, at)), digits) for name, at in parts.items()}


def lateness(lines: list[dict[str, Any]]) -> dict[str, float]:
    """Return percentiles over all ticks of the window's 10 ms timer in some lines of a report."""
    counts: Counter[int] = Counter()
    for line in lines:
        counts.update({int(ms): count for ms, count in line["late_counts"].items()})
    ticks = np.repeat(sorted(counts), [counts[ms] for ms in sorted(counts)])
    return {
        "ticks": len(ticks),
        "p50_ms": float(np.percentile(ticks, 50)),
        "p99_ms": float(np.percentile(ticks, 99)),
        "max_ms": max(line["late_ms"]["max"] for line in lines),
    }


# --- measurements ---------------------------------------------------------------------------------


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


MODES = {"bottom-up inference", "top-down predictions", "the prior"}


def of(line: dict[str, Any]) -> set[str]:
    """Return what is being prepared, by a line of the report."""
    words = (line["preparing"] or "").removeprefix("Preparing ")
    return {words.partition(",")[0]}


MARKERS = 20  # pixels in the colour of a class: more than the legend has


def points(picture: QImage) -> int:
    """Count the pixels, one in each square of 4, that have the colour of the first class."""
    places = [(x, y) for y in range(0, picture.height(), 4) for x in range(0, picture.width(), 4)]
    seen = (picture.pixelColor(x, y) for x, y in places)
    return sum(each.blue() > 150 and each.red() < 110 < each.green() < 190 for each in seen)


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
                still = eye.see(picture)
                begun = time.perf_counter()
                hand.do(f"key --delay 0 {key}")
                until_changed(eye, picture, still, looks)
                values.append(1000 * (time.perf_counter() - begun))
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


def until_changed(eye: Eye, place: QRect, still: QImage, looks: list[float]) -> None:
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


def beliefs(presses: int) -> dict[str, Any]:
    """Milliseconds from a belief's key to another reconstruction, paused, on two shapes at once."""
    found: dict[str, list[float]] = {"again": [], "anew": []}
    looks: list[float] = []
    with tools() as (desktop, eye, hand):
        app = desktop.start(surveyed=True)
        app.wait_playing()
        app.wait_line(lambda line: line["preparing"] is None, "kernels")
        watch_two_at_once(desktop, app)
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
                still = eye.see(picture)
                begun = time.perf_counter()
                hand.do(f"key --delay 0 {'12'[press % 2]}")
                until_changed(eye, picture, still, looks)
                values.append(1000 * (time.perf_counter() - begun))
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
            still = eye.see(picture)
            begun = time.perf_counter()
            hand.do("click --delay 0 1")
            until_changed(eye, picture, still, looks)
            values.append(1000 * (time.perf_counter() - begun))
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


def watch_two_at_once(desktop: Desktop, app: App) -> None:
    """Choose the first pair of shapes in the list of videos."""
    desktop.click(app.place("QComboBox", "Video"))
    before = app.keys("Home", "Down", "Down", "Return")
    app.wait_line(lambda line: any(line["kept"]), "two at once", after=before)


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


def closing(repetitions: int) -> dict[str, Any]:
    """Close the window again and again, in the middle of different things."""
    rounds: list[dict[str, Any]] = []
    with tools() as (desktop, _, _hand):
        for repetition in range(repetitions):
            while_ = ("loading", "playing", "training", "dialog")[repetition % 4]
            shutil.rmtree(desktop.folder / "home", ignore_errors=True)  # no training to go on with
            app = desktop.start(surveyed=while_ == "training", ready=False)
            until(lambda: desktop.windows(TITLE), "window")
            until(app.active, "the keyboard")
            if while_ != "loading":
                app.wait_ready()
            if while_ == "playing":
                app.wait_playing()
            elif while_ == "training":
                app.start_training(LONG_TRAINING)
            elif while_ == "dialog":
                app.keys("F1")
                until(lambda: desktop.active_title() == "Shortcuts", "dialog")
                app.keys("alt+F4")
                until(lambda: desktop.active_title() == TITLE, "window")
            begun = time.monotonic()
            try:
                app.close(60)
                fault = ""
            except AssertionError as error:
                fault = str(error) or "AssertionError"
            rounds.append(
                {
                    "while": while_,
                    "code": app.process.poll(),
                    "seconds": round(time.monotonic() - begun, 2),
                    "stderr": app.errors.replace("READY\n", ""),
                    "fault": fault,
                }
            )
    good = [each for each in rounds if each["code"] == 0 and not each["stderr"] + each["fault"]]
    seconds: dict[str, list[float]] = {}
    for each in rounds:
        seconds.setdefault(each["while"], []).append(each["seconds"])
    return {
        "asked": {"codes": 0, "stderr": "empty"},
        "good": len(good),
        "of": repetitions,
        "seconds": {name: spread(values) for name, values in seconds.items()},
        "bad": [each for each in rounds if each not in good],
    }


MEASUREMENTS: dict[str, tuple[Callable[[int], dict[str, Any]], int]] = {
    "start": (start, 5),
    "first": (first, 3),
    "lateness": (late, 30),
    "keys": (keys, 50),
    "compare": (compare, 20),
    "beliefs": (beliefs, 30),
    "strokes": (strokes, 20),
    "memory": (memory, 10),
    "closing": (closing, 20),
}


def main() -> None:
    """Measure one thing."""
    parser = argparse.ArgumentParser(description="Measure the running window from outside.")
    parser.add_argument("what", choices=MEASUREMENTS)
    parser.add_argument("amount", type=int, nargs="?", help="repetitions, seconds or minutes")
    arguments = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # leaves no desktop behind
    measure, usual = MEASUREMENTS[arguments.what]
    loads = [os.getloadavg()[0]]
    result = measure(usual if arguments.amount is None else max(1, arguments.amount))
    loads.append(os.getloadavg()[0])
    machine = {"cores": os.cpu_count(), "load_before_and_after": [round(each, 1) for each in loads]}
    print(json.dumps({"measured": arguments.what, **result, "machine": machine}, indent=2))


if __name__ == "__main__":
    main()
