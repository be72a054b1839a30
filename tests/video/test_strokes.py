"""Strokes on a video: where they go, what they leave, and what is refused."""

import numpy as np
import pytest

from dpcn_app.errors import UserError
from dpcn_app.video.noise import noisy_shapes
from dpcn_app.video.shapes import ShapesConfig
from dpcn_app.video.strokes import (
    MOST_POINTS,
    MOST_STROKES,
    TOOLS,
    Painted,
    Stroke,
    check_strokes,
    extended,
    paint_over,
    with_strokes,
)

GREY = np.full((24, 30), 0.3, np.float32)


def covered(stroke, shape):
    """Return the pixels that a brush covers, by going along it in small steps."""
    mask = np.zeros(shape, dtype=bool)
    middles = np.stack(np.meshgrid(*(np.arange(each) + 0.5 for each in shape), indexing="ij"), -1)
    points = np.array(stroke.points)
    for start, end in zip(points, points[1:] if len(points) > 1 else points, strict=False):
        for share in np.linspace(0, 1, 400):
            at = start + share * (end - start)
            mask |= ((middles - at) ** 2).sum(axis=-1) <= (stroke.size / 2) ** 2
    return mask


@pytest.mark.parametrize("seed", range(6))
def test_a_stroke_covers_all_that_is_within_its_brush(seed):
    rng = np.random.default_rng(seed)
    points = tuple((float(r), float(c)) for r, c in rng.uniform(-4, 34, (4, 2)))
    stroke = Stroke("pencil", float(rng.uniform(2, 9)), points)
    _, mask = paint_over(GREY, (stroke,))
    expected = covered(stroke, GREY.shape)
    assert (mask != expected).mean() < 0.01  # the steps of the reference are not infinitely small
    assert not (expected & ~mask).any()


@pytest.mark.parametrize("tool", TOOLS)
def test_a_tool_leaves_its_luminance_and_the_rest_as_it_was(tool):
    painted, mask = paint_over(GREY, (Stroke(tool, 5, ((10.0, 10.0), (10.0, 20.0))),))
    assert (painted[mask] == TOOLS[tool]).all() and mask.any()
    assert (painted[~mask] == GREY[~mask]).all()


def test_later_strokes_lie_over_earlier_ones():
    white = Stroke("pencil", 9, ((12.0, 12.0),))
    black = Stroke("eraser", 3, ((12.0, 12.0),))
    painted, mask = paint_over(GREY, (white, black))
    assert painted[11, 11] == 0 and painted[11, 8] == 1
    assert (mask == paint_over(GREY, (white,))[1]).all()


def test_a_brush_of_one_pixel_paints_the_pixel_that_it_is_in():
    for at in ((3.05, 4.95), (3.5, 4.5), (3.95, 4.05)):
        _, mask = paint_over(GREY, (Stroke("pencil", 1, (at,)),))
        assert mask[3, 4]


def test_a_stroke_goes_on_where_the_brush_has_moved_a_little():
    stroke = Stroke("pencil", 4, ((5.0, 5.0),))
    assert extended(stroke, 5.2, 5.2) is stroke
    assert extended(stroke, 5.0, 7.0).points == ((5.0, 5.0), (5.0, 7.0))


def test_a_painted_video_keeps_its_clean_frames_and_says_where_it_is_painted():
    video = noisy_shapes(ShapesConfig.named("easy", seed=3), 5, 1.5)
    painted = Painted(video, (Stroke("occluder", 8, ((16.0, 16.0),)),))
    for index in range(5):
        before, after = video.frame(index), painted.frame(index)
        assert after.clean is not None and before.clean is not None
        assert after.painted is not None
        assert (after.clean == before.clean).all() and after.label == before.label
        assert (after.image[after.painted] == 0.5).all()
        assert (after.image[~after.painted] == before.image[~after.painted]).all()
    assert painted.classes == video.classes and len(painted) == len(video)


def test_on_a_video_without_noise_the_clean_frame_is_the_one_below_the_strokes():
    video = noisy_shapes(ShapesConfig.named("easy", seed=3), 5, 0.0)
    painted = with_strokes(video, (Stroke("pencil", 8, ((16.0, 16.0),)),))
    clean = painted.frame(2).clean
    assert clean is not None and np.array_equal(clean, video.frame(2).image)
    assert with_strokes(video, ()) is video


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: Stroke("crayon", 3, ((1.0, 1.0),)), "no brush called 'crayon'"),
        (lambda: Stroke("pencil", 0, ((1.0, 1.0),)), "pixels wide, not 0"),
        (lambda: Stroke("pencil", 1e9, ((1.0, 1.0),)), "pixels wide"),
        (lambda: Stroke("pencil", float("nan"), ((1.0, 1.0),)), "pixels wide"),
        (lambda: Stroke("pencil", 3, ()), "at least one point"),
        (lambda: Stroke("pencil", 3, ((float("inf"), 1.0),)), "at least one point"),
        (lambda: check_strokes((Stroke("pencil", 3, ((1.0, 1.0),)),) * (MOST_STROKES + 1)), "room"),
        (lambda: check_strokes((Stroke("pencil", 3, ((1.0, 1.0),) * (MOST_POINTS + 1)),)), "room"),
    ],
)
def test_absurd_brushes_get_a_sentence(make, words):
    with pytest.raises(UserError, match=words):
        make()
