"""Demonstrations: what a bundled network infers from its first video, in a file beside it.

Such a file lets the window show its results on a machine that has compiled nothing. It names the
video and its noise, and holds digests of network and frames, so that results of another network or
of other frames are never taken for those of this one.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpcn_app.engine.network import Network
from dpcn_app.engine.restoring import LayerRun, Run
from dpcn_app.engine.sparse_frames import SparseFrames
from dpcn_app.errors import UserError
from dpcn_app.storage.archive import Array, read_archive, write_archive
from dpcn_app.storage.bundled import resources
from dpcn_app.storage.json_fields import as_json, checked_fields

_KIND = "demonstration"
_ACTIVE, _VALUES = "active", "values"
_CAUSES, _ITERATIONS, _CONFIDENCE = "causes", "iterations", "confidence"
_HANDED_UP = "handed_up"


@dataclass(frozen=True)
class Subject:
    """What was inferred from what.

    Parameters
    ----------
    source, noise_kind, noise, seed
        The video and its noise, as settings name them.
    network, frames
        Digests of the network, and of all frames with and without noise.
    """

    source: str
    noise_kind: str
    noise: float
    seed: int
    network: str
    frames: str


@dataclass(frozen=True, eq=False)
class Demonstration:
    """What a network infers from a video.

    Parameters
    ----------
    subject
        The network and the video.
    runs
        What was found in each mode, by its name, and from the clean video under `CLEAN`.
    """

    subject: Subject
    runs: dict[str, Run]


CLEAN = "clean"
"""Name of the run of the clean video, bottom-up."""


def demonstration_path(model: str) -> Path:
    """Return the file of a bundled network's demonstration."""
    return resources() / "demonstrations" / f"{model}.npz"


def save_demonstration(path: str | os.PathLike[str], demonstration: Demonstration) -> None:
    """Write a demonstration, whole or not at all.

    Of the states, most of which are zero, it keeps which are active, and their values.
    """
    arrays: dict[str, Array] = {}
    for name, run in demonstration.runs.items():
        for number, layer in enumerate(run, 1):
            states = np.asarray(layer.states)
            active = states != 0
            fields = {
                _ACTIVE: active,
                _VALUES: states[active],
                _CAUSES: layer.causes,
                _ITERATIONS: layer.iterations,
                **{f"{_CONFIDENCE}.{part}": c for part, c in layer.confidence.items()},
            }
            if layer.handed_up is not None:
                fields[_HANDED_UP] = layer.handed_up
            arrays |= {f"{name}.{number}.{field}": array for field, array in fields.items()}
    write_archive(path, _KIND, as_json(demonstration.subject), arrays)


def load_demonstration(path: str | os.PathLike[str]) -> Demonstration:
    """Read a demonstration, its numbers bit for bit as they were saved."""
    header, arrays = read_archive(path, _KIND)
    try:
        subject = Subject(**checked_fields(Subject, header))
        layers: dict[tuple[str, str], dict[str, Array]] = {}
        for name, array in arrays.items():
            run, number, field = name.split(".", 2)
            layers.setdefault((run, number), {})[field] = array
        runs: dict[str, Run] = {}
        for run, number in sorted(layers):
            runs[run] = (*runs.get(run, ()), _layer(layers[run, number]))
    except (UserError, ValueError, TypeError, KeyError, IndexError) as error:
        raise UserError(f"{path} holds no usable demonstration; make it anew.") from error
    return Demonstration(subject, runs)


def _layer(fields: dict[str, Array]) -> LayerRun:
    """Return the run of one layer from what is kept of it."""
    states = SparseFrames(fields[_ACTIVE], fields[_VALUES])
    confidence = {
        field.removeprefix(f"{_CONFIDENCE}."): array
        for field, array in fields.items()
        if field.startswith(_CONFIDENCE)
    }
    return LayerRun(
        states, fields[_CAUSES], fields[_ITERATIONS], confidence, fields.get(_HANDED_UP)
    )


def network_digest(network: Network) -> str:
    """Return a digest of all that a network infers with.

    A strength of the prior that is 0 does nothing, and is left out: with a strength that is new,
    networks that do not use it keep their digests.
    """
    spec = as_json(network.spec)
    if spec["prior"] is not None:
        spec["prior"] = {name: value for name, value in spec["prior"].items() if value != 0}
    digest = hashlib.sha256(json.dumps(spec, sort_keys=True).encode())
    for layer in network.layers:
        digest.update(repr(float(layer.output_scale)).encode())
        for matrix in (layer.A, layer.B, layer.C, layer.M):
            digest.update(b"" if matrix is None else matrix.tobytes())
    return digest.hexdigest()


def frames_digest(images: Iterable[NDArray[np.floating[Any]]]) -> str:
    """Return a digest of pictures."""
    digest = hashlib.sha256()
    for image in images:
        digest.update(np.ascontiguousarray(image, dtype=np.float32).tobytes())
    return digest.hexdigest()
