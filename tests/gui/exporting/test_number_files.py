"""Numbers as files: one table that a spreadsheet reads, and arrays as they are."""

import csv
import io
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from dpcn_app.gui.exporting.number_files import csv_file, npz_file

TABLE: dict[str, NDArray[Any]] = {
    "frame": np.arange(1, 5),
    "cause": np.array([[0.1, 1 / 3], [2, 3], [4, np.nan], [6, 7]], dtype=np.float32),
    "shape": np.array(["square", "X", "a, b", "ü"]),
}


def read(content: bytes) -> tuple[list[str], list[list[str]]]:
    names, *rows = csv.reader(io.StringIO(content.decode(), newline=""))
    return names, rows


def test_arrays_with_the_same_rows_stand_side_by_side_and_count_from_one():
    names, rows = read(csv_file(TABLE))
    assert names == ["frame", "cause_1", "cause_2", "shape"]
    assert [row[0] for row in rows] == ["1", "2", "3", "4"]
    assert [row[3] for row in rows] == TABLE["shape"].tolist()
    causes = np.array([row[1:3] for row in rows], dtype=np.float32)
    np.testing.assert_array_equal(causes, TABLE["cause"])
    assert rows[0][1] == "0.1"


def test_there_is_no_minus_before_a_zero():
    _, rows = read(csv_file({"x": np.array([-0.0, -1.5], np.float32)}))
    assert rows == [["0.0"], ["-1.5"]]


def test_arrays_of_more_than_two_axes_name_each_place():
    names, rows = read(csv_file({"cube": np.arange(8).reshape(2, 2, 2)}))
    assert names == ["cube_1_1", "cube_1_2", "cube_2_1", "cube_2_2"]
    assert rows[1] == ["4", "5", "6", "7"]


def test_other_arrays_stand_below_each_other_with_the_place_of_each_number():
    numbers = {"A": np.array([[1.5, 2], [3, 4]]), "gamma": np.array([0.25, 7, 8])}
    names, rows = read(csv_file(numbers))
    assert names == ["array", "place_1", "place_2", "value"]
    assert rows[1] == ["A", "1", "2", "2.0"] and rows[4] == ["gamma", "1", "", "0.25"]
    assert len(rows) == 7


@pytest.mark.parametrize("name", ["file", "with space", "off.k-means"])
def test_an_npz_holds_the_arrays_as_they_are_under_any_name(name):
    arrays = {**TABLE, name: np.arange(6).reshape(2, 3)}
    with np.load(io.BytesIO(npz_file(arrays)), allow_pickle=False) as archive:
        assert set(archive.files) == set(arrays)
        for each, array in arrays.items():
            np.testing.assert_array_equal(archive[each], array)
            assert archive[each].dtype == array.dtype
