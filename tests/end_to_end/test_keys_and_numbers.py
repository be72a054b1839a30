"""Keys of the window after a number has been changed by mouse."""

import pytest

from tests.helpers.desktop import missing_tools, open_desktop

pytestmark = pytest.mark.skipif(bool(missing_tools()), reason=missing_tools())


def test_after_a_click_on_the_arrows_of_noise_t_switches_top_down_on(tmp_path):
    with open_desktop(tmp_path) as desktop:
        app = desktop.start(surveyed=True)
        scores = app.wait_playing()["scores"]
        x, y, width, height = app.place("QDoubleSpinBox", "Noise")
        before = len(app.lines())
        desktop.click((x + width - 16, y, 16, height // 2))
        app.wait_line(lambda line: line["scores"] != scores, "other noise", after=before)
        before = app.keys("t")
        app.wait_line(lambda line: line["modes"] == ["both"], "top-down", after=before, seconds=20)
        app.close()
