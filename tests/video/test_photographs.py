"""Moving photographs: free to use, repeatable, with strips that training never sees."""

from itertools import pairwise

import numpy as np
import pytest
from skimage import data

from dpcn_app.errors import UserError
from dpcn_app.video.photographs import (
    HELD_OUT,
    PHOTOGRAPHS,
    MovingPhotographs,
    Part,
    PhotographsConfig,
)


def video(frames: int = 40, **config: object) -> MovingPhotographs:
    return MovingPhotographs(PhotographsConfig(**config), frames)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", PHOTOGRAPHS)
def test_every_photograph_is_free_by_its_own_description(name: str) -> None:
    text = getattr(data, name).__doc__
    assert "CC0" in text or "public domain" in text
    licence = PHOTOGRAPHS[name].split(",")[0]
    assert licence in text


def test_the_same_seed_gives_the_same_frames_in_any_order() -> None:
    one, other = video(seed=3), video(seed=3)
    later = other.frame(30)
    for index in (0, 30, 7):
        np.testing.assert_array_equal(one.frame(index).image, other.frame(index).image)
    np.testing.assert_array_equal(later.image, one.frame(30).image)
    assert not np.array_equal(one.frame(0).image, video(seed=4).frame(0).image)


def test_frames_are_grey_pictures_that_name_their_photograph() -> None:
    source = video(120, sequence_length=20)
    frames = [source.frame(index) for index in range(0, 120, 10)]
    assert all(frame.image.shape == (64, 64) == source.frame_shape for frame in frames)
    assert all(frame.image.dtype == np.float32 for frame in frames)
    assert all(0 <= frame.image.min() <= frame.image.max() <= 1 for frame in frames)
    assert source.classes[frames[0].label] in PHOTOGRAPHS
    assert frames[0].label == frames[1].label  # of one sequence
    assert len({frame.label for frame in frames}) > 1


def test_things_move_at_one_velocity_within_a_sequence() -> None:
    """When the window moves right by two pixels a frame, the picture moves left by two."""
    source = video(12, speed=(2, 2), direction=0, zoom=0, turn=0, sequence_length=12)
    frames = [source.frame(index).image for index in range(12)]
    for before, after in pairwise(frames):
        np.testing.assert_allclose(after[:, :-2], before[:, 2:], atol=2e-3)


def test_windows_zoom_and_turn_where_they_are_asked_to() -> None:
    still = video(40, speed=(0, 0), zoom=0, turn=0)
    np.testing.assert_array_equal(still.frame(0).image, still.frame(39).image)
    for motion in ({"zoom": 0.01}, {"turn": 1.0}):
        source = video(40, speed=(0, 0), **({"zoom": 0, "turn": 0} | motion))
        assert not np.allclose(source.frame(0).image, source.frame(39).image, atol=0.01)


@pytest.mark.parametrize("part", ["train", "held-out"])
def test_windows_keep_to_their_part_of_each_photograph(part: Part) -> None:
    """This includes fast and turned windows, whose corners reach furthest."""
    source = video(2000, part=part, speed=(3, 3), turn=2.0, sequence_length=40)
    height, width = source.frame_shape
    corners = np.array([[-1, -1], [-1, 1], [1, -1], [1, 1]]) * (np.array([height, width]) - 1) / 2
    for sequence in range(50):
        label, path = source._paths(sequence)
        border = round(getattr(data, source.classes[label])().shape[1] * (1 - HELD_OUT))
        for centre, scale, angle in zip(path.centre, path.scale, path.angle, strict=True):
            turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
            across = (centre + scale * corners @ turn.T)[:, 1]
            if part == "train":
                assert across.max() <= border - 1 + 1e-6
            else:
                assert across.min() >= border - 1e-6


@pytest.mark.parametrize(
    "config",
    [
        {"frame_shape": (4, 64)},
        {"frame_shape": (64, 500)},
        {"speed": (2, 1)},
        {"direction": float("nan")},
        {"zoom": -1},
        {"turn": 90},
        {"sequence_length": 0},
        {"part": "some"},
        {"seed": -1},
    ],
)
def test_what_cannot_be_shown_is_refused(config: dict[str, object]) -> None:
    with pytest.raises(UserError):
        video(**config)  # type: ignore[arg-type]


def test_a_video_without_frames_and_a_frame_beyond_the_end_are_refused() -> None:
    with pytest.raises(UserError):
        video(0)
    with pytest.raises(IndexError):
        video(3).frame(3)


def test_the_photograph_of_a_frame_is_known_without_drawing_it() -> None:
    video = MovingPhotographs(PhotographsConfig(seed=3), 200)
    for index in (0, 39, 40, 199):
        assert video.label(index) == video.frame(index).label
