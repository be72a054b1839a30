"""Keys of the window after its controls have been used by mouse."""

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


def _shows(mode):
    return lambda line: line["modes"] == [mode]


def test_after_a_click_on_any_control_of_the_tool_bar_t_is_heard(tmp_path):
    with open_desktop(tmp_path, screen=(1280, 720)) as desktop:
        app = desktop.start(surveyed=True)
        app.wait_playing()
        on = False
        for kind, name in (
            ("QDoubleSpinBox", "Noise"),
            ("QToolButton", "More Noise"),
            ("QSpinBox", "Seed"),
            ("QComboBox", "Kind of noise"),
            ("QComboBox", "Network"),
            ("QComboBox", "Video"),
            ("QComboBox", "Speed"),
            ("QSlider", "Frame"),
            ("QSpinBox", "Frames"),
        ):
            desktop.click(app.place(kind, name))
            desktop.xdotool("key", "Escape")  # closes a list, and ends typing
            before, on = app.keys("t"), not on
            app.wait_line(_shows("both" if on else "off"), f"T after {name}", after=before)
        app.close()
