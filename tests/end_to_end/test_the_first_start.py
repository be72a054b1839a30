"""The first start on a machine that has compiled nothing: everything answers at once.

The kernels are held back, not raced: what answers here needs none of them.
"""

import signal
from pathlib import Path
from typing import Any

import pytest

from tests.helpers.desktop import TITLE, App, missing_tools, open_desktop, until
from tests.helpers.processes import processes

pytestmark = pytest.mark.skipif(bool(missing_tools()), reason=missing_tools())

KNOWN = "preparing bottom-up inference, 1 of 7"
WAITING = "Preparing the network's kernels (1 of 7) …"


def shown(app: App, after: int, *modes: str) -> dict[str, Any]:
    """Wait until all frames are shown in some modes, which takes seconds at most."""
    return app.wait_line(
        lambda line: line["modes"] == list(modes) and set(line["inferred"]) == {300},
        ", ".join(modes),
        after=after,
        seconds=20,
    )


def make_noisier(app: App) -> None:
    x, y, width, height = app.place("QDoubleSpinBox", "Noise")
    app.desktop.click((x + width - 16, y, 16, height // 2))


def test_cloud_t_p_c_and_steps_answer_before_anything_is_compiled(tmp_path: Path) -> None:
    kernels = tmp_path / "kernels"
    with open_desktop(tmp_path) as desktop:
        app = desktop.start(surveyed=True, NUMBA_CACHE_DIR=str(kernels), HOLD_KERNELS="1")
        first = shown(app, 0, "off")
        assert first["playing"] and first["scores"][0]["silhouette"] > 0.3
        until(lambda: app.ask(text=f"shapes-easy · Bottom-up · {KNOWN}"), "words", 20)
        top_down = shown(app, app.keys("t"), "both")
        assert top_down["scores"][0]["silhouette"] > first["scores"][0]["silhouette"] + 0.15
        prior = shown(app, app.keys("p"), "prior")
        assert prior["fading"][0]["leak"] < top_down["fading"][0]["leak"] - 0.2
        shown(app, app.keys("c"), "off", "prior")
        before = app.keys("space", "Home", "Right", "Right", "Left")
        app.wait_line(lambda line: line["frame"] == 1, "a step", after=before, seconds=20)
        assert app.ask(numba=True) is False
        assert list(kernels.rglob("*.nb?")) == []
        app.close(seconds=2)


def test_what_has_to_be_inferred_shows_its_picture_waits_in_words_and_comes(
    tmp_path: Path,
) -> None:
    with open_desktop(tmp_path) as desktop:
        app = desktop.start(surveyed=True, HOLD_KERNELS="1")
        scores = shown(app, 0, "off")["scores"]
        before = len(app.lines())
        make_noisier(app)
        until(
            lambda: any(line["inferred"] == [] for line in app.lines()[before:]), "the picture", 20
        )
        until(lambda: app.ask(text=WAITING), "words", 20)
        waiting = len(app.lines())  # a line before it may still tell of the first video
        app.ask(prepare=True)
        after = app.wait_line(
            lambda line: line["inferred"] == [300], "all frames with more noise", after=waiting
        )
        assert after["scores"] != scores
        app.wait_line(lambda line: line["preparing"] is None, "the last preparation", after=before)
        app.close()


def test_quitting_while_kernels_are_compiled_leaves_nothing_behind(tmp_path: Path) -> None:
    with open_desktop(tmp_path) as desktop:
        app = desktop.start(NUMBA_CACHE_DIR=str(tmp_path / "kernels"))
        until(lambda: len(processes(app.process.pid)) > 1, "a process that compiles", 30)
        app.close(seconds=2)  # and sees that no process is left


def test_a_window_that_is_killed_takes_the_compiling_process_with_it(tmp_path: Path) -> None:
    with open_desktop(tmp_path) as desktop:
        app = desktop.start(NUMBA_CACHE_DIR=str(tmp_path / "kernels"))
        until(lambda: len(processes(app.process.pid)) > 1, "a process that compiles", 30)
        app.process.send_signal(signal.SIGKILL)
        app.process.wait()
        until(lambda: processes(app.process.pid) == [], "the end of all processes", 30)


def test_quitting_right_after_the_start_takes_no_second(tmp_path: Path) -> None:
    with open_desktop(tmp_path) as desktop:
        app = desktop.start(ready=False, NUMBA_CACHE_DIR=str(tmp_path / "kernels"))
        until(lambda: desktop.windows(TITLE) or None, "window", 30)
        until(app.active, "the window has the keyboard", 30)
        app.close(seconds=4)
