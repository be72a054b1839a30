"""Files that are not valid: each is refused with a sentence, and none of its content is run."""

import os
import pickle
import struct
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from dpcn_app.errors import UserError
from dpcn_app.storage import archive as archive_module
from dpcn_app.storage.archive import read_archive, write_archive
from tests.helpers.forgery import ARRAYS, assert_refused, described, forge, header_npy, npy


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "file.npz"


def test_a_missing_file_is_refused(path: Path) -> None:
    assert_refused(path, "no file")
    path.touch()
    assert_refused(path / "below", "no file")


def test_a_folder_is_refused(tmp_path: Path) -> None:
    assert_refused(tmp_path, "is a folder")


def test_a_pipe_is_refused_rather_than_waited_for(path: Path) -> None:
    os.mkfifo(path)
    assert_refused(path, "a device")


def test_an_impossible_name_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="cannot be the name of a file"):
        read_archive("a\0b", "model")
    with pytest.raises(UserError, match="could not be read"):
        read_archive(tmp_path / ("n" * 300), "model")


def test_a_file_that_may_not_be_read_is_refused(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def closed(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    path.touch()
    monkeypatch.setattr(archive_module, "open", closed, raising=False)  # root may read everything
    assert_refused(path, "You may not read")


@pytest.mark.parametrize("content", [b"", b"PK", b"hello" * 100, b"\0" * 1000, pickle.dumps([1])])
def test_a_file_that_is_no_zip_is_refused(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    assert_refused(path, "damaged")


def test_a_file_that_ends_early_is_refused(path: Path) -> None:
    write_archive(path, "model", {}, ARRAYS)
    content = path.read_bytes()
    for length in range(0, len(content), 7):
        path.write_bytes(content[:length])
        assert_refused(path, "damaged")


def test_a_flipped_bit_of_data_is_noticed(path: Path) -> None:
    forge(path, ("header.npy", header_npy()), ("it.npy", npy(np.full(100, 1.5))))
    content = bytearray(path.read_bytes())
    content[content.index(np.float64(1.5).tobytes() * 50)] ^= 1
    path.write_bytes(content)
    assert_refused(path, "damaged")


def test_a_foreign_npz_is_refused(path: Path) -> None:
    np.savez(path, weights=np.eye(3))
    assert_refused(path, "not written by this app")
    np.savez(path, header=np.frombuffer(b'{"format": "other"}', np.uint8))
    assert_refused(path, "not written by this app")


def test_a_zip_of_other_things_is_refused(path: Path) -> None:
    forge(path, ("readme.txt", b"hello"))
    assert_refused(path, "'readme.txt'")
    forge(path)
    assert_refused(path, "not written by this app")


@pytest.mark.parametrize(
    "array",
    [np.zeros(3), np.zeros((2, 2), np.uint8), np.uint8(3), np.zeros(2**24 + 1, np.uint8)],
)
def test_a_header_that_is_no_text_is_refused(path: Path, array: NDArray[Any]) -> None:
    forge(path, ("header.npy", npy(np.asarray(array))))
    assert_refused(path, "not a short text")


class Exploit:
    def __reduce__(self) -> tuple[Callable[[str], None], tuple[str]]:
        return os.mkdir, ("exploited",)


def test_python_objects_are_refused_and_not_run(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(path.parent)
    content = npy(np.array([Exploit()], dtype=object), allow_pickle=True)
    forge(path, ("header.npy", header_npy()), ("it.npy", content))
    assert_refused(path, "Python objects")
    forge(path, ("header.npy", pickle.dumps(Exploit())))
    assert_refused(path, "not described")
    # An object array whose size happens to fit its shape.
    content = described("(1,)", b"12345678", dtype="|O")
    forge(path, ("header.npy", header_npy()), ("it.npy", content))
    assert_refused(path, "Python objects")
    assert os.listdir(path.parent) == [path.name]


@pytest.mark.parametrize("dtype", ["f2", ">f4", "i4", "c16", "U3", "S3", "M8[s]"])
def test_an_unknown_type_is_refused(path: Path, dtype: str) -> None:
    forge(path, ("header.npy", header_npy()), ("it.npy", npy(np.zeros(2, dtype))))
    assert_refused(path, "unknown type")


def test_a_table_of_mixed_types_is_refused(path: Path) -> None:
    content = npy(np.zeros(2, [("a", "f4"), ("b", "i8")]))
    forge(path, ("header.npy", header_npy()), ("it.npy", content))
    assert_refused(path, "not described")


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_numbers_that_are_not_finite_are_refused(path: Path, value: float, dtype: type) -> None:
    content = npy(np.array([0, value], dtype))
    forge(path, ("header.npy", header_npy()), ("layer1.A.npy", content))
    assert_refused(path, "layer1.A holds values that are not finite")


def test_truth_values_that_are_neither_true_nor_false_are_refused(path: Path) -> None:
    content = described("(2,)", b"\x01\x02", dtype="|b1")
    forge(path, ("header.npy", header_npy()), ("it.npy", content))
    assert_refused(path, "not finite")


@pytest.mark.parametrize(
    "name",
    [
        "../it.npy",
        "/etc/it.npy",
        "a/b.npy",
        "a\\b.npy",
        ".npy",
        "-it.npy",
        "n" * 101 + ".npy",
        "it",
    ],
)
def test_suspicious_names_are_refused(path: Path, name: str) -> None:
    forge(path, ("header.npy", header_npy()), (name, npy(np.zeros(2))))
    assert_refused(path, "it holds something called")


def test_two_arrays_of_one_name_are_refused(path: Path) -> None:
    with pytest.warns(UserWarning, match="Duplicate"):
        forge(path, ("header.npy", header_npy()), ("it.npy", npy(np.ones(1))), ("it.npy", b""))
    assert_refused(path, "two arrays called it")


@pytest.mark.parametrize(
    "shape",
    [
        "(4,)",
        "(2,)",
        "()",
        "(1000000000000,)",
        "(99999999999999999999, 99999999999999999999)",
        "(0, 99999999999999999999)",
    ],
)
def test_a_shape_that_lies_is_refused_before_any_room_is_made(path: Path, shape: str) -> None:
    forge(path, ("header.npy", header_npy()), ("it.npy", described(shape, bytes(12))))
    assert_refused(path, "not as large as its shape says")


def test_a_shape_of_nothing_by_far_too_much_is_refused(path: Path) -> None:
    content = described("(0, 99999999999999999999)")
    forge(path, ("header.npy", header_npy()), ("it.npy", content))
    assert_refused(path, "not as large as its shape says")


@pytest.mark.parametrize(
    "shape", ["(-3,)", "(3)", "(3 4)", "(1.5,)", "(3,).__class__", "[3]", "(0x3,)", "(,)", "(3L,)"]
)
def test_a_shape_that_is_none_is_refused(path: Path, shape: str) -> None:
    forge(path, ("header.npy", header_npy()), ("it.npy", described(shape, bytes(12))))
    assert_refused(path, "not described")


def test_numbers_too_long_to_be_a_shape_are_refused(path: Path) -> None:
    content = described(f"({'9' * 5000},)", bytes(12))
    forge(path, ("header.npy", header_npy()), ("it.npy", content))
    assert_refused(path, "damaged")


def test_other_versions_of_the_array_format_are_refused(path: Path) -> None:
    content = npy(np.zeros(3)).replace(b"NUMPY\x01", b"NUMPY\x03")
    forge(path, ("header.npy", header_npy()), ("it.npy", content))
    assert_refused(path, "not described")


def test_more_than_the_limit_is_refused_by_the_directory_alone(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The directory claims two gigabytes of zeros, but there are two kilobytes of data.
    forge(path, ("header.npy", header_npy()), ("it.npy", npy(np.zeros(100))))
    content = bytearray(path.read_bytes())
    entry = content.rindex(b"PK\x01\x02")
    content[entry + 24 : entry + 28] = struct.pack("<L", 2**31)
    path.write_bytes(content)
    monkeypatch.setattr(zipfile.ZipFile, "open", lambda *_: pytest.fail("data was read"))
    assert_refused(path, "more than 1 GiB")


def test_a_bomb_of_zeros_is_refused_unread(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive_module, "MAX_BYTES", 10**6)
    bomb = npy(np.zeros(10**6))
    forge(path, ("header.npy", header_npy()), ("it.npy", bomb), method=zipfile.ZIP_DEFLATED)
    assert path.stat().st_size < 20_000
    monkeypatch.setattr(zipfile.ZipFile, "open", lambda *_: pytest.fail("data was read"))
    assert_refused(path, "more than 1 GiB")


def test_a_member_that_unpacks_to_more_than_it_says_is_refused(path: Path) -> None:
    long = npy(np.zeros(10**6))
    forge(path, ("header.npy", header_npy()), ("it.npy", long), method=zipfile.ZIP_DEFLATED)
    content = bytearray(path.read_bytes())
    entry = content.rindex(b"PK\x01\x02")
    content[entry + 24 : entry + 28] = struct.pack("<L", 1000)
    path.write_bytes(content)
    assert_refused(path, "damaged")


def test_a_file_beyond_the_limit_is_refused(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    forge(path, ("header.npy", header_npy()))
    monkeypatch.setattr(archive_module, "MAX_BYTES", 50)
    monkeypatch.setattr(archive_module, "MAX_HEADER", 50)
    assert_refused(path, "more than 1 GiB")


def test_too_many_members_are_refused_before_they_are_listed(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    forge(path, *((f"a{i}.npy", b"") for i in range(1001)))
    monkeypatch.setattr(zipfile.ZipFile, "infolist", lambda *_: pytest.fail("was listed"))
    assert_refused(path, "too much")


def test_a_directory_of_large_files_is_refused(path: Path) -> None:
    forge(path, ("header.npy", header_npy()))
    content = path.read_bytes()
    path.write_bytes(content[:-22] + b"PK\x06\x07" + bytes(16) + content[-22:])
    assert_refused(path, "too much")


def test_an_encrypted_file_is_refused(path: Path) -> None:
    forge(path, ("header.npy", header_npy()))
    content = bytearray(path.read_bytes())
    content[content.index(b"PK\x01\x02") + 8] |= 1
    path.write_bytes(content)
    assert_refused(path, "encrypted")


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_other_ways_of_packing_are_refused(path: Path, method: int) -> None:
    forge(path, ("header.npy", header_npy()), method=method)
    assert_refused(path, "compressed in a way")


def test_too_little_memory_is_explained(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def starve(*_: object, **__: object) -> None:
        raise MemoryError

    write_archive(path, "model", {}, ARRAYS)
    monkeypatch.setattr(np.lib.format, "read_array", starve)
    assert_refused(path, "more memory")


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
def test_no_damage_ends_in_anything_but_a_sentence(path: Path, method: int) -> None:
    forge(
        path,
        ("header.npy", header_npy(name="x")),
        ("layer1.A.npy", npy(np.eye(3, dtype=np.float32))),
        ("empty.npy", npy(np.zeros((0, 2)))),
        ("flags.npy", npy(np.array([True, False]))),
        method=method,
    )
    content = path.read_bytes()
    rng = np.random.default_rng(0)
    outcomes = {"read": 0, "refused": 0}
    for _ in range(400):
        damaged = bytearray(content)
        for position in rng.integers(len(content), size=rng.integers(1, 4)):
            damaged[position] = rng.integers(256)
        if rng.random() < 0.2:
            cut = rng.integers(len(content), size=2)
            del damaged[min(cut) : max(cut)]
        path.write_bytes(damaged)
        try:
            fields, arrays = read_archive(path, "model")
        except UserError as error:
            assert "file.npz" in str(error)
            outcomes["refused"] += 1
        else:
            assert fields.keys() == {"name"}
            assert all(np.isfinite(array).all() for array in arrays.values())
            outcomes["read"] += 1
    assert outcomes["refused"] > 200
