import numpy as np
import pytest
from PySide6.QtCore import QBuffer, QEvent, QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QImage, QKeyEvent, QPainter, QWheelEvent
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from dpcn_app.gui.scatter.camera import Camera
from dpcn_app.gui.scatter.markers import class_colour, level_of, marker_path
from dpcn_app.gui.scatter.software import SoftwareScatter
from dpcn_app.gui.theme import THEMES
from tests.helpers.causes_scene import a_cloud, move_mouse, some_causes

POINTS = [(-0.4, -0.4, -0.3), (0.4, -0.3, 0.3), (0.0, 0.4, 0.1), (-0.3, 0.3, 0.4)]
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def scatter(qtbot):
    view = SoftwareScatter(Camera(), THEMES["dark"])
    qtbot.addWidget(view)
    view.resize(400, 320)
    view.show_cloud(a_cloud(POINTS, current=1))
    view.show()
    return view


def place_of(scatter: SoftwareScatter, row: int) -> QPoint:
    drawing = scatter.drawing
    assert drawing.cloud is not None
    scene = drawing.scene(QRectF(scatter.rect()))
    x, y, _ = drawing.camera.project(drawing.cloud.points[row : row + 1], scene)
    return QPoint(round(x[0]), round(y[0]))


@pytest.mark.parametrize("row", range(len(POINTS)))
def test_hovering_names_the_frame_and_its_shape(scatter, qtbot, row):
    with qtbot.waitSignal(scatter.hovered) as heard:
        move_mouse(scatter, place_of(scatter, row))
    assert heard.args == [row]
    assert scatter.drawing.marked == row


def test_the_name_is_painted_and_goes_when_the_mouse_does(scatter):
    before = scatter.grab().toImage()
    move_mouse(scatter, place_of(scatter, 2))
    assert scatter.grab().toImage() != before
    QApplication.sendEvent(scatter, QEvent(QEvent.Type.Leave))
    assert scatter.grab().toImage() == before


@pytest.mark.parametrize("row", range(len(POINTS)))
def test_clicking_a_point_picks_its_frame(scatter, qtbot, row):
    with qtbot.waitSignal(scatter.picked) as heard:
        QTest.mouseClick(scatter, LEFT, pos=place_of(scatter, row))
    assert heard.args == [row]


def test_clicking_beside_all_points_picks_nothing(scatter, qtbot):
    with qtbot.assertNotEmitted(scatter.picked):
        QTest.mouseClick(scatter, LEFT, pos=QPoint(395, 315))


def test_of_two_points_in_line_the_one_in_front_is_meant(scatter):
    scatter.drawing.camera.go_to(0, 0, 1)
    scatter.show_cloud(a_cloud([(-0.4, 0.0, 0.0), (0.4, 0.0, 0.0)]))
    assert scatter.drawing.pick(QRectF(scatter.rect()), QPointF(place_of(scatter, 0))) == 1
    scatter.drawing.camera.go_to(180, 0, 1)
    assert scatter.drawing.pick(QRectF(scatter.rect()), QPointF(place_of(scatter, 0))) == 0


def test_the_one_in_front_is_painted_over_the_one_behind(qtbot):
    view = SoftwareScatter(Camera(), THEMES["light"])
    qtbot.addWidget(view)
    view.resize(300, 300)
    places = [(0.4, 0.0, 0.0)] + [(9.0, 9.0, 9.0)] * 9 + [(-0.4, 0.0, 0.0)]  # a square and an x
    seen = []
    for azimuth in (0, 180):
        view.drawing.camera.go_to(azimuth, 0, 1)
        view.show_cloud(a_cloud(places, current=99))
        image = view.grab().toImage()
        seen.append(image.pixelColor(place_of(view, 0)))
    square, cross = (class_colour(THEMES["light"], label).hue() for label in (0, 1))
    assert [colour.hue() for colour in seen] == pytest.approx([square, cross], abs=6)


def test_dragging_turns_without_picking(scatter, qtbot):
    camera = scatter.drawing.camera
    before, start = camera.place, place_of(scatter, 0)
    with qtbot.assertNotEmitted(scatter.picked):
        QTest.mousePress(scatter, LEFT, pos=start)
        move_mouse(scatter, start + QPoint(40, 0), pressed=True)
        move_mouse(scatter, start + QPoint(40, 30), pressed=True)
        QTest.mouseRelease(scatter, LEFT, pos=start + QPoint(40, 30))
    assert camera.azimuth < before[0] and camera.elevation > before[1]


def turn_wheel(scatter: SoftwareScatter, delta: int) -> None:
    middle = QPointF(scatter.rect().center())
    none, phase = Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase
    event = QWheelEvent(
        middle, middle, QPoint(), QPoint(0, delta), Qt.MouseButton.NoButton, none, phase, False
    )
    QApplication.sendEvent(scatter, event)


