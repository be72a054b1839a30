"""One file format for models and checkpoints: named arrays and a header, without pickle.

The file is an ``.npz``. Its member ``header`` is JSON as bytes: ``format``, ``kind``, ``version``
and the fields of that kind. Names, types, shapes and sizes are checked before any data is read, so
that a damaged or malicious file leads to an error message and does no harm.
"""

from __future__ import annotations

import math
import os
import re
import stat
import struct
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, BinaryIO, NoReturn

import numpy as np
from numpy.typing import NDArray

from dpcn_app.errors import DamagedFileError, UserError
from dpcn_app.storage.atomic import replacing
from dpcn_app.storage.header import MAX_HEADER, decode_header, encode_header

Array = NDArray[Any]

MAX_BYTES = 2**30
"""Most bytes that the arrays of a file may hold together."""

_MAX_ARRAYS = 1000
_MAX_DIRECTORY = 2**20
_HEADER = "header"
_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}", re.ASCII)
_DTYPES = ("<f4", "<f8", "<i8", "|u1", "|b1")

# The record that ends a zip file, and the longer one that large files have before it.
_END = struct.Struct("<4s4H2LH")
_END_64 = b"PK\x06\x07" + bytes(16)

# The start of a .npy member, as numpy writes it. Matched rather than evaluated.
_MAGIC = b"\x93NUMPY\x01\x00"
_DESCRIPTION = re.compile(
    rb"\{'descr': '([^']*)', 'fortran_order': (?:True|False), "
    rb"'shape': \((|[0-9]+,|[0-9]+(?:, [0-9]+)+)\), \} *\n"
)


def write_archive(
    path: str | os.PathLike[str],
    kind: str,
    header: Mapping[str, Any],
    arrays: Mapping[str, Array],
) -> None:
    """Write arrays and a header into one file, whole or not at all.

    Parameters
    ----------
    path
        File to write; one that exists is replaced.
    kind
        What the file is: "model" or "checkpoint".
    header
        Fields that JSON can hold; all but ``format``, ``kind`` and ``version``.
    arrays
        Finite arrays of type float32, float64, int64, uint8 or bool, of any shape.
    """
    members = {_HEADER: np.frombuffer(encode_header(header, path, kind), np.uint8)}
    for name, values in arrays.items():
        array = np.asarray(values)
        if name == _HEADER or not _NAME.fullmatch(name):
            _refuse_to_write(path, f"{name!r} cannot be the name of an array in a file")
        if array.dtype.str not in _DTYPES:
            _refuse_to_write(path, f"{name} has the type {array.dtype}, which cannot be stored")
        if not _sound(array):
            _refuse_to_write(path, f"{name} holds values that are not finite numbers")
        members[name] = array
    if (
        len(members) > _MAX_ARRAYS
        or sum(each.nbytes + 256 for each in members.values()) > MAX_BYTES
    ):
        _refuse_to_write(path, "it would be larger than 1 GiB or hold more than 1000 arrays")
    with replacing(path) as file, zipfile.ZipFile(file, "w") as archive:
        for name, array in members.items():
            # A fixed date: the same content gives the same bytes.
            member = zipfile.ZipInfo(f"{name}.npy", date_time=(1980, 1, 1, 0, 0, 0))
            member.compress_type = zipfile.ZIP_DEFLATED
            with archive.open(member, "w") as stream:
                np.lib.format.write_array(stream, array, version=(1, 0), allow_pickle=False)


def read_archive(
    path: str | os.PathLike[str], kind: str
) -> tuple[dict[str, Any], dict[str, Array]]:
    """Return the header's own fields and the arrays of a file of the given kind.

    Any fault of the file raises a `UserError` that names the file and says what to do.
    """
    with _opened(path) as archive:
        return _read(archive, path, kind)


def read_header(path: str | os.PathLike[str], kind: str) -> dict[str, Any]:
    """Return the header's own fields of a file of the given kind; its arrays are not read."""
    with _opened(path) as archive:
        member = _members(archive, path)[_HEADER]
        _check_member(archive, member, _HEADER, path)
        return decode_header(_array(archive, member).tobytes(), path, kind)


@contextmanager
def _opened(path: str | os.PathLike[str]) -> Iterator[zipfile.ZipFile]:
    """Open a file to read; whatever is wrong with it becomes a `UserError`."""
    with _open(path) as file:
        try:
            _check_directory(file, path)
            with zipfile.ZipFile(file) as archive:
                yield archive
        except UserError:
            raise
        except MemoryError as error:
            raise UserError(
                f"{path} needs more memory than there is; close other programs."
            ) from error
        # A damaged file makes zipfile, zlib and numpy raise exceptions of many kinds.
        except Exception as error:
            raise DamagedFileError(
                f"{path} is damaged, incomplete or not a file of this app; choose another file."
            ) from error


def is_archive(path: str | os.PathLike[str]) -> bool:
    """Return whether a file looks like one that this app wrote, not like other arrays."""
    try:
        if not os.path.isfile(path):  # a pipe would wait for its other end
            return False
        with zipfile.ZipFile(path) as archive:
            return f"{_HEADER}.npy" in archive.namelist()
    except Exception:  # reading the file will report the damage
        return False


