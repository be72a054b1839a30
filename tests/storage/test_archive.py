"""The file format: what goes in comes out, and what could not be read is not written."""

import json
import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from numpy.typing import NDArray

from dpcn_app.errors import UserError
from dpcn_app.storage import archive as archive_module
from dpcn_app.storage.archive import is_archive, read_archive, write_archive
from tests.helpers.forgery import ARRAYS


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "file.npz"


def test_header_and_arrays_come_back_as_they_were(path: Path) -> None:
    header = {"name": "Größe", "values": [1, 2.5, None, True], "big": 2**100}
    write_archive(path, "model", header, ARRAYS)
    fields, arrays = read_archive(path, "model")
    assert fields == header
    assert arrays.keys() == ARRAYS.keys()
    for name, array in ARRAYS.items():
        assert arrays[name].dtype == array.dtype
        np.testing.assert_array_equal(arrays[name], array)


@settings(
    derandomize=True,
    max_examples=60,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(
    st.sampled_from(["f4", "f8", "i8", "u1", "?"]).flatmap(
        lambda dtype: hnp.arrays(
            dtype,
            hnp.array_shapes(min_dims=0, max_dims=4, min_side=0, max_side=4),
            elements={"allow_nan": False, "allow_infinity": False}
            if dtype.startswith("f")
            else None,
        )
    )
)
def test_any_finite_array_comes_back_bit_for_bit(path: Path, array: NDArray[Any]) -> None:
    write_archive(path, "checkpoint", {}, {"it": array})
    back = read_archive(path, "checkpoint")[1]["it"]
    assert (back.dtype, back.shape) == (array.dtype, array.shape)
    assert back.tobytes() == array.tobytes()


def test_columns_first_stays_columns_first(path: Path) -> None:
    array = np.asfortranarray(np.arange(6.0).reshape(2, 3))
    write_archive(path, "model", {}, {"it": array, "part": array[:, ::2]})
    arrays = read_archive(path, "model")[1]
    assert arrays["it"].flags.f_contiguous
    np.testing.assert_array_equal(arrays["it"], array)
    np.testing.assert_array_equal(arrays["part"], array[:, ::2])


def test_arrays_that_were_read_can_be_written_to(path: Path) -> None:
    write_archive(path, "model", {}, ARRAYS)
    counts = read_archive(path, "model")[1]["counts"]
    counts[0] = 7
    assert counts[0] == 7


def test_the_same_content_gives_the_same_bytes(tmp_path: Path) -> None:
    for name in ("a", "b"):
        write_archive(tmp_path / name, "model", {"seed": 1}, ARRAYS)
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


def test_numpy_itself_can_read_the_file(path: Path) -> None:
    write_archive(path, "model", {"seed": 1}, ARRAYS)
    with np.load(path, allow_pickle=False) as file:
        np.testing.assert_array_equal(file["layer1.A"], np.eye(3))
        assert json.loads(file["header"].tobytes())["seed"] == 1


# ---- what is not written


@pytest.mark.parametrize(
    ("name", "array", "reason"),
    [
        ("it", np.array([1.0, np.nan]), "it holds values that are not finite"),
        ("it", np.array([np.inf], np.float32), "not finite"),
        ("it", np.array([None, 1]), "type object"),
        ("it", np.array(["text"]), "type <U4"),
        ("it", np.zeros(2, np.float16), "type float16"),
        ("it", np.zeros(2, ">f8"), "type >f8"),
        ("header", np.zeros(2), "'header' cannot be the name"),
        ("../it", np.zeros(2), "cannot be the name"),
        ("", np.zeros(2), "cannot be the name"),
        ("n" * 101, np.zeros(2), "cannot be the name"),
        ("ümlaut", np.zeros(2), "cannot be the name"),
    ],
)
def test_an_array_that_could_not_be_read_is_not_written(
    path: Path, name: str, array: NDArray[Any], reason: str
) -> None:
    with pytest.raises(UserError, match=reason):
        write_archive(path, "model", {}, {name: array})
    assert os.listdir(path.parent) == []


def test_too_much_is_not_written(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(UserError, match="16 MiB"):
        write_archive(path, "model", {"long": "x" * 2**24}, {})
    with pytest.raises(UserError, match="1000 arrays"):
        write_archive(path, "model", {}, {f"a{i}": np.zeros(1) for i in range(1000)})
    monkeypatch.setattr(archive_module, "MAX_BYTES", 1000)
    with pytest.raises(UserError, match="1 GiB"):
        write_archive(path, "model", {}, {"it": np.zeros(200)})
    assert os.listdir(path.parent) == []


def test_a_full_disk_leaves_the_old_file(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_archive(path, "model", {"seed": 1}, ARRAYS)

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(np.lib.format, "write_array", full)
        with pytest.raises(UserError, match="disk is full"):
            write_archive(path, "model", {"seed": 2}, ARRAYS)
    assert read_archive(path, "model")[0] == {"seed": 1}
    assert os.listdir(path.parent) == [path.name]


def test_a_missing_folder_or_a_folder_in_the_way_is_explained(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="folder does not exist"):
        write_archive(tmp_path / "no" / "file.npz", "model", {}, ARRAYS)
    with pytest.raises(UserError, match="is a folder"):
        write_archive(tmp_path, "model", {}, ARRAYS)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes in folders here")
def test_a_pipe_is_no_archive_and_is_not_waited_for(tmp_path) -> None:
    os.mkfifo(tmp_path / "x.npz")
    assert not is_archive(tmp_path / "x.npz")
