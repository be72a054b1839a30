"""Files in our format, made by hand, and how a wrong one must be refused."""

import io
import json
import struct
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from dpcn_app.errors import UserError
from dpcn_app.storage.archive import read_archive

ARRAYS: dict[str, NDArray[Any]] = {
    "layer1.A": np.eye(3, dtype=np.float32),
    "counts": np.arange(4, dtype=np.int64),
}


def npy(array: NDArray[Any], allow_pickle: bool = False) -> bytes:
    stream = io.BytesIO()
    np.lib.format.write_array(stream, array, allow_pickle=allow_pickle)
    return stream.getvalue()


def described(shape: str, data: bytes = b"", dtype: str = "<f4") -> bytes:
    text = f"{{'descr': '{dtype}', 'fortran_order': False, 'shape': {shape}, }}".encode() + b"\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(text)) + text + data


def header_npy(header: object = None, **changes: Any) -> bytes:
    if header is None:
        header = {"format": "dpcn_app", "kind": "model", "version": 1, **changes}
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    return npy(np.frombuffer(text, np.uint8))


def forge(path: Path, *members: tuple[str, bytes], method: int = zipfile.ZIP_STORED) -> None:
    with zipfile.ZipFile(path, "w", method) as file:
        for name, content in members:
            file.writestr(name, content)


def assert_refused(path: Path, reason: str, kind: str = "model") -> None:
    with pytest.raises(UserError, match=reason) as caught:
        read_archive(path, kind)
    sentence = str(caught.value)
    assert path.name in sentence
    assert sentence.endswith(".")
    assert "\n" not in sentence
