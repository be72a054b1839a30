"""The named shapes as masks."""

import numpy as np
import pytest
from scipy.ndimage import label

from dpcn_app.video.outlines import SHAPE_NAMES, outline


@pytest.mark.parametrize("size", [4, 11, 13, 40])
@pytest.mark.parametrize("name", SHAPE_NAMES)
def test_a_shape_is_one_piece_and_touches_all_four_sides_of_its_box(name: str, size: int) -> None:
    mask = outline(name, size)
    assert mask.shape == (size, size)
    for side in (mask[0], mask[-1], mask[:, 0], mask[:, -1]):
        assert side.any()
    assert label(mask, structure=np.ones((3, 3)))[1] == 1


@pytest.mark.parametrize("size", [11, 13])
@pytest.mark.parametrize("name", SHAPE_NAMES)
def test_a_shape_is_its_own_mirror_image(name: str, size: int) -> None:
    mask = outline(name, size)
    np.testing.assert_array_equal(mask, mask[:, ::-1])


@pytest.mark.parametrize("name", ["square", "diamond", "triangle", "circle"])
def test_outlines_are_hollow(name: str) -> None:
    mask = outline(name, 13)
    assert not mask[7, 6]
    assert 0.1 < mask.mean() < 0.4


def test_all_shapes_differ() -> None:
    assert len({outline(name, 13).tobytes() for name in SHAPE_NAMES}) == len(SHAPE_NAMES)


def test_a_wider_stroke_covers_more() -> None:
    assert outline("circle", 13, 2.0).sum() > 1.5 * outline("circle", 13).sum()


def test_masks_are_shared_and_cannot_be_written_to() -> None:
    with pytest.raises(ValueError, match="read-only"):
        outline("x", 13)[0, 0] = False
