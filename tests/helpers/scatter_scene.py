"""Four points in a scatter, and where they are seen."""

from PySide6.QtCore import QPoint, QRectF
from pytestqt.qtbot import QtBot

from dpcn_app.gui.scatter.camera import Camera
from dpcn_app.gui.scatter.drawing import ScatterDrawing
from dpcn_app.gui.scatter.scatter_view import ScatterView
from dpcn_app.gui.scatter.software import SoftwareScatter
from dpcn_app.gui.theme import THEMES
from tests.helpers.causes_scene import a_cloud

POINTS = [(-0.4, -0.4, -0.3), (0.4, -0.3, 0.3), (0.0, 0.4, 0.1), (-0.3, 0.3, 0.4)]


def a_scatter(qtbot: QtBot, camera: Camera | None = None) -> SoftwareScatter:
    """Return a view of the points on the screen, the second frame being the current one."""
    view = SoftwareScatter(camera or Camera(), THEMES["dark"])
    qtbot.addWidget(view)
    view.resize(400, 320)
    view.show_cloud(a_cloud(POINTS, current=1))
    view.show()
    return view


def place_in(drawing: ScatterDrawing, area: QRectF, row: int) -> QPoint:
    """Return the pixel of an area at which a drawing has a point."""
    assert drawing.cloud is not None
    x, y, _ = drawing.camera.project(drawing.cloud.points[row : row + 1], drawing.scene(area))
    return QPoint(round(x[0]), round(y[0]))


def place_of(view: ScatterView, row: int) -> QPoint:
    """Return the pixel of a view at which a point is seen."""
    return place_in(view.drawing, QRectF(view.rect()), row)
