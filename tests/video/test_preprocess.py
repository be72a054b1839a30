"""From a video's luminance to what a network sees."""

from dataclasses import replace

import numpy as np
import pytest
from skimage.data import camera
from skimage.transform import downscale_local_mean

from dpcn_app.errors import UserError
from dpcn_app.video.noise import noisy_shapes
from dpcn_app.video.preprocess import (
    NATURAL,
    NONE,
    Preprocessing,
    normalise_contrast,
    preprocessed,
    resize,
)
from dpcn_app.video.shapes import BouncingShapes, ShapesConfig

PHOTOGRAPH = (camera()[100:228, 60:220] / 255).astype(np.float32)


def test_none_leaves_frames_and_sources_as_they_are():
    np.testing.assert_array_equal(NONE.apply(PHOTOGRAPH), PHOTOGRAPH)
    source = BouncingShapes(ShapesConfig(), 3)
    assert preprocessed(source, NONE) is source
    assert not replace(NONE, centre_patches=True, flat=0.5).changes_frames


def test_a_region_is_cut_out_before_anything_else():
    seen = Preprocessing(region=(10, 20, 30, 40), contrast=3.0)
    np.testing.assert_array_equal(
        seen.apply(PHOTOGRAPH), normalise_contrast(PHOTOGRAPH[10:40, 20:60], 3.0)
    )
    assert seen.shape((128, 160)) == (30, 40)


def test_contrast_normalisation_is_the_formula_written_out():
    def blurred(image: np.ndarray) -> np.ndarray:
        side = np.arange(-12, 13)
        bell = np.exp(-(side**2) / 18)
        bell /= bell.sum()
        padded = np.pad(image, 12, mode="symmetric")
        rows = np.stack([np.convolve(row, bell, "valid") for row in padded])
        return np.stack([np.convolve(column, bell, "valid") for column in rows.T]).T

    image = PHOTOGRAPH.astype(float)
    away = image - blurred(image)
    deviation = np.sqrt(blurred(away**2))
    expected = away / np.maximum(deviation, deviation.mean())
    np.testing.assert_allclose(normalise_contrast(PHOTOGRAPH, 3.0), expected, atol=2e-5)


def test_normalised_contrast_hardly_depends_on_light_and_contrast():
    dimmed = 0.3 + 0.2 * PHOTOGRAPH
    np.testing.assert_allclose(
        normalise_contrast(dimmed, 3.0), normalise_contrast(PHOTOGRAPH, 3.0), atol=2e-3
    )


def test_a_frame_of_one_grey_stays_grey():
    grey = np.full((40, 40), 0.4, np.float32)
    assert np.abs(NATURAL.apply(grey)).max() < 1e-3


def test_shrinking_averages_the_pixels():
    halved = resize(PHOTOGRAPH, (64, 80))
    assert halved.dtype == np.float32
    averaged = downscale_local_mean(PHOTOGRAPH, (2, 2))
    assert np.corrcoef(halved.ravel(), averaged.ravel())[0, 1] > 0.99
    assert abs(halved.mean() - PHOTOGRAPH.mean()) < 0.01


def test_enlarging_interpolates_a_ramp_exactly():
    ramp = np.tile(np.arange(8, dtype=np.float32), (8, 1))
    larger = resize(ramp, (8, 16))
    np.testing.assert_allclose(larger[0, 1:-1], np.linspace(0.25, 6.75, 14), atol=1e-6)


@pytest.mark.parametrize("shape", [(1, 1), (3, 500), (127, 161)])
def test_any_size_can_be_made_from_any_other(shape):
    flat = np.full((50, 37), 0.25, np.float32)
    np.testing.assert_allclose(resize(flat, shape), np.full(shape, 0.25), atol=1e-6)


def test_steps_follow_each_other_in_their_order():
    seen = Preprocessing(scale=0.5, blur=0.7, contrast=3.0, gain=2.0)
    by_hand = Preprocessing(blur=0.7).apply(resize(PHOTOGRAPH, (64, 80)))
    np.testing.assert_array_equal(seen.apply(PHOTOGRAPH), 2 * normalise_contrast(by_hand, 3.0))


def test_flat_patches_are_told_from_textured_ones():
    patches = np.stack([np.full(9, 0.7), np.tile([0, 1, 2], 3)]).astype(np.float32)
    assert NATURAL.is_flat(patches).tolist() == [True, False]


def test_a_preprocessed_video_keeps_labels_clean_twins_and_what_was_before():
    source = noisy_shapes(ShapesConfig(), 5, 3.0)
    seen = preprocessed(source, replace(NATURAL, region=(0, 0, 20, 32)))
    frame, plain = seen.frame(2), source.frame(2)
    assert (len(seen), seen.frame_shape, seen.classes) == (5, (20, 32), source.classes)
    assert frame.label == plain.label
    assert frame.clean is not None and plain.clean is not None
    np.testing.assert_array_equal(frame.before, plain.image)
    np.testing.assert_array_equal(frame.clean, NATURAL.apply(plain.clean[:20]))
    np.testing.assert_array_equal(frame.image, NATURAL.apply(plain.image[:20]))


@pytest.mark.parametrize(
    "wrong",
    [{"region": (-1, 0, 5, 5)}, {"scale": 0.0}, {"blur": float("nan")}, {"contrast": 1e9}],
)
def test_what_cannot_be_done_gets_a_sentence(wrong):
    with pytest.raises(UserError):
        Preprocessing(**wrong)


def test_a_region_beyond_the_frame_gets_a_sentence():
    with pytest.raises(UserError, match="reaches beyond frames of 128×160"):
        Preprocessing(region=(100, 0, 50, 50)).apply(PHOTOGRAPH)
