"""Noise on any video, with the clean frame kept."""

from itertools import pairwise

import numpy as np
import pytest

from dpcn_app.errors import UserError
from dpcn_app.video.noise import NOISE_KINDS, Noise, Noisy, noisy_shapes, with_noise
from dpcn_app.video.outlines import outline
from dpcn_app.video.shapes import BouncingShapes, ShapesConfig
from dpcn_app.video.source import frames

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
    "text",
    ["", "gaussian", "snow:1", "gaussian:x", "gaussian:-1", "gaussian:nan", "occlusion:2"],
)
def test_what_is_no_noise_gets_a_sentence(text):
    with pytest.raises(UserError, match="oise"):
        Noise.named(text)


@pytest.mark.parametrize("kind", NOISE_KINDS)
def test_every_kind_begins_with_an_amount_that_it_allows_and_leaves_alone_what_it_is_put_on(kind):
    noise = Noise(kind, NOISE_KINDS[kind].usual, seed=2)
    assert 0 < NOISE_KINDS[kind].step <= NOISE_KINDS[kind].largest
    plain = VIDEO.frame(3).image
    before = plain.copy()
    assert not np.array_equal(noise.put_on(plain, 3), plain)
    np.testing.assert_array_equal(plain, before)


# --- structured noise on bouncing shapes, as in the paper -----------------------------------------


def added(frame):
    return frame.image - frame.clean


def test_structured_noise_adds_a_poisson_number_of_objects():
    # Alone in a large frame, so that noise objects rarely meet and their pixels can be counted.
    mean, count, side = 1.5, 1500, 120
    config = ShapesConfig(shapes=("square",), size=5, objects=1, frame_shape=(side, side))
    source = noisy_shapes(config, count, mean * 32**2 / side**2)
    pixels = outline("square", 5).sum()
    numbers = [added(frame).sum() / pixels for frame in frames(source)]
    # The standard error of the mean is .03; overlaps cost about 1 %.
    assert np.mean(numbers) == pytest.approx(mean, abs=0.15)
    assert np.var(numbers) == pytest.approx(mean, abs=0.35)
    assert np.mean(np.array(numbers) == 0) == pytest.approx(np.exp(-mean), abs=0.05)


def test_structured_noise_is_a_union_with_the_clean_frame_which_it_leaves_alone():
    config = ShapesConfig(seed=5)
    noisy, clean = noisy_shapes(config, 300, 1.5), noisy_shapes(config, 300, 0.0)
    changed = 0
    for frame, twin in zip(frames(noisy), frames(clean), strict=True):
        np.testing.assert_array_equal(frame.clean, twin.image)
        np.testing.assert_array_equal(twin.clean, twin.image)
        assert (frame.image >= twin.image).all()
        assert set(np.unique(frame.image)) <= {0.0, 1.0}
        changed += bool((frame.image > twin.image).any())
    assert 0.65 < changed / 300 < 0.9  # 1 − e^{−1.5} = .78


def test_structured_noise_draws_the_shapes_of_its_video_anew_in_every_frame():
    config = ShapesConfig(objects=1, frame_shape=(100, 100), sequence_length=400)
    source = noisy_shapes(config, 400, 32**2 / 100**2)
    seen = set()
    extras = []
    for frame in frames(source):
        extra = added(frame)
        extras.append(extra)
        for name in source.classes:
            if extra.sum() == outline(name, 13).sum():
                seen.add(name)
    assert seen == set(source.classes)
    assert not any(np.array_equal(a, b) for a, b in pairwise(extras) if a.any())


def test_one_seed_gives_the_noise_that_published_scores_were_measured_with():
    """The stream of randomness is part of the results: a change of it moves every score."""
    noisy = noisy_shapes(ShapesConfig.named("hard", seed=7), 40, 1.5)
    rng = np.random.default_rng((7, 1, 25))
    count = rng.poisson(1.5)
    places, kinds = rng.integers(0, 32 - 11 + 1, size=(count, 2)), rng.integers(0, 3, count)
    expected = BouncingShapes(ShapesConfig.named("hard", seed=7), 40).frame(25).image.copy()
    for (top, left), kind in zip(places, kinds, strict=True):
        expected[top : top + 11, left : left + 11][outline(noisy.classes[kind], 11)] = 1
    assert count > 0
    np.testing.assert_array_equal(noisy.frame(25).image, expected)
