"""Two classes in one quadrant, one class or nothing around it."""

from dataclasses import replace

import numpy as np
import pytest

from dpcn_app.errors import UserError
from dpcn_app.video.context_shapes import NOTHING, ContextShapes
from dpcn_app.video.outlines import outline
from dpcn_app.video.shapes import ShapesConfig
from dpcn_app.video.source_spec import open_source

CONFIG = ShapesConfig.named("wide", seed=5)
PAIR = ("square", "triangle")


def shows(picture: np.ndarray, name: str) -> int:
    """Return at how many places a picture holds a whole shape."""
    mask = outline(name, CONFIG.size)
    windows = np.lib.stride_tricks.sliding_window_view(picture, mask.shape)
    return int((windows[..., mask] == 1).all(axis=-1).sum())


def test_three_quadrants_show_one_class_and_the_fourth_two() -> None:
    video = ContextShapes(CONFIG, PAIR, "square", 150)
    assert (len(video), video.frame_shape, video.classes) == (150, (64, 64), CONFIG.shapes)
    for index in (0, 60, 149):
        frame = video.frame(index)
        for top, left in ((0, 0), (0, 32), (32, 0)):
            part = frame.image[top : top + 32, left : left + 32]
            assert shows(part, "square") == 1
            assert part.sum() == outline("square", CONFIG.size).sum()
        asked = frame.image[32:, 32:]
        assert shows(asked, "square") >= 1 and shows(asked, "triangle") >= 1


def test_the_question_is_the_same_whatever_is_around_it() -> None:
    squares, triangles, nothing = (
        ContextShapes(CONFIG, PAIR, around, 30) for around in (*PAIR, NOTHING)
    )
    for index in (0, 29):
        asked = [video.frame(index).image[32:, 32:] for video in (squares, triangles, nothing)]
        np.testing.assert_array_equal(asked[0], asked[1])
        np.testing.assert_array_equal(asked[0], asked[2])
        assert (squares.frame(index).image != triangles.frame(index).image).any()
        assert not nothing.frame(index).image[:32].any()
        assert not nothing.frame(index).image[:, :32].any()


def test_objects_are_what_each_class_shows_in_the_quadrant_alone() -> None:
    frame = ContextShapes(CONFIG, PAIR, "triangle", 30).frame(12)
    square, diamond, triangle = frame.objects
    assert not diamond.any()
    for picture in (square, triangle):
        assert picture[32:, 32:].any()
        assert not picture[:32].any() and not picture[:, :32].any()
    np.testing.assert_array_equal(np.maximum(square, triangle)[32:, 32:], frame.image[32:, 32:])
    assert frame.label == -1
    assert frame.clean is frame.image


def test_no_two_quadrants_show_the_same_video() -> None:
    video = ContextShapes(CONFIG, PAIR, "square", 30)
    parts = [
        np.stack([video.frame(i).image[top : top + 32, left : left + 32] for i in range(30)])
        for top, left in ((0, 0), (0, 32), (32, 0))
    ]
    parts.append(np.stack([video.frame(i).objects[0][32:, 32:] for i in range(30)]))
    for one in range(4):
        for other in range(one):
            assert (parts[one] != parts[other]).any(axis=(1, 2)).mean() > 0.9


def test_one_seed_gives_one_video_and_another_seed_another() -> None:
    one, same = (ContextShapes(CONFIG, PAIR, "square", 9).frame(8).image for _ in range(2))
    np.testing.assert_array_equal(one, same)
    other = ContextShapes(replace(CONFIG, seed=6), PAIR, "square", 9).frame(8).image
    assert (one != other).any()


def test_what_stands_around_must_be_a_class_or_nothing() -> None:
    with pytest.raises(UserError, match=r"no shape called 'x' to put around; .* or nothing"):
        ContextShapes(CONFIG, PAIR, "x", 9)


def test_frames_too_small_for_quadrants_are_refused() -> None:
    with pytest.raises(UserError, match=r"frame of 32×32 pixels is too small .* as in set=wide"):
        ContextShapes(ShapesConfig.named("hard"), PAIR, "square", 9)


def test_scenes_have_nothing_around() -> None:
    with pytest.raises(UserError, match=r"Scenes fill the whole frame .* use set=wide\."):
        open_source("shapes:set=levels,mix=square and x+diamond and triangle,around=square")


def test_a_text_names_it() -> None:
    video = open_source("shapes:set=wide,mix=square+triangle,around=square,seed=5,frames=20")
    assert isinstance(video, ContextShapes)
    assert (video.mix, video.around, len(video)) == (PAIR, "square", 20)
    np.testing.assert_array_equal(
        video.frame(7).image, ContextShapes(CONFIG, PAIR, "square", 20).frame(7).image
    )
