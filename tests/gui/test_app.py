"""The application ends once its window is closed, however early that is."""

import os
import subprocess
import sys

import pytest

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
