"""A video as in a mirror."""

from dpcn_app.video.mirrored import Mirrored
from dpcn_app.video.shapes import BouncingShapes, ShapesConfig


def test_left_and_right_are_exchanged():
    video = BouncingShapes(ShapesConfig(seed=3), 5)
    assert (Mirrored(video).frame(4).image == video.frame(4).image[:, ::-1]).all()
    assert (Mirrored(Mirrored(video)).frame(4).image == video.frame(4).image).all()
