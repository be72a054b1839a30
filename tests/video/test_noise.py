"""Noise on any video, with the clean frame kept."""

import numpy as np
import pytest

from dpcn_app.errors import UserError
from dpcn_app.video.noise import Noise, Noisy, with_noise
from dpcn_app.video.shapes import BouncingShapes, ShapesConfig

VIDEO = BouncingShapes(ShapesConfig(frame_shape=(64, 96)), 50)


@pytest.mark.parametrize("name", ["structured:1.5", "gaussian:0.2", "occlusion:0.25"])
def test_a_noisy_frame_keeps_its_clean_twin_and_label(name):
    noisy = with_noise(VIDEO, Noise.named(name, seed=3))
    frame, plain = noisy.frame(7), VIDEO.frame(7)
    np.testing.assert_array_equal(frame.clean, plain.image)
    assert frame.label == plain.label
    assert not np.array_equal(frame.image, plain.image)
    assert frame.image.dtype == np.float32
    assert frame.image.min() >= 0 and frame.image.max() <= 1
    np.testing.assert_array_equal(noisy.frame(7).image, frame.image)


@pytest.mark.parametrize("name", ["structured:1.5", "gaussian:0.2"])
def test_noise_is_new_in_every_frame_and_with_every_seed(name):
    grey = np.full((64, 96), 0.5, np.float32)
    one = Noise.named(name).put_on(grey, 0)
    assert not np.array_equal(one, Noise.named(name).put_on(grey, 1))
    assert not np.array_equal(one, Noise.named(name, seed=1).put_on(grey, 0))


def test_gaussian_noise_has_the_deviation_asked_for():
    noisy = Noise("gaussian", 0.1).put_on(np.full((200, 200), 0.5, np.float32), 0)
    assert float(noisy.std()) == pytest.approx(0.1, rel=0.02)


def test_an_occlusion_covers_its_share_and_wanders():
    black = np.zeros((100, 100), np.float32)
    covers = [Noise("occlusion", 0.25).put_on(black, index) > 0 for index in range(200)]
    assert {int(cover.sum()) for cover in covers} == {2500}
    corners = np.array([np.argwhere(cover)[0] for cover in covers])
    assert np.abs(np.diff(corners, axis=0)).max() <= 2
    assert np.ptp(corners, axis=0).min() > 30


def test_the_number_of_objects_grows_with_the_frame():
    counts = [
        np.mean(
            [
                Noise("structured", 1.0).put_on(np.zeros(shape, np.float32), i).sum()
                for i in range(40)
            ]
        )
        for shape in ((64, 64), (128, 128))
    ]
    assert 3 < counts[1] / counts[0] < 5


def test_without_an_amount_the_video_is_itself():
    assert with_noise(VIDEO, Noise()) is VIDEO
    assert isinstance(with_noise(VIDEO, Noise("gaussian", 0.1)), Noisy)


def test_a_frame_of_one_pixel_can_be_noisy():
    dot = np.zeros((1, 1), np.float32)
    for name in ("structured:3", "gaussian:0.5", "occlusion:0.5"):
        assert Noise.named(name).put_on(dot, 0).shape == (1, 1)


@pytest.mark.parametrize(
    "text", ["", "gaussian", "snow:1", "gaussian:x", "gaussian:-1", "occlusion:2"]
)
def test_what_is_no_noise_gets_a_sentence(text):
    with pytest.raises(UserError, match="oise"):
        Noise.named(text)
