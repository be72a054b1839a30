"""The window in its first second: whatever the mouse does, it lives."""

import pytest

from tests.helpers.desktop import TITLE, missing_tools, open_desktop, until

pytestmark = pytest.mark.skipif(bool(missing_tools()), reason=missing_tools())

ROWS, COLUMNS = range(620, 960, 40), range(60, 1560, 90)


def test_the_mouse_over_the_lowest_panel_while_loading_ends_nothing(tmp_path):
    with open_desktop(tmp_path) as desktop:
        app = desktop.start(ready=False)
        until(lambda: desktop.windows(TITLE) or None, "window", 30)
        moves = [
            word for y in ROWS for x in COLUMNS for word in ("mousemove", "--sync", f"{x}", f"{y}")
        ]

        def ready() -> bool:
            desktop.xdotool(*moves)
            return app.process.poll() is not None or "READY" in app.errors

        until(ready, "READY")
        desktop.xdotool(*moves)
        app.wait_ready()
        app.wait_playing()
        app.close()