def _open(path: str | os.PathLike[str]) -> BinaryIO:
    try:
        mode = os.stat(path).st_mode
        if stat.S_ISDIR(mode):
            raise UserError(f"{path} is a folder; choose a file in it.")
        if not stat.S_ISREG(mode):
            raise UserError(f"{path} is a device, not a file; choose another one.")
        return open(path, "rb")
    except (FileNotFoundError, NotADirectoryError) as error:
        raise UserError(f"There is no file {path}; check the name.") from error
    except PermissionError as error:
        raise UserError(f"You may not read {path}; change its permissions.") from error
    except OSError as error:
        raise UserError(f"{path} could not be read: {error.strerror or error}.") from error
    except ValueError as error:
        raise UserError(f"{path!r} cannot be the name of a file; choose another one.") from error


def _check_directory(file: BinaryIO, path: str | os.PathLike[str]) -> None:
    """Refuse a zip file whose last record shows too large a directory, before it is loaded."""
    size = file.seek(0, os.SEEK_END)
    file.seek(max(0, size - _END.size - len(_END_64)))
    tail = file.read()
    signature, *_, entries, directory, _, comment = _END.unpack(tail[-_END.size :])
    if signature != b"PK\x05\x06" or comment:
        raise zipfile.BadZipFile
    if tail.startswith(_END_64[:4]) or entries > _MAX_ARRAYS or directory > _MAX_DIRECTORY:
        _refuse(path, "it holds too much")
    if size > MAX_BYTES + MAX_HEADER:
        _refuse(path, "it holds more than 1 GiB")


def _read(
    archive: zipfile.ZipFile, path: str | os.PathLike[str], kind: str
) -> tuple[dict[str, Any], dict[str, Array]]:
    members = _members(archive, path)
    for name, member in members.items():
        _check_member(archive, member, name, path)
    header = decode_header(_array(archive, members.pop(_HEADER)).tobytes(), path, kind)
    arrays = {}
    for name, member in members.items():
        arrays[name] = _array(archive, member)
        if not _sound(arrays[name]):
            _refuse(path, f"its array {name} holds values that are not finite numbers")
    return header, arrays


def _members(archive: zipfile.ZipFile, path: str | os.PathLike[str]) -> dict[str, zipfile.ZipInfo]:
    """Return the members by name, checked by the zip file's directory alone."""
    listed = archive.infolist()
    if sum(member.file_size for member in listed) > MAX_BYTES or len(listed) > _MAX_ARRAYS:
        _refuse(path, "it would unpack to more than 1 GiB or 1000 arrays")
    members: dict[str, zipfile.ZipInfo] = {}
    for member in listed:
        name = member.filename.removesuffix(".npy")
        if name == member.filename or not _NAME.fullmatch(name):
            _refuse(path, f"it holds something called {member.filename[:50]!r}")
        if name in members:
            _refuse(path, f"it holds two arrays called {name}")
        if member.flag_bits & 1:
            _refuse(path, "it is encrypted")
        if member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            _refuse(path, "it is compressed in a way that this app does not use")
        members[name] = member
    if _HEADER not in members:
        raise DamagedFileError(f"{path} was not written by this app; choose one of its own files.")
    return members


def _check_member(
    archive: zipfile.ZipFile, member: zipfile.ZipInfo, name: str, path: str | os.PathLike[str]
) -> None:
    """Check that an array's type and shape fit its size, reading only its description."""
    with archive.open(member) as stream:
        start = stream.read(len(_MAGIC) + 2)
        length = int.from_bytes(start[len(_MAGIC) :], "little")
        found = _DESCRIPTION.fullmatch(stream.read(length))
    if not start.startswith(_MAGIC) or not found:
        _refuse(path, f"its array {name} is not described as in this app's files")
    dtype = found[1].decode("latin-1")
    if "O" in dtype:
        _refuse(path, f"its array {name} holds Python objects, which could run foreign code")
    if dtype not in _DTYPES:
        _refuse(path, f"its array {name} has values of the unknown type {dtype[:20]!r}")
    shape = [int(side) for side in found[2].replace(b",", b" ").split()]
    described = math.prod(shape) * np.dtype(dtype).itemsize
    if (
        described != member.file_size - len(start) - length
        or math.prod(filter(None, shape)) > 2**48
    ):
        _refuse(path, f"its array {name} is not as large as its shape says")
    if name == _HEADER and (dtype != "|u1" or len(shape) != 1 or described > MAX_HEADER):
        _refuse(path, "its header is not a short text")


def _array(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> Array:
    with archive.open(member) as stream:
        array: Array = np.lib.format.read_array(stream, allow_pickle=False)
        stream.read(1)  # reaching the end makes zipfile compare the checksum
    return array


def _sound(array: Array) -> bool:
    """Return whether all numbers are finite, and all truth values true or false."""
    if array.dtype.kind == "b":
        return bool((array.view(np.uint8) <= 1).all())
    return bool(np.isfinite(array).all())


def _refuse(path: str | os.PathLike[str], reason: str) -> NoReturn:
    raise DamagedFileError(
        f"{path} is not a sound file of this app: {reason}; choose another file."
    )


def _refuse_to_write(path: str | os.PathLike[str], reason: str) -> NoReturn:
    raise UserError(f"{path} could not be written: {reason}.")
