"""The key H in the whole application: eyes closed, what is shown of it, and opened again."""

import pytest

from tests.helpers.desktop import missing_tools, open_desktop, until

pytestmark = pytest.mark.skipif(bool(missing_tools()), reason=missing_tools())


def test_h_closes_the_eyes_with_its_panel_to_the_front_and_opens_them(tmp_path):
    with open_desktop(tmp_path, screen=(1280, 720)) as desktop:
        app = desktop.start(surveyed=True)
        app.wait_playing()
        before = app.keys("p")
        app.wait_line(lambda line: line["modes"] == ["prior"], "the prior", after=before)
        before = app.keys("space")
        app.wait_line(lambda line: not line["playing"], "paused", after=before)
        seen = desktop.screenshot()
        app.keys("h")
        words = until(lambda: app.ask(text="shapes-easy · Prior · eyes closed"), "eyes closed", 60)
        assert "(H opens them)" in words
        x, y, width, height = app.place("QWidget", "eyes-closed")
        assert x >= 0 and y + height <= 720 and width > 300  # the panel has come to the front
        assert until(
            lambda: app.ask(text="Square") or app.ask(text="X") or app.ask(text="Diamond"),
            "curve",
            60,
        )
        assert desktop.screenshot() != seen
        app.keys("h")
        until(lambda: app.ask(text="shapes-easy · Prior · eyes closed") is None, "open", 60)
        app.keys("ctrl+z")
        until(lambda: app.ask(text="shapes-easy · Prior · eyes closed"), "closed by undo", 60)
        app.close()
