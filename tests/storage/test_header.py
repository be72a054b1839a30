"""Headers: what goes in comes out, and what says something else is refused."""

import json
import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dpcn_app.errors import UserError
from dpcn_app.storage.archive import read_archive, write_archive
from tests.helpers.forgery import ARRAYS, assert_refused, forge, header_npy


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "file.npz"


def test_numbers_of_numpy_fit_a_header(path: Path) -> None:
    write_archive(path, "model", {"a": np.float32(0.5), "b": np.int64(3)}, {})
    assert read_archive(path, "model")[0] == {"a": 0.5, "b": 3}


@pytest.mark.parametrize(
    "value", [float("nan"), float("inf"), object(), np.zeros(2), "\ud800", [10**5000]]
)
def test_a_header_that_could_not_be_read_is_not_written(path: Path, value: Any) -> None:
    with pytest.raises(UserError, match="header is not valid"):
        write_archive(path, "model", {"field": value}, {})
    assert os.listdir(path.parent) == []


def test_a_header_may_not_replace_the_fields_of_the_format(path: Path) -> None:
    with pytest.raises(ValueError, match="kind"):
        write_archive(path, "model", {"kind": "other"}, {})


@pytest.mark.parametrize(
    "header",
    [
        b"",
        b"{",
        b"\xff\xfe",
        b'{"format": "dpcn_app", "version": NaN}',
        b'{"format": "dpcn_app", "version": 1e999}',
        b'{"format": "dpcn_app", "name": "\\ud800"}',
        b"[" * 100_000,
        b'{"big": ' + b"1" * 5000 + b"}",
    ],
)
def test_a_header_that_is_no_json_is_refused(path: Path, header: bytes) -> None:
    forge(path, ("header.npy", header_npy(header)))
    assert_refused(path, "header that cannot be read")


@pytest.mark.parametrize("header", [[], "dpcn_app", 3, {}])
def test_a_header_that_is_not_ours_is_refused(path: Path, header: object) -> None:
    forge(path, ("header.npy", header_npy(json.dumps(header).encode())))
    assert_refused(path, "not written by this app")


def test_another_kind_is_refused_by_its_name(path: Path) -> None:
    write_archive(path, "checkpoint", {}, ARRAYS)
    assert_refused(path, "is a checkpoint, not a model")
    forge(path, ("header.npy", header_npy(kind=["x"] * 100)))
    assert_refused(path, "not a model")


@pytest.mark.parametrize(
    ("version", "reason"),
    [
        (2, "newer version.*update"),
        (10**30, "newer version"),
        (0, "no version"),
        (-1, "no version"),
        (True, "no version"),
        (1.0, "no version"),
        ("1", "no version"),
        (None, "no version"),
    ],
)
def test_an_unknown_version_is_refused(path: Path, version: object, reason: str) -> None:
    forge(path, ("header.npy", header_npy(version=version)))
    assert_refused(path, reason)
