"""Windows on photographs and videos: whole fields, with something to see in them."""

from dataclasses import replace

import numpy as np
import pytest

from dpcn_app.errors import UserError
from dpcn_app.training.fields_of_view import (
    CLIPS,
    LENGTH,
    WINDOWS,
    photographs_stream,
    video_stream,
    with_gain,
)
from dpcn_app.training.presets import NATURAL_NETWORK
from dpcn_app.video.photographs import MovingPhotographs, PhotographsConfig
from dpcn_app.video.preprocess import NATURAL
from tests.helpers.small_natural import SMALL_NETWORK, Grey


def test_a_step_shows_whole_fields_of_all_windows() -> None:
    stream = photographs_stream(NATURAL_NETWORK, NATURAL, 64, 1)
    assert stream.steps * CLIPS == stream.frames == 64
    patches = stream.patches(0)
    assert patches.shape == (CLIPS * WINDOWS * 16, 225)
    np.testing.assert_allclose(patches.mean(axis=1), 0, atol=1e-5)
    np.testing.assert_array_equal(patches, stream.patches(0))
    assert [step for step in range(stream.steps) if stream.starts(step)] == [0, LENGTH]


def test_pixels_of_the_training_video_have_an_rms_of_one() -> None:
    source = MovingPhotographs(PhotographsConfig(part="train", seed=2), 200)
    fitted = with_gain(NATURAL, source)
    squares = [(fitted.apply(source.frame(i).image) ** 2).mean() for i in range(0, 200, 4)]
    assert np.sqrt(np.mean(squares)) == pytest.approx(1, abs=0.1)


def test_flat_windows_are_passed_over() -> None:
    """The left half of the video is of one grey: windows keep to the right."""
    source = Grey(12, (40, 60), rising=True)
    stream = video_stream(SMALL_NETWORK, replace(NATURAL, flat=0.3), source, 32, 0)
    contrast = stream.patches(0).reshape(CLIPS * WINDOWS, -1).std(axis=1)
    assert (contrast > 0.2).mean() > 0.9


def test_a_video_without_anything_to_see_or_too_short_or_too_small_is_refused() -> None:
    with pytest.raises(UserError, match="uniform grey"):
        video_stream(SMALL_NETWORK, NATURAL, Grey(12), 64, 0)
    with pytest.raises(UserError, match="two frames"):
        video_stream(SMALL_NETWORK, NATURAL, Grey(1, rising=True), 64, 0)
    with pytest.raises(UserError, match="smaller than"):
        video_stream(SMALL_NETWORK, NATURAL, Grey(12, (8, 60), rising=True), 64, 0)
    with pytest.raises(UserError, match="frames"):
        photographs_stream(SMALL_NETWORK, NATURAL, 3, 0)


def test_a_video_of_a_few_frames_is_shown_in_shorter_clips() -> None:
    stream = video_stream(SMALL_NETWORK, NATURAL, Grey(3, rising=True), 64, 0)
    assert [step for step in range(6) if stream.starts(step)] == [0, 3]
    assert stream.patches(stream.steps - 1).shape[1] == 81
