"""Arrays of numbers as videos."""

from pathlib import Path

import numpy as np
import pytest

from dpcn_app.video.npy_frames import NpyFrames
from dpcn_app.video.open_file import open_video


@pytest.mark.parametrize(
    ("values", "shown"),
    [
        (np.array([0.0, 0.25, 1.0]), [0.0, 0.25, 1.0]),
        (np.array([-2.0, 0.0, 2.0]), [0.0, 0.5, 1.0]),
        (np.array([1000, 2000, 3000], np.uint16), [0.0, 0.5, 1.0]),
        (np.array([False, True, True]), [0.0, 1.0, 1.0]),
        (np.array([0, 51, 102], np.uint8), [0.0, 0.2, 0.4]),
    ],
)
def test_numbers_of_any_kind_are_brought_into_range(
    tmp_path: Path, values: np.ndarray, shown: list[float]
) -> None:
    np.save(tmp_path / "numbers.npy", np.tile(values, (2, 4, 1)))
    source = open_video(tmp_path / "numbers.npy")
    np.testing.assert_allclose(source.frame(1).image[0], shown, atol=1e-6)


def test_an_array_is_not_read_as_a_whole(tmp_path: Path) -> None:
    np.save(tmp_path / "long.npy", np.zeros((500, 32, 32), np.float32))
    source = open_video(tmp_path / "long.npy")
    assert isinstance(source._reader._pages, NpyFrames)  # type: ignore[attr-defined]
