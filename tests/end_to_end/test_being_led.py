"""A lesson as a class sees it: opened by its name, led by a presenter's remote, and left."""

import pytest

from tests.helpers.desktop import App, missing_tools, open_desktop, until

pytestmark = pytest.mark.skipif(bool(missing_tools()), reason=missing_tools())

STEPS = 5


def wait_text(app: App, beginning: str) -> str:
    """Wait until something in the window begins with a text."""
    return until(lambda: app.ask(text=beginning), beginning, 60)


def test_page_down_alone_leads_through_a_lesson_on_a_small_projector(tmp_path):
    with open_desktop(tmp_path, screen=(1280, 720)) as desktop:
        app = desktop.start("--theme", "projector", "lesson", "noise", surveyed=True)
        assert "cluster of its own" in wait_text(app, "Each shape has")
        app.keys("Next")
        wait_text(app, "Press A, B or C.")
        app.keys("b")  # an answer; B is also the key that compares beliefs
        wait_text(app, "Now press N.")
        before = app.keys("Next")
        wait_text(app, "Your answer: B. They blur")
        line = app.wait_line(lambda line: line["inferred"] == [300], "noise", after=before)
        assert line["modes"] == ["off"]
        while app.ask(text=f"step {STEPS} of {STEPS}") is None:
            app.keys("Next")
        wait_text(app, "Bottom-up stands at")
        desktop.click(app.place("QPushButton", "Leave lesson"))
        until(lambda: app.ask(text="step") is None, "the page has gone")
        app.close()
        assert "Traceback" not in app.errors


def test_a_first_start_offers_a_lesson_in_one_line_that_goes_for_good(tmp_path):
    with open_desktop(tmp_path) as desktop:
        app = desktop.start(surveyed=True)
        wait_text(app, "New here?")
        desktop.click(app.place("QPushButton", "No, thanks"))
        until(lambda: app.ask(text="New here?") is None, "the offer has gone")
        app.wait_playing()
        app.close()
        app = desktop.start(surveyed=True)
        app.wait_playing()
        assert app.ask(text="New here?") is None
        app.close()
