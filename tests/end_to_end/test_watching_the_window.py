"""The window as its users see it: started, played and compared, by the keyboard."""

from typing import Any

import pytest

from tests.helpers.desktop import App, colours, missing_tools, open_desktop

pytestmark = pytest.mark.skipif(bool(missing_tools()), reason=missing_tools())


def inferred(line: dict[str, Any]) -> bool:
    return all(count == 300 for count in line["inferred"])


def silhouette(line: dict[str, Any]) -> float:
    return line["scores"][0]["silhouette"]


def wait_frame(app: App, frame: int, after: int) -> None:
    app.wait_line(lambda line: line["frame"] == frame, f"frame {frame}", after=after, seconds=20)


def test_the_demonstration_t_makes_the_clusters_fall_apart(tmp_path):
    with open_desktop(tmp_path) as desktop:
        app = desktop.start(surveyed=True)
        bottom_up = app.wait_playing()
        assert bottom_up["modes"] == ["off"]
        assert app.ask(text="Press <b>T</b>") is not None
        before = app.keys("t")
        top_down = app.wait_line(
            lambda line: line["modes"] == ["both"] and inferred(line), "top-down", after=before
        )
        assert silhouette(top_down) >= silhouette(bottom_up) + 0.15
        assert app.ask(text="Press <b>T</b>") is None
        assert colours(desktop.screenshot()) > 100
        app.close()


def test_compare_plays_two_modes_and_the_keys_step_through_both(tmp_path):
    with open_desktop(tmp_path) as desktop:
        app = desktop.start()
        before = app.keys("c")
        compared = app.wait_line(
            lambda line: line["modes"] == ["off", "both"] and inferred(line), "two", after=before
        )
        bottom_up, top_down = compared["scores"]
        assert top_down["silhouette"] >= bottom_up["silhouette"] + 0.15
        app.wait_line(lambda line: line["frames_per_second"] >= 20, "20 frames/s", seconds=20)
        before = app.keys("space")
        app.wait_line(lambda line: not line["playing"], "pause", after=before)
        frame = app.wait_line(lambda line: True, "a line while paused")["frame"]
        wait_frame(app, min(frame + 3, 299), app.keys("Right", "Right", "Right"))
        wait_frame(app, min(frame + 3, 299) - 2, app.keys("Left", "Left"))
        wait_frame(app, 0, app.keys("Home"))
        wait_frame(app, 299, app.keys("End"))
        app.close()
