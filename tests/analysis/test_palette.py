"""Colours and markers that tell classes apart."""

from itertools import combinations

from matplotlib.colors import to_rgb
from matplotlib.markers import MarkerStyle

from dpcn_app.analysis.palette import COLOURS, MARKERS
from dpcn_app.video.outlines import SHAPE_NAMES
from dpcn_app.video.shapes import SHAPE_SETS


def test_every_shape_has_a_marker_of_its_own_that_matplotlib_can_draw() -> None:
    assert set(MARKERS) == set(SHAPE_NAMES)
    assert len(set(MARKERS.values())) == len(MARKERS)
    for marker in MARKERS.values():
        MarkerStyle(marker)


def test_there_are_colours_enough_for_the_classes_of_every_set() -> None:
    assert len(COLOURS) >= max(len(style.shapes) for style in SHAPE_SETS.values())


def test_no_two_colours_are_near_each_other() -> None:
    for one, other in combinations(COLOURS, 2):
        apart = max(abs(a - b) for a, b in zip(to_rgb(one), to_rgb(other), strict=True))
        assert apart > 0.2, (one, other)