def test_the_wheel_zooms_and_a_double_click_resets(scatter):
    camera = scatter.drawing.camera
    start = camera.place
    turn_wheel(scatter, 240)
    assert camera.zoom > 1.2
    camera.turn(30, 10)
    QTest.mouseDClick(scatter, LEFT, pos=QPoint(395, 315))
    assert camera.place == start
    turn_wheel(scatter, -120)
    assert camera.zoom < 1


def test_keys_are_left_to_the_window(scatter):
    for key in (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Space, Qt.Key.Key_Home):
        event = QKeyEvent(QEvent.Type.KeyPress, key, Qt.KeyboardModifier.NoModifier)
        QApplication.sendEvent(scatter, event)
        assert not event.isAccepted()
    assert scatter.focusPolicy() == Qt.FocusPolicy.NoFocus


def test_one_camera_moves_all_its_views(scatter, qtbot):
    other = SoftwareScatter(scatter.drawing.camera, THEMES["dark"])
    qtbot.addWidget(other)
    other.resize(scatter.size())
    other.show_cloud(scatter.drawing.cloud)
    before = other.grab().toImage()
    QTest.mousePress(scatter, LEFT, pos=QPoint(200, 200))
    move_mouse(scatter, QPoint(260, 200), pressed=True)
    QTest.mouseRelease(scatter, LEFT, pos=QPoint(260, 200))
    assert other.grab().toImage() != before
    assert other.grab().toImage() == scatter.grab().toImage()


@pytest.mark.parametrize("change", ["points", "current", "labels", "theme", "nothing"])
def test_what_is_painted_follows_what_is_shown(scatter, change):
    before = scatter.grab().toImage()
    match change:
        case "points":
            scatter.show_cloud(a_cloud([*POINTS[:3], (0.4, 0.4, 0.4)], current=1))
        case "current":
            scatter.show_cloud(a_cloud(POINTS, current=2))
        case "labels":
            scatter.drawing.cloud.labels[:] = 2
        case "theme":
            scatter.use_theme(THEMES["projector"])
    assert (scatter.grab().toImage() == before) is (change == "nothing")


def test_a_ground_from_memory_looks_as_it_did_when_it_was_painted(scatter):
    pictures = [scatter.grab().toImage() for _ in range(4)]
    assert all(each == pictures[0] for each in pictures)
    scatter.drawing.camera.turn(5, 0)
    turned = scatter.grab().toImage()
    assert turned != pictures[0]
    scatter.drawing.camera.turn(-5, 0)
    assert scatter.grab().toImage() == pictures[0]


def test_points_without_a_class_are_drawn_and_named(scatter):
    scatter.drawing.cloud.labels[:] = -1
    move_mouse(scatter, place_of(scatter, 0))
    scatter.grab()
    assert scatter.drawing.cloud.describe(0) == "frame 1 · unlabelled"


def test_shapes_have_markers_of_their_own_and_other_classes_too():
    names = ("square", "x", "diamond", "triangle", "plus", "circle")
    outlines = [marker_path(name).toFillPolygon().boundingRect() for name in names]
    assert all(0.7 < outline.width() / 2 < 1.2 for outline in outlines)
    assert len({tuple(map(str, marker_path(name).toSubpathPolygons())) for name in names}) == 6
    assert marker_path("cat", 0) != marker_path("dog", 1)


def test_nearness_has_steps_from_far_to_near():
    steps = level_of(np.linspace(-2, 2, 50))
    assert steps[0] == 0 and (np.diff(steps) >= 0).all() and len(set(steps)) == 8


def test_a_vector_picture_holds_vectors(scatter):
    buffer = QBuffer()
    buffer.open(QBuffer.OpenModeFlag.WriteOnly)
    generator = QSvgGenerator()
    generator.setOutputDevice(buffer)
    generator.setSize(scatter.size())
    with QPainter(generator) as painter:
        scatter.render(painter, QPoint())
    svg = bytes(buffer.data().data()).decode()
    assert "<image" not in svg and svg.count("<path") > len(POINTS)


def test_three_thousand_points_take_a_few_milliseconds(qtbot, benchmark_clock):
    from dpcn_app.gui.scatter.cloud import fit_axes, make_cloud

    causes = some_causes(frames=3000)
    view = SoftwareScatter(Camera(), THEMES["dark"])
    qtbot.addWidget(view)
    cloud = make_cloud(fit_axes([causes]), causes, np.arange(3000) % 3, ("square", "x", "y"), 99)
    view.show_cloud(cloud)
    image = QImage(640, 480, QImage.Format.Format_ARGB32_Premultiplied)
    with QPainter(image) as painter:
        area = QRectF(0, 0, 640, 480)
        fastest = benchmark_clock(lambda: view.drawing.paint(painter, area))
    assert fastest < 0.025  # 5 ms on a free core; tests share theirs


@pytest.fixture
def benchmark_clock():
    import time

    def fastest(work) -> float:
        times = []
        for _ in range(10):
            start = time.perf_counter()
            work()
            times.append(time.perf_counter() - start)
        return min(times)

    return fastest
