"""A screen of its own for each test, and the app on it, driven and watched from outside."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeVar

from PySide6.QtGui import QImage

from dpcn_app.engine import jit  # noqa: F401  (chooses the kernels' folder, before HOME is another)
from dpcn_app.video.shapes import SHAPE_SETS
from tests.helpers.processes import end, processes

TITLE = "Deep Predictive Coding Network"
TOOLS = ("Xvfb", "openbox", "xdotool", "import")
PATIENCE = 240.0
"""Seconds before a test gives up; kernels that are not yet in the cache take long to compile."""

T = TypeVar("T")


def missing_tools() -> str:
    """Return what is not installed of that which a screen needs, in words, or nothing."""
    missing = [tool for tool in TOOLS if shutil.which(tool) is None]
    return f"not installed: {', '.join(missing)}; see .ci/system-packages" if missing else ""


def until(condition: Callable[[], T | None], what: str, seconds: float = PATIENCE) -> T:
    """Return what a condition gives as soon as that is not None or False."""
    deadline = time.monotonic() + seconds
    never = threading.Event()
    while True:
        result = condition()
        if result is not None and result is not False:
            return result
        if time.monotonic() > deadline:
            raise AssertionError(f"{what}: not within {seconds:.0f} s")
        never.wait(0.02)


def environment(home: Path, **more: str) -> dict[str, str]:
    """Return an environment in which no settings of the user count, but compiled kernels do."""
    home.mkdir(parents=True, exist_ok=True)
    blank = ("QT_", "XDG_", "DPCN_APP", "WAYLAND", "DISPLAY", "PYTEST", "DBUS")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(blank)}
    folders = {
        "HOME": home,
        "XDG_CONFIG_HOME": home / "config",
        "XDG_CACHE_HOME": home / "cache",
        "XDG_DATA_HOME": home / "data",
        "XDG_STATE_HOME": home / "state",
    }
    return kept | {name: str(folder) for name, folder in folders.items()} | more


def executable() -> list[str]:
    """Return how a user starts the app."""
    script = Path(sys.executable).with_name("dpcn-app")
    return [str(script)] if script.exists() else [sys.executable, "-m", "dpcn_app"]


def colours(picture: QImage, step: int = 4) -> int:
    """Count the colours of a picture, looking at one pixel in each square of `step`."""
    return len(
        {
            picture.pixel(x, y)
            for y in range(0, picture.height(), step)
            for x in range(0, picture.width(), step)
        }
    )


class Desktop:
    """An X server with a window manager.

    Parameters
    ----------
    folder
        Where the app keeps its files.
    options
        More of the X server's.
    screen
        Width and height.
    """

    def __init__(
        self, folder: Path, options: Sequence[str] = (), screen: tuple[int, int] = (1600, 1000)
    ) -> None:
        self.folder = folder
        self._apps: list[App] = []
        reading, writing = os.pipe()
        command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", "{}x{}x24".format(*screen)]
        # Without -noreset it would begin anew, and throw others out, when its only client leaves.
        self._server = subprocess.Popen(
            [*command, "-nolisten", "tcp", "-noreset", *options],
            pass_fds=(writing,),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        os.close(writing)
        with open(reading) as answer:
            number = answer.readline().strip()
        if not number:
            end(self._server)
            raise AssertionError("Xvfb did not start")
        self.environment = environment(folder / "home", DISPLAY=f":{number}")
        self._manager = subprocess.Popen(
            ["openbox"],
            env=self.environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        try:
            until(lambda: self.xdotool("get_desktop") or None, "window manager", 20)
            # The first key of a new server brings another keyboard map, at which openbox lets go of
            # its keys for a moment: Alt+F4 pressed first of all is lost once in seven times.
            self.xdotool("key", "Shift_L")
        except AssertionError:
            self.close()
            raise

    @property
    def server_pid(self) -> int:
        """The process of the X server."""
        return self._server.pid

    def xdotool(self, *words: str) -> str:
        """Run xdotool and return what it prints; nothing where it fails."""
        run = subprocess.run(
            ["xdotool", *words], env=self.environment, capture_output=True, text=True, timeout=60
        )
        return run.stdout.strip() if run.returncode == 0 else ""

    def windows(self, name: str) -> list[str]:
        """Return the windows that can be seen and whose title matches."""
        return self.xdotool("search", "--onlyvisible", "--name", name).split()

    def active_title(self) -> str:
        """Return the title of the window that has the keyboard."""
        return self.xdotool("getactivewindow", "getwindowname")

    def click(self, place: Sequence[int]) -> None:
        """Click into the middle of a place (x, y, width, height)."""
        x, y, width, height = place
        self.xdotool("mousemove", str(x + width // 2), str(y + height // 2), "click", "1")

    def screenshot(self) -> QImage:
        """Return the picture on the screen."""
        png = subprocess.run(
            ["import", "-window", "root", "png:-"],
            env=self.environment,
            capture_output=True,
            timeout=60,
            check=True,
        )
        return QImage.fromData(png.stdout)

    def start(
        self,
        *words: str,
        surveyed: bool = False,
        program: Path | None = None,
        ready: bool = True,
        **more: str,
    ) -> App:
        """Start the app as a user would, or with a surveyor.

        Parameters
        ----------
        words
            For its command line.
        surveyed
            Whether a surveyor tells where things are.
        program
            What starts the app in place of its own script.
        ready
            Whether to wait until all panels are there.
        more
            Environment variables.
        """
        surveyor = Path(__file__).with_name("surveyed_app.py") if surveyed else None
        app = App(self, words, program or surveyor, self.environment | more)
        self._apps.append(app)
        if ready:
            app.wait_ready()
        return app

    def close(self) -> None:
        """End all that still runs."""
        for app in self._apps:
            end(app.process)
        end(self._manager)
        end(self._server)


class App:
    """The app, running on a desktop."""

    def __init__(
        self,
        desktop: Desktop,
        words: Sequence[str],
        program: Path | None,
        variables: dict[str, str],
    ) -> None:
        self.desktop = desktop
        self._report = desktop.folder / "report.jsonl"
        self._errors = desktop.folder / "stderr.txt"
        self._report.unlink(missing_ok=True)
        command = executable() if program is None else [sys.executable, str(program)]
        with self._errors.open("w") as errors:
            self.process = subprocess.Popen(
                [*command, "--report", str(self._report), *words],
                env=variables,
                cwd=desktop.folder,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
                bufsize=1,
                start_new_session=True,
            )

    # --- watching ---------------------------------------------------------------------------------

    @property
    def errors(self) -> str:
        """What the app has written to stderr."""
        return self._errors.read_text()

    def wait_ready(self) -> None:
        """Wait until all panels are there and keys are heard."""
        until(lambda: self._alive() and "READY" in self.errors, "READY")
        until(self.active, "the window has the keyboard", 30)

    def active(self) -> bool:
        """Whether the app's window, or a dialog of it, has the keyboard."""
        pid = self.desktop.xdotool("getactivewindow", "getwindowpid")
        return pid == str(self.process.pid)

    def _alive(self) -> bool:
        if self.process.poll() is not None:
            raise AssertionError(f"the app has ended ({self.process.returncode}): {self.errors}")
        return True

    def lines(self) -> list[dict[str, Any]]:
        """Return the report so far."""
        if not self._report.exists():
            return []
        whole, _, _ = self._report.read_text().rpartition("\n")
        return [json.loads(line) for line in whole.splitlines()]

    def wait_line(
        self,
        condition: Callable[[dict[str, Any]], object],
        what: str,
        *,
        after: int | None = None,
        seconds: float = PATIENCE,
    ) -> dict[str, Any]:
        """Return the first line of the report, from number `after` on, of which something holds.

        Without `after`: of the lines that are still to come. Lines of a window that is still
        loading do not count.
        """
        begin = len(self.lines()) if after is None else after

        def look() -> dict[str, Any] | None:
            self._alive()
            told = (line for line in self.lines()[begin:] if line.get("inferred"))
            return next((line for line in told if condition(line)), None)

        return until(look, what, seconds)

    def wait_playing(self) -> dict[str, Any]:
        """Wait until frames go on and all of them are inferred."""
        return self.wait_line(lambda line: line["playing"] and line["inferred"] == [300], "playing")

    def ask(self, **request: object) -> Any:
        """Ask the surveyor."""
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write(json.dumps(request) + "\n")
        answer = self.process.stdout.readline()
        if not answer:
            self.process.wait(20)
            self._alive()
        return json.loads(answer)

    def place(self, kind: str, name: str) -> list[int]:
        """Ask the surveyor where a widget is; wait until it can be seen."""
        return until(lambda: self.ask(kind=kind, name=name), f"{kind} {name}", 30)

    # --- driving ----------------------------------------------------------------------------------

    def keys(self, *names: str) -> int:
        """Press keys one after the other; return the number of lines in the report before that."""
        before = len(self.lines())
        self.desktop.xdotool("key", "--clearmodifiers", *names)
        return before

    def start_training(self, frames: int) -> dict[str, Any]:
        """Start a training by mouse and keyboard, and return the first line that tells of it."""
        self.desktop.click(self.place("QSpinBox", "Frames"))
        self.desktop.xdotool("key", "ctrl+a")
        self.desktop.xdotool("type", "--delay", "20", str(frames))
        before = self.keys("Tab")
        self.desktop.click(self.place("QPushButton", "Start"))
        return self.wait_line(lambda line: line["training"], "training", after=before)

    def watch_two_at_once(self) -> None:
        """Choose the first pair of shapes in the list of videos, where it comes after all sets."""
        self.desktop.click(self.place("QComboBox", "Video"))
        before = self.keys("Home", *["Down"] * len(SHAPE_SETS), "Return")
        self.wait_line(lambda line: any(line["kept"]), "two at once", after=before)

    def close(self, seconds: float = 20) -> None:
        """Close the window with the keyboard and see that nothing is left behind.

        No dialog may be open: the app tells of errors inside in one.
        """
        assert self.desktop.windows("^dpcn_app$") == [], "the app has told of a problem"
        self.desktop.xdotool("key", "alt+F4")
        self.check_end(seconds)

    def check_end(self, seconds: float = 20) -> None:
        """See that the app ends well, by itself, with nothing left behind."""
        until(lambda: self.process.poll() is not None, "end of the app", seconds)
        assert self.process.returncode == 0, self.errors
        assert self.errors.replace("READY\n", "") == "", self.errors
        assert processes(self.process.pid) == []


@contextlib.contextmanager
def open_desktop(
    folder: Path, options: Sequence[str] = (), screen: tuple[int, int] = (1600, 1000)
) -> Iterator[Desktop]:
    """Give a desktop that is taken away in the end."""
    desktop = Desktop(folder, options, screen)
    try:
        yield desktop
    finally:
        desktop.close()
