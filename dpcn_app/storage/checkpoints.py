"""Checkpoints of a training, on the disk."""

from __future__ import annotations

import os
from typing import Any

from dpcn_app.engine.checkpoint import Checkpoint
from dpcn_app.errors import DamagedFileError
from dpcn_app.storage.archive import read_archive, read_header, write_archive

_KIND = "checkpoint"


def save_checkpoint(path: str | os.PathLike[str], checkpoint: Checkpoint) -> None:
    """Write a checkpoint, whole or not at all; tuples in its meta come back as lists."""
    write_archive(path, _KIND, {"meta": checkpoint.meta}, checkpoint.arrays)


def load_checkpoint(path: str | os.PathLike[str]) -> Checkpoint:
    """Read a checkpoint, arrays bit for bit as they were saved."""
    header, arrays = read_archive(path, _KIND)
    return Checkpoint(_meta(header, path), arrays)


def load_meta(path: str | os.PathLike[str]) -> dict[str, Any]:
    """Read what a checkpoint holds beside its arrays, which are neither read nor checked."""
    return _meta(read_header(path, _KIND), path)


def _meta(header: dict[str, Any], path: str | os.PathLike[str]) -> dict[str, Any]:
    meta = header.get("meta")
    if header.keys() != {"meta"} or not isinstance(meta, dict):
        raise DamagedFileError(
            f"{path} is a checkpoint with an unknown header; choose another file."
        )
    return meta
