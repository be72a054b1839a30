"""Figures of a study."""

from pathlib import Path

import pytest
from PIL import Image

from dpcn_app.studies.results_table import ResultsTable, table_of
from dpcn_app.studies.study import Shown
from dpcn_app.studies.study_figures import draw_study, shown_by
from tests.helpers.small_study import pretended, small_study


@pytest.fixture
def table() -> ResultsTable:
    tasks = enumerate(small_study().tasks(), 1)
    return table_of([{"run": run, **row} for run, task in tasks for row in pretended(task).rows])


def test_heat_maps_and_curves_are_written_as_png_and_svg(
    table: ResultsTable, tmp_path: Path
) -> None:
    shown = Shown("noise", "mode", ("silhouette", "leak"), (("layer1.sparsity", 0.7),))
    paths = draw_study(table, "Small", shown, tmp_path)
    assert sorted(path.name for path in paths) == [
        *("curves.png", "curves.svg", "heat-map.png", "heat-map.svg")
    ]
    for path in paths:
        if path.suffix == ".png":
            with Image.open(path) as picture:
                assert min(picture.size) > 300
        else:
            assert "Small" in path.read_text() or "<svg" in path.read_text()


def test_what_is_not_there_yet_is_left_out(table: ResultsTable) -> None:
    shown = Shown("noise", "mode", ("kmeans",), (("seed", 99),))
    assert shown_by(table, shown) == Shown("noise", "mode", ("health",), ())


def test_without_a_word_of_the_study_they_show_what_varies(
    table: ResultsTable, tmp_path: Path
) -> None:
    found = shown_by(table, None)
    assert (found.across, found.down) == ("layer1.sparsity", "noise")
    assert draw_study(table, "Small", None, tmp_path)
