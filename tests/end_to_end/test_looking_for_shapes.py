"""Telling the network what to look for, and painting on what it sees, by keyboard and mouse."""

import pytest

from tests.helpers.desktop import App, Desktop, missing_tools, open_desktop

pytestmark = pytest.mark.skipif(bool(missing_tools()), reason=missing_tools())


def started(desktop: Desktop) -> App:
    app = desktop.start(surveyed=True)
    app.wait_line(lambda line: line["preparing"] is None, "all kernels", after=0)
    return app


def kept(app: App, after: int, *modes: str) -> list[dict[str, float]]:
    line = app.wait_line(
        lambda line: line["modes"] == list(modes) and set(line["inferred"]) == {300},
        f"{modes} on all frames",
        after=after,
        seconds=120,
    )
    return line["kept"]


def test_of_two_shapes_at_once_it_sees_the_one_it_is_told_to_look_for(tmp_path):
    with open_desktop(tmp_path) as desktop:
        app = started(desktop)
        app.watch_two_at_once()
        assert app.ask(text="Two shapes at once") is not None
        (square,) = kept(app, app.keys("1"), "prior@square")
        assert square["square"] > square["x"] + 0.3
        (x,) = kept(app, app.keys("2"), "prior@x")
        assert x["x"] > x["square"] + 0.3
        kept(app, app.keys("0"), "prior")
        _, first, second, _ = kept(
            app, app.keys("b"), "prior", "prior@square", "prior@x", "prior@diamond"
        )
        assert (first, second) == (square, x)
        app.close()


def test_a_stroke_of_the_mouse_counts_as_noise_until_it_is_undone(tmp_path):
    with open_desktop(tmp_path) as desktop:
        app = started(desktop)
        clean = app.wait_line(lambda line: line["inferred"] == [300], "all frames")["fading"][0]
        app.keys("d")
        app.place("QToolButton", "Pencil")
        x, y, width, height = app.place("QWidget", "stage")
        left, middle = x + width // 10, y + height // 2
        before = len(app.lines())
        desktop.xdotool("mousemove", str(left), str(middle), "mousedown", "1")
        for step in range(1, 6):
            desktop.xdotool("mousemove", str(left + 4 * step), str(middle + 3 * step))
        desktop.xdotool("mouseup", "1")
        painted = app.wait_line(
            lambda line: line["strokes"] == 1 and line["fading"][0] != clean,
            "a stroke and its effect",
            after=before,
        )
        assert painted["modes"] == ["off"]
        before = app.keys("ctrl+z")
        again = app.wait_line(
            lambda line: line["strokes"] == 0 and line["fading"][0] == clean, "undone", after=before
        )
        assert again["inferred"] == [300]
        app.keys("Escape")
        app.close()
