"""Where the pictures of one mode go."""

from itertools import combinations

import pytest
from PySide6.QtCore import QRectF

from dpcn_app.gui.panels.stage.layout_single import CAPTIONS, places

LINE = 16.0


def with_captions(box: QRectF) -> QRectF:
    return box.adjusted(0, -CAPTIONS * LINE, 0, 0)


@pytest.mark.parametrize("size", [(1120, 420), (740, 200), (500, 600), (1900, 900), (1000, 300)])
@pytest.mark.parametrize(("count", "video"), [(4, None), (5, 0.75), (5, 0.5625), (5, 1.8)])
@pytest.mark.parametrize("aspect", [0.6, 1.0, 1.6])
def test_pictures_lie_within_the_stage_and_apart(size, count, video, aspect):
    width, height = size
    boxes = [with_captions(box) for box in places(width, height, count, aspect, LINE, video)]
    assert len(boxes) == count
    stage = QRectF(-0.5, -0.5, width + 1, height + 1)
    assert all(stage.contains(box) for box in boxes)
    assert not any(one.intersects(other) for one, other in combinations(boxes, 2))


def test_a_video_is_larger_than_the_rest_where_there_is_room():
    video, *rest = places(1120, 420, 5, 0.75, LINE, 0.75)
    assert video.width() > 2 * rest[0].width()
    assert video.height() / video.width() == pytest.approx(0.75)
    assert [box.top() for box in rest] == [rest[0].top()] * 2 + [rest[2].top()] * 2
    assert video.bottom() == pytest.approx(rest[3].bottom())


def test_a_low_stage_has_all_pictures_in_one_line():
    boxes = places(740, 200, 5, 0.75, LINE, 0.75)
    assert len({box.top() for box in boxes}) == 1


def test_shapes_have_no_picture_that_is_larger():
    assert len({box.width() for box in places(1120, 420, 4, 1.0, LINE, None)}) == 1


@pytest.mark.parametrize("size", [(960, 240), (700, 330), (1120, 420)])
def test_a_video_stays_large_beside_regions_that_are_high_and_narrow(size):
    width, height = size
    video, *rest = places(width, height, 5, 2.0, LINE, 0.5625)
    assert video.width() > 0.35 * width
    assert {box.top() for box in rest} == {rest[0].top()}  # in one line


@pytest.mark.parametrize("size", [(700, 330), (1120, 420), (500, 600), (1900, 900)])
@pytest.mark.parametrize("aspect", [0.4, 0.5625, 1.0, 2.0])
def test_no_cell_of_the_stage_stays_empty(size, aspect):
    width, height = size
    _, *rest = places(width, height, 5, aspect, LINE, 0.5625)
    lines = {box.top(): sum(each.top() == box.top() for each in rest) for box in rest}
    assert len(set(lines.values())) == 1


def test_of_a_whole_video_no_picture_becomes_much_smaller_where_the_stage_grows():
    before = 1.0
    for height in range(160, 400, 5):
        smallest = min(box.width() for box in places(760, height, 5, 0.565, LINE, 0.5625))
        assert smallest > 0.9 * before
        before = max(before, smallest)
