"""The stage under the mouse: a region is dragged on the whole frame of a file."""

import numpy as np
from PySide6.QtCore import QPointF, Qt

from dpcn_app.gui.panels.stage.region import smallest_region
from dpcn_app.gui.panels.stage.stage_panel import StagePanel
from dpcn_app.video.preprocess import WHOLE
from tests.helpers.causes_scene import move_mouse
from tests.helpers.real_scene import picture
from tests.helpers.stage_scene import FILM, alone, boxes, changed, within


def drag(qtbot, panel: StagePanel, start: QPointF, end: QPointF) -> list[tuple[int, ...]]:
    """Drag with the left button and return the regions that were chosen."""
    chosen: list[tuple[int, ...]] = []
    panel.region_chosen.connect(chosen.append)
    qtbot.mousePress(panel, Qt.MouseButton.LeftButton, pos=start.toPoint())
    move_mouse(panel, end.toPoint(), pressed=True)
    qtbot.mouseRelease(panel, Qt.MouseButton.LeftButton, pos=end.toPoint())
    panel.region_chosen.disconnect(chosen.append)
    return chosen


def at(panel: StagePanel, down: float, across: float) -> QPointF:
    """Return the place of a pixel of the film on its whole frame."""
    box = panel._video_box
    assert box is not None
    return QPointF(
        box.left() + across / FILM[1] * box.width(), box.top() + down / FILM[0] * box.height()
    )


def test_a_region_is_dragged_on_the_whole_frame(qtbot, with_film: StagePanel) -> None:
    (chosen,) = drag(qtbot, with_film, at(with_film, 6, 10), at(with_film, 46, 70))
    np.testing.assert_allclose(chosen, (6, 10, 40, 60), atol=1)


def test_a_drag_that_ends_outside_keeps_within_the_frame(qtbot, with_film: StagePanel) -> None:
    start = at(with_film, 8, 30)
    (chosen,) = drag(qtbot, with_film, start, QPointF(with_film.width() - 1, 0))
    top, left, height, width = chosen
    assert top >= 0 and top + height <= FILM[0]
    assert left + width == FILM[1]


def test_a_small_drag_grows_to_what_one_unit_needs(qtbot, with_film: StagePanel) -> None:
    assert with_film.snapshot is not None
    (chosen,) = drag(qtbot, with_film, at(with_film, 20, 40), at(with_film, 23, 43))
    assert chosen[2:] == smallest_region(with_film.snapshot)


def test_while_it_is_dragged_the_new_region_is_framed(qtbot, with_film: StagePanel) -> None:
    before = picture(with_film)
    start, end = at(with_film, 4, 4), at(with_film, 46, 76)
    qtbot.mousePress(with_film, Qt.MouseButton.LeftButton, pos=start.toPoint())
    move_mouse(with_film, end.toPoint(), pressed=True)
    dragging = picture(with_film)
    assert with_film._video_box is not None
    assert within(changed(before, dragging), with_film._video_box)
    qtbot.mouseRelease(with_film, Qt.MouseButton.LeftButton, pos=end.toPoint())
    assert picture(with_film) == before  # until the engine has taken the region


def test_a_click_chooses_no_region_and_a_double_click_the_one_that_suits(
    qtbot, with_film: StagePanel
) -> None:
    place = at(with_film, 20, 40)
    assert drag(qtbot, with_film, place, place) == []
    with qtbot.waitSignal(with_film.region_chosen) as chosen:
        qtbot.mouseDClick(with_film, Qt.MouseButton.LeftButton, pos=place.toPoint())
    assert chosen.args == [WHOLE]


def test_nothing_is_dragged_beside_the_whole_frame_nor_with_another_button(
    qtbot, with_film: StagePanel
) -> None:
    beside = boxes(with_film, "Input")[0]
    assert drag(qtbot, with_film, beside.topLeft(), beside.center()) == []
    chosen: list[tuple[int, ...]] = []
    with_film.region_chosen.connect(chosen.append)
    qtbot.mouseDClick(with_film, Qt.MouseButton.LeftButton, pos=beside.center().toPoint())
    start, end = at(with_film, 6, 10).toPoint(), at(with_film, 46, 70).toPoint()
    qtbot.mousePress(with_film, Qt.MouseButton.RightButton, pos=start)
    qtbot.mouseRelease(with_film, Qt.MouseButton.RightButton, pos=end)
    assert chosen == []


def test_shapes_have_no_region_to_drag(qtbot, panel: StagePanel) -> None:
    panel.refresh(alone())
    panel.grab()
    box = boxes(panel, "Input")[0]
    assert drag(qtbot, panel, box.topLeft() + QPointF(5, 5), box.center()) == []


def test_after_a_file_shapes_have_no_region_to_drag_either(qtbot, with_film: StagePanel) -> None:
    start, end = at(with_film, 6, 10), at(with_film, 46, 70)
    with_film.refresh(alone())
    with_film.grab()
    assert drag(qtbot, with_film, start, end) == []


def test_the_pointer_is_a_cross_where_a_region_can_be_dragged(with_film: StagePanel) -> None:
    move_mouse(with_film, at(with_film, 20, 40).toPoint())
    assert with_film.cursor().shape() == Qt.CursorShape.CrossCursor
    move_mouse(with_film, boxes(with_film, "Input")[0].center().toPoint())
    assert with_film.cursor().shape() == Qt.CursorShape.ArrowCursor
