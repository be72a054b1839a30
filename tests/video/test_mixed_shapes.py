"""Two classes at once: the picture of both, and the truth about each."""

import numpy as np
import pytest

from dpcn_app.errors import UserError
from dpcn_app.video.mixed_shapes import MixedShapes
from dpcn_app.video.shapes import BouncingShapes, ShapesConfig
from dpcn_app.video.source_spec import open_source

CONFIG = ShapesConfig.named("easy", seed=5)


def test_a_frame_is_the_sets_own_video_laid_over_itself():
    mixed, apart = MixedShapes(CONFIG, ("square", "diamond"), 150), BouncingShapes(CONFIG, 600)
    for index, square, diamond in ((7, 7, 207), (149, 349, 549)):
        frame = mixed.frame(index)
        pictures = apart.frame(square).image, apart.frame(diamond).image
        np.testing.assert_array_equal(frame.image, np.maximum(*pictures))
        np.testing.assert_array_equal(frame.objects[0], pictures[0])
        np.testing.assert_array_equal(frame.objects[2], pictures[1])
        assert not frame.objects[1].any()
        assert frame.clean is frame.image
        assert apart.label(square) == 0 and apart.label(diamond) == 2


def test_it_is_labelled_by_object_and_not_by_frame():
    mixed = MixedShapes(CONFIG, ("square", "x"), 30)
    assert mixed.classes == ("square", "x", "diamond") and len(mixed) == 30
    assert mixed.frame(3).label == mixed.label(3) == -1
    assert mixed.scored and mixed.objects.size == 13
    with pytest.raises(IndexError):
        mixed.frame(30)


def test_two_scenes_can_be_mixed_as_well():
    mixed = open_source("shapes:set=levels,mix=square and x+diamond and triangle,frames=5")
    frame = mixed.frame(4)
    assert mixed.classes == ("square and x", "diamond and triangle")
    assert all(each.any() for each in frame.objects)
    np.testing.assert_array_equal(np.maximum(*frame.objects), frame.image)


def test_the_order_of_the_two_does_not_matter():
    one, other = (MixedShapes(CONFIG, pair, 9) for pair in (("x", "square"), ("square", "x")))
    np.testing.assert_array_equal(one.frame(8).image, other.frame(8).image)


def test_the_same_mix_can_be_named_and_noise_comes_on_top():
    video = open_source("shapes:set=easy,mix=square+x,seed=5,noise=3,frames=20")
    clean = MixedShapes(CONFIG, ("square", "x"), 20)
    noisy = 0
    for index in range(20):
        frame, true = video.frame(index), clean.frame(index)
        np.testing.assert_array_equal(frame.clean, true.image)
        np.testing.assert_array_equal(frame.objects[1], true.objects[1])
        assert (frame.image >= true.image).all()
        noisy += (frame.image > true.image).sum()
    assert noisy > 100


@pytest.mark.parametrize("mix", [("square", "square"), ("square", "circle")])
def test_a_bad_mix_is_refused(mix):
    with pytest.raises(UserError, match=r"choose two of|two different"):
        MixedShapes(CONFIG, mix, 10)


def test_a_video_without_frames_is_refused():
    with pytest.raises(UserError, match="at least one frame"):
        MixedShapes(CONFIG, ("square", "x"), 0)
