import numpy as np
import pytest

from dpcn_app.analysis.cause_axes import fit_axes, own_axes
from dpcn_app.gui.scatter.cloud import make_cloud
from tests.helpers.causes_scene import CLASSES, labels_of, some_causes


@pytest.mark.parametrize("width", [1, 3, 5])
def test_nothing_inferred_gives_an_empty_cloud(width):
    nothing = np.full((20, width), np.nan)
    cloud = make_cloud(fit_axes([nothing]), nothing, labels_of(20), CLASSES, 3)
    assert cloud.points.shape == (0, 3) and cloud.row(3) is None and len(cloud.trail()) == 0


def test_frames_not_yet_inferred_are_left_out():
    causes = some_causes()
    causes[5] = causes[20:] = np.nan
    cloud = make_cloud(fit_axes([causes]), causes, labels_of(), CLASSES, 7)
    assert cloud.frames.tolist() == [0, 1, 2, 3, 4, *range(6, 20)]
    assert np.isfinite(cloud.points).all()
    assert cloud.row(5) is None and cloud.row(6) == 5
    assert cloud.describe(5) == "frame 7 · square"  # frames are counted from 1


def test_the_trail_ends_at_the_current_frame():
    causes = some_causes(frames=60)
    cloud = make_cloud(fit_axes([causes]), causes, labels_of(60), CLASSES, 40)
    np.testing.assert_array_equal(cloud.trail(), cloud.points[15:41])


def test_own_axes_of_nothing_inferred_are_harmless():
    nothing = np.full((20, 5), np.nan)
    assert (
        len(
            make_cloud(
                own_axes(fit_axes([nothing]), nothing), nothing, labels_of(20), CLASSES, 3
            ).points
        )
        == 0
    )


def test_a_point_that_is_read_as_another_class_says_so():
    causes = some_causes()
    read = labels_of().copy()
    read[4] = 2
    cloud = make_cloud(fit_axes([causes]), causes, labels_of(), CLASSES, 7, read=read)
    assert cloud.describe(4) == "frame 5 · square, read as diamond"
    assert cloud.describe(5) == "frame 6 · square"
    assert np.flatnonzero(cloud.misread).tolist() == [4]


def test_without_readings_no_point_is_misread():
    causes = some_causes()
    assert not make_cloud(fit_axes([causes]), causes, labels_of(), CLASSES, 7).misread.any()
