"""Pictures in their natural order, with black where they are transparent."""

from pathlib import Path

import numpy as np
from PIL import Image

from dpcn_app.video.open_file import open_video
from tests.helpers.clips import number_in


def test_a_pattern_names_pictures_in_natural_order(clips: dict[str, Path]) -> None:
    source = open_video(clips["folder"] / "frame1*.png")
    shown = [number_in(source.frame(index).image) for index in range(len(source))]
    assert shown == [1, *range(10, 20)]


def test_what_is_transparent_is_black(tmp_path: Path) -> None:
    colours = np.full((16, 24, 4), 255, np.uint8)
    colours[:, :12, 3] = 0
    for path in (tmp_path / "half.png", tmp_path / "half.gif"):
        Image.fromarray(colours).save(path)
        source = open_video(path)
        image = source.frame(0).image
        source.close()
        assert image[:, :12].max() == 0 and image[:, 12:].min() > 0.98
