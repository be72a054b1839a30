"""A monkey at the window: keys, clicks and drags while a video plays and a network is trained.

    python -m tests.soak.monkey [--minutes 10] [--seeds 1,2,3] [--log FOLDER]

The app must not crash, write nothing to stderr (an error that it tells of in a window is written
there too), and take no more than 50 MB more than after its first two minutes. What the monkey does
is in a log, and the same for the same seed; when it comes depends on the machine. Where the monkey
quits the app, which it may, the app is started again. Exit code 1 where a seed has failed.

Files are safe: a dialog that could write or delete some is closed with Escape, and the app has a
home of its own in a temporary folder.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.helpers.clips import write_photographs
from tests.helpers.desktop import App, Desktop, open_desktop
from tests.helpers.hand import Hand
from tests.helpers.processes import end, processes, resident
from tests.soak.restless_user import action

SETTLING = 120.0  # seconds after which memory must not grow by more than `MOST_GROWTH`
MOST_GROWTH = 50.0  # MB
LOOK = 2.0  # seconds between two looks at memory and report
SCREEN = [60, 60, 1450, 850]
FILES = re.compile("^(Open|Save|Export|Find|Choose|Delete|New folder)", re.IGNORECASE)
TIRELESS = Path(__file__).with_name("tireless_app.py")
CALM = threading.Event()  # never set: CALM.wait(s) lets s seconds pass


def write_clip(path: Path) -> Path:
    """Write 8 seconds of moving photographs, enlarged to 288×288 pixels."""
    return write_photographs(path, 200, (96, 96), times=3)


class Life:
    """The app from one start to its end, and how its memory went."""

    def __init__(self, desktop: Desktop, clip: Path) -> None:
        self.desktop = desktop
        self.app = desktop.start(str(clip), program=TIRELESS, DPCN_APP_DEBUG="1")
        self.began = self._looked = time.monotonic()
        self.memory: list[tuple[float, float]] = []
        self.trained, self.played, self.looks = 0, 0, 0

    @property
    def over(self) -> bool:
        return self.app.process.poll() is not None

    def look(self, log: Callable[[str], None]) -> None:
        """Now and then look at memory, and at whether a video plays and a network learns."""
        now = time.monotonic()
        if now - self._looked < LOOK:
            return
        self._looked = now
        self.memory.append((round(now - self.began, 1), round(resident(self.app.process.pid), 1)))
        lines = self.app.lines()
        modes = ", ".join(lines[-1].get("modes", ())) if lines else ""
        log(f"memory {self.memory[-1][1]} MB, modes {modes}")
        if lines and "playing" in lines[-1]:
            training = lines[-1]["training"]
            self.looks += 1
            self.trained += bool(training) and training["state"] == "running"
            self.played += lines[-1]["playing"]

    def growth(self) -> float:
        """Return the most memory after the first minutes, less than that after them, in MB."""
        later = [size for at, size in self.memory if at >= SETTLING and size]
        return max(later) - later[0] if later else 0.0

    def finish(self) -> None:
        """Ask the app to end."""
        self.app.process.send_signal(signal.SIGTERM)
        deadline = time.monotonic() + 60
        while not self.over and time.monotonic() < deadline:
            self.desktop.xdotool("key", "Escape")  # a dialog may be open
            CALM.wait(0.2)

    def told(self) -> dict[str, Any]:
        """Return what is to be told of it."""
        code, left = self.app.process.poll(), len(processes(self.app.process.pid))
        minutes = range(int(self.memory[-1][0] // 60) + 1) if self.memory else ()
        return {
            "seconds": round(time.monotonic() - self.began),
            "code": code,
            "left_behind": left,
            "stderr": self.app.errors.replace("READY\n", "")[-4000:],
            "growth_mb": round(self.growth(), 1),
            "each_minute_mb": [
                next(size for at, size in self.memory if at >= 60 * minute) for minute in minutes
            ],
            "looks": {"all": self.looks, "training": self.trained, "playing": self.played},
        }


def good(life: dict[str, Any]) -> bool:
    """Return whether a life went as it should."""
    calm = life["growth_mb"] <= MOST_GROWTH and not life["stderr"]
    return bool(life["code"] == 0 and life["left_behind"] == 0 and calm)


def settle(app: App) -> None:
    """Wait for processes that end with the app, a moment later."""
    deadline = time.monotonic() + 20
    while processes(app.process.pid) and time.monotonic() < deadline:
        CALM.wait(0.1)


def play(seed: int, minutes: float, folder: Path, log: Callable[[str], None]) -> dict[str, Any]:
    """Let the monkey play for some minutes."""
    chance, lives, actions = random.Random(seed), [], 0
    clip = write_clip(folder / "clip.mp4")
    with open_desktop(folder) as desktop:
        hand, deadline = Hand(desktop), time.monotonic() + 60 * minutes
        while time.monotonic() < deadline:
            life = Life(desktop, clip)
            while time.monotonic() < deadline and not life.over:
                if FILES.match(desktop.active_title()):
                    log("key Escape")
                    hand.do("key Escape")
                else:
                    line = action(chance, SCREEN)
                    log(line)
                    hand.do(line)
                    actions += 1
                CALM.wait(chance.uniform(0.02, 0.12))
                life.look(log)
            if not life.over:
                life.finish()
            settle(life.app)
            lives.append(life.told())
            log(json.dumps(lives[-1]))
            end(life.app.process)
            if not good(lives[-1]):
                break
        hand.close()
    return {"seed": seed, "good": all(map(good, lives)), "actions": actions, "lives": lives}


def main() -> int:
    """Let the monkey play with each seed."""
    parser = argparse.ArgumentParser(description="Let a monkey play with the window.")
    parser.add_argument("--minutes", type=float, default=10.0, help="with each seed")
    parser.add_argument("--seeds", default="1,2,3")
    parser.add_argument("--log", type=Path, default=Path("build/soak"), help="folder of the logs")
    asked = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # leaves no desktop behind
    asked.log.mkdir(parents=True, exist_ok=True)
    found = []
    for seed in map(int, asked.seeds.split(",")):
        began = time.monotonic()
        with (
            tempfile.TemporaryDirectory() as folder,
            (asked.log / f"monkey-{seed}.log").open("w") as file,
        ):

            def log(line: str, began: float = began, file: Any = file) -> None:
                file.write(f"{time.monotonic() - began:8.2f} {line}\n")
                file.flush()

            found.append(play(seed, asked.minutes, Path(folder), log))
    good_ones = all(each["good"] for each in found)
    told = {"good": good_ones, "minutes": asked.minutes, "load": os.getloadavg()[0], "seeds": found}
    print(json.dumps(told, indent=2))
    return 0 if good_ones else 1


if __name__ == "__main__":
    sys.exit(main())
