import numpy as np
import pytest
from PySide6.QtCore import QRectF

from dpcn_app.gui.scatter.camera import DISTANCE, Camera
from tests.helpers.causes_scene import plain_projection

AREA = QRectF(20, 10, 400, 300)
POINTS = [(0.0, 0.0, 0.0), (0.5, -0.5, 0.5), (-0.2, 0.4, -0.5), (0.1, 0.3, 0.2)]


@pytest.mark.parametrize("place", [(0, 0, 1), (38, 20, 1), (200, -60, 2.5)])
def test_a_projection_is_two_turns_and_a_perspective(place):
    camera = Camera()
    camera.go_to(*place)
    x, y, depth = camera.project(np.array(POINTS), AREA)
    for index, point in enumerate(POINTS):
        right, up, towards = plain_projection(camera, point)
        factor = camera.scale(AREA) * DISTANCE / (DISTANCE - towards)
        assert x[index] == pytest.approx(AREA.center().x() + factor * right)
        assert y[index] == pytest.approx(AREA.center().y() - factor * up)
        assert depth[index] == pytest.approx(towards)


def test_what_is_nearer_has_more_depth_and_looks_larger():
    camera = Camera()
    camera.go_to(0, 0, 1)  # along the first axis
    pair = np.array([[0.5, 0.5, 0], [-0.5, 0.5, 0]])
    x, _, depth = camera.project(pair, AREA)
    assert depth[0] > depth[1]
    assert x[0] - AREA.center().x() > x[1] - AREA.center().x() > 0


def test_opengl_gets_the_same_projection():
    camera = Camera()
    camera.go_to(77, 31, 1.7)
    width, height = 500.0, 350.0
    x, y, depth = camera.project(np.array(POINTS), AREA)
    clip = camera.matrix(AREA, width, height) @ np.column_stack([POINTS, np.ones(4)]).T
    seen = clip[:3] / clip[3]
    np.testing.assert_allclose((seen[0] + 1) / 2 * width, x)
    np.testing.assert_allclose((1 - seen[1]) / 2 * height, y)
    assert (np.argsort(-seen[2]) == np.argsort(depth)).all()
    assert (np.abs(seen[2]) < 1).all()


def test_the_scene_fits_its_area_at_the_start():
    corners = np.stack(np.meshgrid([-0.5, 0.5], [-0.5, 0.5], [-0.5, 0.5]), -1).reshape(-1, 3)
    x, y, _ = Camera().project(corners, QRectF(0, 0, 300, 300))
    assert x.min() >= 0 and x.max() <= 300 and y.min() >= 0 and y.max() <= 300


def test_who_watches_hears_of_changes_only(qtbot):
    camera = Camera()
    with qtbot.waitSignal(camera.changed):
        camera.turn(10, 0)
    with qtbot.assertNotEmitted(camera.changed):
        camera.go_to(*camera.place)
        camera.go_to(float("nan"), 0, 1)


def test_turning_and_zooming_stay_within_reach_and_can_be_undone():
    camera = Camera()
    start = camera.place
    camera.turn(-500, 500)
    camera.magnify(1e9)
    assert 0 <= camera.azimuth < 360 and camera.elevation < 90 and camera.zoom <= 10
    camera.magnify(1e-9)
    assert camera.zoom > 0.1
    camera.reset()
    assert camera.place == start
