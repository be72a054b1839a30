"""Cutting frames into patches and blending them back."""

import numpy as np
import pytest

from dpcn_app.engine.spec import LayerSpec, NetworkSpec, square_offsets
from dpcn_app.video.patches import PatchGrid

SPEC = NetworkSpec((32, 32), 12, (LayerSpec(144, 4, 2, square_offsets(8)),), padding=2, stride=13)


def grid_for(shape: tuple[int, int]) -> PatchGrid:
    return PatchGrid(shape, SPEC.corners(shape, 0), 12, padding=2)


def random_image(shape: tuple[int, ...]) -> np.ndarray:
    return np.random.default_rng(0).uniform(0, 1, shape).astype(np.float32)


@pytest.mark.parametrize("shape", [(32, 32), (41, 64)])
def test_blending_the_patches_of_a_frame_gives_the_frame_back(shape: tuple[int, int]) -> None:
    image, grid = random_image(shape), grid_for(shape)
    np.testing.assert_array_equal(grid.blend(grid.cut(image)), image)


def test_a_patch_holds_the_pixels_at_its_corner_row_by_row() -> None:
    image, grid = random_image((32, 32)), grid_for((32, 32))
    padded = np.pad(image, 2)
    patches = grid.cut(image)
    assert patches.dtype == np.float32
    for (down, across), patch in zip(grid.corners, patches, strict=True):
        np.testing.assert_array_equal(patch, padded[down : down + 12, across : across + 12].ravel())


def test_a_stack_of_frames_is_cut_frame_by_frame() -> None:
    images, grid = random_image((3, 2, 32, 32)), grid_for((32, 32))
    patches = grid.cut(images)
    assert patches.shape == (3, 2, len(grid.corners), 144)
    np.testing.assert_array_equal(patches[2, 1], grid.cut(images[2, 1]))


def test_a_patch_fades_out_towards_its_border() -> None:
    grid = PatchGrid((4, 6), np.array([[0, 0], [0, 2]]), 4)
    blended = grid.blend(np.repeat([[0.0], [1.0]], 16, axis=1).astype(np.float32))
    np.testing.assert_allclose(blended, [[0, 0, 0.25, 0.75, 1, 1]] * 4)


def test_pixels_as_near_to_the_border_of_both_patches_are_averaged() -> None:
    grid = PatchGrid((2, 3), np.array([[0, 0], [0, 1]]), 2)
    blended = grid.blend(np.array([[1, 1, 1, 1], [3, 3, 3, 3]], dtype=np.float32))
    np.testing.assert_array_equal(blended, [[1, 2, 3], [1, 2, 3]])


def test_pixels_that_no_patch_covers_are_black() -> None:
    grid = PatchGrid((2, 4), np.array([[0, 0]]), 2)
    blended = grid.blend(np.ones((1, 4), np.float32))
    np.testing.assert_array_equal(blended, [[1, 1, 0, 0], [1, 1, 0, 0]])


def test_without_padding_the_whole_frame_comes_back() -> None:
    grid = PatchGrid((12, 12), np.array([[0, 0]]), 12)
    image = random_image((12, 12))
    np.testing.assert_array_equal(grid.blend(grid.cut(image)), image)


def test_centred_patches_and_their_means_give_the_frame_back() -> None:
    image = random_image((41, 64))
    grid = PatchGrid((41, 64), SPEC.corners((41, 64), 0), 12, padding=2, centred=True)
    patches = grid.cut(image)
    assert np.abs(patches.mean(axis=-1)).max() < 1e-6
    np.testing.assert_allclose(grid.blend(patches + grid.means(image)), image, atol=1e-6)
