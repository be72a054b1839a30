"""How well the window ends, in the middle of different things."""

from __future__ import annotations

import shutil
import time
from typing import Any

from tests.helpers.desktop import TITLE, until
from tests.measurements.eye import tools
from tests.measurements.figures import spread
from tests.measurements.window import LONG_TRAINING


def closing(repetitions: int) -> dict[str, Any]:
    """Close the window again and again, in the middle of different things."""
    rounds: list[dict[str, Any]] = []
    with tools() as (desktop, _, _hand):
        for repetition in range(repetitions):
            while_ = ("loading", "playing", "training", "dialog")[repetition % 4]
            for old in (desktop.folder / "home").iterdir():  # no training to go on with
                shutil.rmtree(old, ignore_errors=True)
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
