"""Full screen, and layouts on screens of another size."""

import pytest

from tests.helpers.desktop import Desktop, missing_tools, open_desktop, until

pytestmark = pytest.mark.skipif(bool(missing_tools()), reason=missing_tools())

SMALL = (1280, 720)


def frame_of(desktop: Desktop) -> tuple[int, int, int, int]:
    """Return place and size of the active window, without the desktop's frame around it."""
    told = desktop.xdotool("getactivewindow", "getwindowgeometry", "--shell")
    values = dict(line.split("=") for line in told.splitlines())
    return tuple(int(values[name]) for name in ("X", "Y", "WIDTH", "HEIGHT"))  # type: ignore


def choose_look(desktop: Desktop, theme: str) -> None:
    """Let the app start in a look, as if it had been chosen the last time."""
    folder = desktop.folder / "home" / "config" / "dpcn_app"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "dpcn_app.conf").write_text(f"[window]\ntheme={theme}\n")


@pytest.mark.parametrize("look", ["dark", "projector"])
def test_f11_fills_the_screen_from_every_start_and_esc_goes_back(tmp_path, look):
    with open_desktop(tmp_path, screen=SMALL) as desktop:
        choose_look(desktop, look)
        app = desktop.start(surveyed=True)
        app.wait_playing()
        desktop.click(app.place("QSlider", "Frame"))
        place, cloud = frame_of(desktop), app.place("QWidget", "Causes, Bottom-up")
        assert app.ask(kind="QMenuBar", name="") is not None
        app.keys("F11")
        until(lambda: frame_of(desktop) == (0, 0, *SMALL), "full screen", 20)
        until(lambda: app.ask(kind="QMenuBar", name="") is None, "no menus", 20)
        until(lambda: app.ask(kind="QStatusBar", name="") is None, "no status bar", 20)
        large = until(lambda: app.ask(kind="QWidget", name="Causes, Bottom-up"), "cloud", 20)
        assert large[2] > 500 and large[3] > 350
        before = app.keys("t")
        app.wait_line(lambda line: line["modes"] == ["both"], "top-down", after=before)
        app.keys("t", "Escape")
        until(lambda: frame_of(desktop) == place, "the window as it was", 20)
        until(lambda: app.ask(kind="QWidget", name="Causes, Bottom-up") == cloud, "cloud", 20)
        app.close()


def test_a_layout_of_a_large_screen_suits_a_small_one(tmp_path):
    with open_desktop(tmp_path, screen=(1920, 1080)) as desktop:
        app = desktop.start(surveyed=True)
        app.wait_playing()
        desktop.xdotool("getactivewindow", "windowsize", "1900", "1030")
        until(lambda: frame_of(desktop)[2] == 1900, "a large window", 20)
        app.close()
    with open_desktop(tmp_path, screen=SMALL) as desktop:
        app = desktop.start(surveyed=True)
        app.wait_playing()
        _, _, width, height = frame_of(desktop)
        assert width <= SMALL[0] and height <= SMALL[1]
        _, _, wide, high = app.place("QWidget", "Causes, Bottom-up")
        assert wide > 250 and high > 150
        app.close()
