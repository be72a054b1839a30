"""A picture as a video."""

import numpy as np
import pytest
from PIL import Image

from dpcn_app.video.open_file import open_video
from dpcn_app.video.still import STILL_FRAMES, StillVideo


def test_the_same_picture_is_shown_for_some_seconds(tmp_path):
    Image.effect_noise((40, 30), 60).save(tmp_path / "still.png")
    video = StillVideo(open_video(tmp_path / "still.png"))
    assert len(video) == STILL_FRAMES and video.shows_paper
    first, last = video.frame(0), video.frame(STILL_FRAMES - 1)
    assert last.index == STILL_FRAMES - 1
    assert np.ptp(first.image) > 0 and (first.image == last.image).all()
    with pytest.raises(IndexError):
        video.frame(STILL_FRAMES)
    video.close()
