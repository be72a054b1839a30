"""Hostile starts: mouse and keys from the first moment on, and a request to close at any time.

    python -m tests.soak.hostile_starts [--starts 100] [--seed 1] [--only NUMBER] [--log FILE]

Every second start draws with OpenGL, which the X server emulates. The app must end by itself after
one request, with exit code 0, nothing on stderr and no process left behind. Each start has a number
and does the same where the seed is the same. Exit code 1 where one has failed.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import signal
import sys
import tempfile
import threading
import time
from collections import Counter
from pathlib import Path
from typing import Any

from tests.helpers.desktop import TITLE, App, Desktop, open_desktop, until
from tests.helpers.hand import Hand
from tests.helpers.processes import end, processes
from tests.soak.close_request import request_close
from tests.soak.restless_user import action, move

LONGEST = 9.0  # seconds from the first sight of the window to the request
PATIENCE = 60.0  # seconds until the app has ended, on a machine that does other things too
CALM = threading.Event()  # never set: CALM.wait(s) lets s seconds pass


def dialogs(desktop: Desktop, app: App) -> list[int]:
    """Return the app's windows that are open beside the main one."""
    found = desktop.xdotool("search", "--onlyvisible", "--pid", str(app.process.pid)).split()
    names = {each: desktop.xdotool("getwindowname", each) for each in found}
    return [int(each) for each, name in names.items() if name and name != TITLE]


def close(desktop: Desktop, app: App, window: int, how: str) -> int:
    """Ask the app to end; return how many requests it took.

    A dialog holds up the window behind it: it is asked first, and that is no request that was lost.
    """
    if how == "signal":
        app.process.send_signal(signal.SIGTERM)
        until(lambda: app.process.poll() is not None, "the end after SIGTERM", PATIENCE)
        return 1
    asked = 0
    deadline = time.monotonic() + PATIENCE
    while app.process.poll() is None and time.monotonic() < deadline:
        open_now = dialogs(desktop, app)
        for each in open_now:
            request_close(desktop.environment["DISPLAY"], each)
        if asked and not open_now:
            CALM.wait(0.1)
            continue
        request_close(desktop.environment["DISPLAY"], window)
        asked += not open_now
        CALM.wait(0.2)
    return asked


def start(desktop: Desktop, seed: int, number: int) -> dict[str, Any]:
    """Start the app once, molest it and ask it to end; return what was seen."""
    chance = random.Random(seed * 100_000 + number)
    for old in (desktop.folder / "home").iterdir():
        shutil.rmtree(old, ignore_errors=True)
    opengl = number % 2 == 1
    until_request = LONGEST * chance.random() ** 2  # early ones are the dangerous ones
    how = "signal" if chance.random() < 0.2 else "request"
    app = desktop.start(ready=False, DPCN_APP_GL="on" if opengl else "off")
    hand, done, fault, asked = Hand(desktop), [], "", 0
    try:
        hand.do(move(chance, [200, 200, 1000, 600]))  # where the window is going to appear
        windows = until(lambda: desktop.windows(TITLE) or None, "a window", 60)
        seen = time.monotonic()
        while time.monotonic() - seen < until_request and app.process.poll() is None:
            done.append(action(chance, [60, 60, 1450, 850]))
            hand.do(done[-1])
            CALM.wait(chance.uniform(0.005, 0.08))
        if app.process.poll() is None:
            asked = close(desktop, app, int(windows[0]), how)
        until(lambda: app.process.poll() is not None, "the end of the app", 1)
        until(lambda: processes(app.process.pid) == [], "the end of its processes", 20)
    except AssertionError as error:
        fault = str(error)
    finally:
        hand.close()
        code = app.process.poll()
        left = len(processes(app.process.pid))
        end(app.process)
    return {
        "number": number,
        "opengl": opengl,
        "how": how,
        "request_after": round(until_request, 2),
        "requests": asked,
        "code": code,
        "left_behind": left,
        "stderr": app.errors.replace("READY\n", ""),
        "fault": fault,
        "actions": done,
    }


def good(found: dict[str, Any]) -> bool:
    """Return whether a start went as it should."""
    lost = found["requests"] > 1
    return found["code"] == 0 and not (lost or found["stderr"] or found["fault"])


def main() -> int:
    """Start the app again and again."""
    parser = argparse.ArgumentParser(description="Start the app and disturb it at once.")
    parser.add_argument("--starts", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", type=int, help="number of the one start to repeat")
    parser.add_argument("--log", type=Path, default=Path("build/soak/hostile_starts.jsonl"))
    asked = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # leaves no desktop behind
    asked.log.parent.mkdir(parents=True, exist_ok=True)
    numbers = range(asked.starts) if asked.only is None else [asked.only]
    results: list[dict[str, Any]] = []
    with tempfile.TemporaryDirectory() as folder, asked.log.open("w") as log:
        for number in numbers:
            # A screen of its own for each: what one start has left on it must not disturb the next.
            with open_desktop(Path(folder)) as desktop:
                results.append(start(desktop, asked.seed, number))
            log.write(json.dumps(results[-1]) + "\n")
            log.flush()
            if not good(results[-1]):
                print(json.dumps(results[-1] | {"actions": "in the log"}), file=sys.stderr)
    bad = [each["number"] for each in results if not good(each)]
    told = {
        "starts": len(results),
        "bad": bad,
        "codes": dict(Counter(str(each["code"]) for each in results)),
        "requests_lost": sum(each["requests"] > 1 for each in results),
        "with_stderr": sum(bool(each["stderr"]) for each in results),
        "actions": sum(len(each["actions"]) for each in results),
        "seed": asked.seed,
        "load": round(os.getloadavg()[0], 1),
        "again": [
            f"python -m tests.soak.hostile_starts --seed {asked.seed} --only {number}"
            for number in bad
        ],
    }
    print(json.dumps(told, indent=2))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
