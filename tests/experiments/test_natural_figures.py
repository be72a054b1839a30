"""The figures of the experiment on natural scenes."""

import numpy as np
import pytest

from dpcn_app.experiments import natural
from tests.helpers.small_natural import small_natural_result


@pytest.fixture(scope="module")
def result() -> natural.NaturalResult:
    return small_natural_result()


def test_figures_are_drawn(result: natural.NaturalResult, tmp_path) -> None:
    from dpcn_app.experiments.natural_figures import draw_natural

    paths = draw_natural(result.results[0], tmp_path)
    assert {path.stem for path in paths} == {
        "dictionary",
        "fields-1",
        "fields-2",
        "causes-1",
        "causes-2",
        "transitions",
        "gabor-centres",
        "gabor-frequencies",
    }
    assert all(path.stat().st_size > 1000 for path in paths)


def test_pictures_that_are_missing_are_gaps_in_a_mosaic() -> None:
    """Else an atom with few successors would seem to be followed by grey ones."""
    from dpcn_app.experiments.natural_figures import _filled, mosaic

    sheet = mosaic(_filled(np.full((1, 2, 2), 3.0), 3), 3)
    np.testing.assert_array_equal(sheet[1:3, 1:3], 1)
    assert np.isnan(sheet[1:3, 3:]).all()
