"""What the network sees of a video, in words."""

from dataclasses import replace
from typing import Any, cast

import numpy as np
import pytest

from dpcn_app.live.region_words import contrast_words, progress_words, region_words
from dpcn_app.live.snapshot import Snapshot, VideoView
from dpcn_app.video.source import Frame
from tests.helpers.causes_scene import a_snapshot, a_view


def seen(
    shape: tuple[int, int], region: tuple[int, int, int, int], image: tuple[int, int], **more: Any
) -> Snapshot:
    video = VideoView("film.mp4", 9, shape, region, scored=False, **more)
    return replace(a_snapshot(a_view()), video=video, frame=Frame(3, np.zeros(image, np.float32)))


@pytest.mark.parametrize(
    ("region", "image", "words"),
    [
        ((0, 0, 360, 640), (54, 96), "Whole frame, shrunk to 15 %: 96×54 of 640×360"),
        ((0, 0, 360, 640), (18, 32), "Whole frame, shrunk to 5.0 %: 32×18 of 640×360"),
        ((0, 0, 360, 640), (360, 640), "Whole frame at full size: 640×360"),
        ((10, 20, 40, 80), (40, 80), "Region of 80×40 pixels at full size"),
        ((10, 20, 40, 80), (60, 120), "Region of 80×40 pixels, enlarged to 150 %: 120×60 of 80×40"),
    ],
)
def test_the_part_and_the_size_that_are_seen_are_told(region, image, words) -> None:
    assert region_words(seen((360, 640), region, image)) == words


def test_shapes_and_an_opening_need_no_words() -> None:
    assert region_words(a_snapshot(a_view())) == ""
    assert region_words(replace(seen((40, 40), (0, 0, 40, 40), (40, 40)), views=())) == ""


def test_why_the_input_looks_unlike_the_video_is_told() -> None:
    plain = seen((40, 40), (0, 0, 40, 40), (40, 40))
    assert contrast_words(plain) == ""
    normalised = seen((40, 40), (0, 0, 40, 40), (40, 40), signed=True)
    assert contrast_words(normalised).endswith("it shows edges, not light")


def test_how_far_a_large_frame_is_inferred_is_told_until_it_is_complete() -> None:
    whole = seen((40, 40), (0, 0, 40, 40), (40, 40))
    assert progress_words(whole) == ""
    view = replace(a_view(), all_causes=cast(Any, np.zeros((1234, 3))))
    words = progress_words(replace(whole, views=(view,), frame_done=0.256))
    assert words == "Inferring frame 4: 26 % of 1,234 top units"
