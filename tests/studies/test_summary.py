"""Means over seeds, their intervals, and heat maps."""

from pathlib import Path

import numpy as np
import pytest

from dpcn_app.analysis.estimates import estimate
from dpcn_app.errors import UserError
from dpcn_app.studies.results_table import Cell, ResultsTable, table_of
from dpcn_app.studies.summary import MOST_VALUES, heat_map_of, summary, usual_axes
from tests.helpers.small_study import pretended, small_study


@pytest.fixture
def table() -> ResultsTable:
    tasks = list(small_study().tasks())
    rows = [
        {"run": number, **row, "model": f"models/{task.name}.npz"}
        for number, task in enumerate(tasks, 1)
        for row in pretended(task).rows
    ]
    return table_of(rows, Path("folder"))


def test_the_summary_has_a_row_for_every_combination_but_the_seeds(table: ResultsTable) -> None:
    means = summary(table)
    assert len(means) == 2 * 2 * 2 and set(means.column("seeds")) == {3}
    first = dict(zip(means.columns, means.rows[0], strict=True))
    assert first["silhouette"] == pytest.approx(0.5 * 2 - 1.5)
    low, high = first["silhouette low"], first["silhouette high"]
    assert isinstance(low, float) and isinstance(high, float) and low < -0.5 < high


def test_a_heat_map_has_a_cell_for_every_pair_of_values(table: ResultsTable) -> None:
    found = heat_map_of(table, "layer1.sparsity", "noise", "silhouette", {"mode": "off"})
    assert (found.columns, found.rows) == ((0.5, 0.7), (1.5, 3.0))
    assert found.means() == pytest.approx(np.array([[-0.5, -0.1], [-2.0, -1.6]]))


def test_over_axes_that_are_not_held_the_mean_is_taken_within_a_seed(table: ResultsTable) -> None:
    found = heat_map_of(table, "layer1.sparsity", "layer1.sparsity", "silhouette", {})
    ((cell, _),) = found.cells
    assert cell.estimate is not None and cell.estimate.seeds == 3
    assert cell.estimate.mean == pytest.approx(0.5 * 2 - 2.25)
    assert cell.estimate.half == pytest.approx(estimate([0.5, 1.0, 1.5]).half or 0.0)


def test_the_network_of_a_cell_is_that_of_its_first_seed(table: ResultsTable) -> None:
    found = heat_map_of(table, "layer1.sparsity", "mode", "health", {})
    tasks = list(small_study().tasks())
    assert found.cells[0][1].model == Path("folder/models") / f"{tasks[1].name}.npz"
    assert found.cells[0][1].seed == 1


def test_what_was_not_measured_is_an_empty_cell() -> None:
    rows: list[dict[str, Cell]] = [
        {"run": 1, "preset": "a", "seed": 1, "noise": 0.0, "mode": "off", "leak": None},
        {"run": 1, "preset": "a", "seed": 1, "noise": 3.0, "mode": "off", "leak": 0.5},
    ]
    found = heat_map_of(table_of(rows), "noise", "mode", "leak", {})
    assert found.cells[0][0].estimate is None and np.isnan(found.means()[0, 0])


def test_a_heat_map_begins_with_what_varies(table: ResultsTable) -> None:
    assert usual_axes(table) == ("layer1.sparsity", "noise")


@pytest.mark.parametrize(
    ("modes", "noises", "axes"),
    [
        (3, 3, ("noise", "mode")),
        (3, MOST_VALUES + 1, ("mode", "mode")),
        (1, MOST_VALUES + 1, ("noise", "noise")),
        (1, 1, ("noise", "noise")),
    ],
)
def test_an_axis_of_more_values_than_can_be_told_apart_is_taken_where_no_other_varies(
    modes: int, noises: int, axes: tuple[str, str]
) -> None:
    rows: list[dict[str, Cell]] = [
        {"run": 1, "preset": "a", "seed": 1, "noise": float(noise), "mode": f"{mode}"}
        for noise in range(noises)
        for mode in range(modes)
    ]
    assert usual_axes(table_of(rows)) == axes


def test_a_table_without_values_is_refused_with_a_sentence() -> None:
    with pytest.raises(UserError, match="no values"):
        usual_axes(ResultsTable(("run", "seed"), ((1, None),), Path("folder")))
