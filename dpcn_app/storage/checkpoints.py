"""Checkpoints of a training, on the disk."""

from __future__ import annotations

import os

from dpcn_app.engine.checkpoint import Checkpoint
from dpcn_app.errors import UserError
from dpcn_app.storage.archive import read_archive, write_archive

_KIND = "checkpoint"


def save_checkpoint(path: str | os.PathLike[str], checkpoint: Checkpoint) -> None:
    """Write a checkpoint, whole or not at all; tuples in its meta come back as lists."""
    write_archive(path, _KIND, {"meta": checkpoint.meta}, checkpoint.arrays)


def load_checkpoint(path: str | os.PathLike[str]) -> Checkpoint:
    """Read a checkpoint, arrays bit for bit as they were saved."""
    header, arrays = read_archive(path, _KIND)
    if header.keys() != {"meta"} or not isinstance(header["meta"], dict):
        raise UserError(f"{path} is a checkpoint with an unknown header; choose another file.")
    return Checkpoint(header["meta"], arrays)
