"""The application ends once its window is closed, however early that is."""

import os
import subprocess
import sys

import pytest

from dpcn_app.engine.kernel_cache import kernel_folder

CLOSED_EARLY = """
import sys
from PySide6.QtCore import QTimer
from dpcn_app.cli import main
from dpcn_app.gui import app
from dpcn_app.gui.window import MainWindow

show, add_panels, when = MainWindow.show, app.add_panels, sys.argv[1]

def show_and_close(window):
    show(window)
    window.close()

def build_and_close(window):
    for number, panel in enumerate(add_panels(window)):
        if number == 3:
            window.close()
        yield panel

if when == "before the event loop":
    MainWindow.show = show_and_close
elif when == "while panels are built":
    app.add_panels = build_and_close
sys.exit(main([]))
"""


BROKEN_PICTURE = """
from PySide6.QtGui import QImage
from dpcn_app.gui.app import make_application

make_application("dark")
assert QImage.fromData(b"\\xff\\xd8\\xff\\xd9").isNull()  # a JPEG of its beginning and its end
"""


def test_of_a_picture_that_cannot_be_read_qt_says_nothing_on_stderr(tmp_path) -> None:
    ended = subprocess.run(
        [sys.executable, "-c", BROKEN_PICTURE],
        env=os.environ | {"QT_QPA_PLATFORM": "offscreen", "XDG_CONFIG_HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert (ended.returncode, ended.stderr) == (0, "")


@pytest.mark.parametrize("when", ["before the event loop", "while panels are built"])
def test_a_window_that_is_closed_early_ends_the_application(when: str, tmp_path) -> None:
    home = {name: str(tmp_path) for name in ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME")}
    ended = subprocess.run(
        [sys.executable, "-c", CLOSED_EARLY, when],
        env=os.environ | home | {"QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        timeout=60,
    )
    told = [line for line in ended.stderr.splitlines() if "propagateSizeHints" not in line]
    assert (ended.returncode, told) == (0, [])


CLOSED_ONCE_TIDY = """
import sys
from pathlib import Path
from PySide6.QtCore import QTimer
from dpcn_app.cli import main
from dpcn_app.gui.window import MainWindow

show, left = MainWindow.show, Path(sys.argv[1])

def show_and_watch(window):
    show(window)
    window.watch = QTimer(window)
    window.watch.timeout.connect(lambda: None if left.exists() else window.close())
    window.watch.start(50)

MainWindow.show = show_and_watch
sys.exit(main([]))
"""


def test_what_a_killed_window_has_left_goes_after_the_next_start(tmp_path) -> None:
    kernel_folder()  # in the environment from here on: nothing is compiled anew
    left = tmp_path / "dpcn_app" / "networks" / ".dpcn-0123456789abcdef.tmp"
    left.parent.mkdir(parents=True)
    left.write_bytes(b"a whole network")
    os.utime(left, (0, 0))
    places = ("HOME", "TMPDIR", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME")
    home = dict.fromkeys(places, str(tmp_path))
    ended = subprocess.run(
        [sys.executable, "-c", CLOSED_ONCE_TIDY, str(left)],
        env=os.environ | home | {"QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert ended.returncode == 0, ended.stderr
    assert not left.exists()
