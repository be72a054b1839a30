"""OpenGL is judged by pictures of a whole screen: `grab` looks fine even where all is black."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QColor, QImage

from dpcn_app.gui.theme import THEMES

SCRIPT = """
import subprocess, sys
from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QApplication
QApplication.setAttribute(Qt.ApplicationAttribute.AA_ShareOpenGLContexts)
app = QApplication([])
from tests.helpers.scatter_scene import place_of
from tests.helpers.causes_scene import a_context, a_snapshot, a_view, move_mouse, some_causes
from dpcn_app.gui.panels.causes import CausesPanel
panel = CausesPanel(a_context([]))
panel.resize(800, 400)
panel.show()
panel.refresh(a_snapshot(a_view("off"), a_view("both", some_causes(1))))

def picture(name):
    subprocess.run(["import", "-window", "root", name], check=True)

def upgraded(renderer):
    print(renderer, flush=True)
    if "OpenGL (" in renderer:
        QTimer.singleShot(1000, working)
    elif "failed" in renderer:
        QTimer.singleShot(500, lambda: (picture("failed.png"), app.quit()))
    else:
        app.quit()

def working():
    picture("working.png")
    scatter = panel.columns[0].scatter
    scatter.hovered.connect(lambda frame: print("hovered", frame, flush=True))
    move_mouse(scatter, place_of(scatter, 0))
    scatter._points.paint = lambda: 1 / 0
    panel.refresh(panel.snapshot)

panel.status_changed.connect(upgraded)
QTimer.singleShot(0, panel.upgrade_to_gl)
app.exec()
"""


def share_of(image: QImage, area: QRect, colour: str) -> float:
    """Return the share of an area's pixels that have about a colour's hue, and are bright."""
    wanted = QColor(colour).hue()
    found = 0
    for x in range(area.left(), area.right()):
        for y in range(area.top(), area.bottom()):
            pixel = image.pixelColor(x, y)
            found += pixel.value() > 100 and abs(pixel.hue() - wanted) < 8
    return found / (area.width() * area.height())


@pytest.mark.skipif(
    not (shutil.which("xvfb-run") and shutil.which("import")), reason="needs Xvfb and ImageMagick"
)
def test_on_a_screen_points_are_there_with_opengl_and_after_it_fails(tmp_path: Path):
    root = Path(__file__).parents[3]
    # Emulated OpenGL, all that Xvfb has, is used only where it is asked for.
    surroundings = dict(os.environ, QT_QPA_PLATFORM="xcb", PYTHONPATH=str(root), DPCN_APP_GL="on")
    run = subprocess.run(
        ["xvfb-run", "-a", "-s", "-screen 0 800x400x24", sys.executable, "-c", SCRIPT],
        cwd=tmp_path,
        env=surroundings,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert run.returncode == 0, run.stderr
    if "OpenGL (" not in run.stdout.splitlines()[0]:
        pytest.skip(run.stdout)
    assert "hovered" in run.stdout  # the mouse names a point, as in software
    assert "software (OpenGL failed: division by zero)" in run.stdout
    theme = THEMES["dark"]
    for name in ("working.png", "failed.png"):
        image = QImage(str(tmp_path / name))
        for left in (0, 400):
            inside = QRect(left + 20, 100, 360, 290)
            assert image.pixelColor(left + 350, 120) == QColor(theme.surface)
            for colour in theme.classes[:3]:
                assert share_of(image, inside, colour) > 2e-4, (name, left, colour)
