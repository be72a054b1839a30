"""A training in a process of its own: killed, gone on with, and gone with the window."""

import os
import signal
from pathlib import Path

import pytest

from tests.helpers.desktop import TITLE, App, missing_tools, open_desktop, until
from tests.helpers.processes import processes

pytestmark = pytest.mark.skipif(bool(missing_tools()), reason=missing_tools())


def training_process(app: App) -> int:
    """Return the process that trains for the window, beside which others may prepare kernels."""
    (found,) = (
        each
        for each in processes(app.process.pid)
        if b"training_process" in Path(f"/proc/{each}/cmdline").read_bytes()
    )
    return found


def learning(line: dict) -> bool:
    return bool(line["training"] and line["training"]["share"] > 0)


def test_a_killed_training_is_told_and_goes_on_and_ends_with_a_window_that_is_killed(tmp_path):
    folder = tmp_path / "home" / "data" / "dpcn_app"
    with open_desktop(tmp_path) as desktop:
        app = desktop.start(surveyed=True)
        app.start_training(frames=20_000)
        app.wait_line(learning, "its first steps")
        os.kill(training_process(app), signal.SIGKILL)
        until(lambda: app.ask(text="The training was killed"), "a sentence", 30)
        until(lambda: desktop.active_title() == "dpcn_app", "it has the keyboard", 30)
        app.keys("Escape")
        until(lambda: desktop.active_title() == TITLE, "the window has the keyboard again", 30)
        desktop.click(app.place("QPushButton", "Resume"))
        app.wait_line(learning, "going on with it")

        (kept,) = folder.glob("training *.checkpoint")
        written = kept.stat().st_mtime_ns
        app.process.kill()
        until(lambda: processes(app.process.pid) == [], "the end of its process", 60)
        assert kept.stat().st_mtime_ns > written
        assert [each.name for each in folder.iterdir()] == [kept.name]
