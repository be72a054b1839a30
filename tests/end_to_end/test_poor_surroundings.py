"""Without a display, without a folder to write to, without OpenGL: still something to see."""

import subprocess

import pytest
from PySide6.QtGui import QImage

from tests.helpers.desktop import (
    PATIENCE,
    colours,
    environment,
    executable,
    missing_tools,
    open_desktop,
    until,
)

NOWHERE = "/dev/null/nowhere"
FOLDERS = ("HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME")

needs_a_screen = pytest.mark.skipif(bool(missing_tools()), reason=missing_tools())


@pytest.mark.parametrize(
    "display, reason",
    [
        ({}, "there is no display (DISPLAY is not set)"),
        ({"DISPLAY": ":9876"}, "the display :9876 does not answer"),
    ],
    ids=["unset", "silent"],
)
def test_without_a_display_the_demonstration_is_drawn_and_told(tmp_path, display, reason):
    run = subprocess.run(
        executable(),
        env=environment(tmp_path / "home", **display),
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert run.returncode == 0
    picture = tmp_path / "dpcn-app.png"
    assert run.stderr.splitlines() == [
        f"No window can be opened: {reason}.",
        f"The demonstration was drawn into {picture}.",
    ]
    assert colours(QImage(str(picture))) > 100
    assert "noisy bottom up" in run.stdout
    assert "noisy top down" in run.stdout


@needs_a_screen
def test_with_no_folder_to_write_to_it_works_all_the_same(tmp_path):
    """Nor is there a folder for compiled kernels, unless in the folder for temporary files."""
    with open_desktop(tmp_path) as desktop:
        del desktop.environment["NUMBA_CACHE_DIR"]
        desktop.environment |= dict.fromkeys(FOLDERS, NOWHERE)
        app = desktop.start()
        app.wait_line(lambda line: line["playing"], "playing")
        app.close()


@needs_a_screen
@pytest.mark.parametrize(
    "options, variables",
    [
        pytest.param(("-extension", "GLX"), {}, id="a display without GLX"),
        pytest.param(
            (),
            {"DPCN_APP_GL": "on", "LIBGL_DRIVERS_PATH": "/nonexistent"},
            id="no drivers, but switched on",
        ),
    ],
)
def test_with_broken_opengl_the_window_is_drawn_in_software(tmp_path, options, variables):
    with open_desktop(tmp_path, options) as desktop:
        app = desktop.start(surveyed=True, **variables)
        until(lambda: "(" in app.ask(text="3-D:"), "a decision about OpenGL", 60)
        assert app.ask(text="3-D:").startswith("3-D: software")
        assert colours(desktop.screenshot()) > 100
        app.keys("F1")
        until(lambda: desktop.windows("Shortcuts"), "the dialog", 20)
