"""The top causes of a video as numbers to export: frame by frame, with classes and scores."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpcn_app.live.measures import FADING, SCORES
from dpcn_app.live.snapshot import Snapshot, View

Columns = dict[str, NDArray[Any]]


def causes_table(snapshot: Snapshot) -> Columns:
    """Return the columns of one table, a row for each frame that any mode has a row for.

    Frames count from 1, as in the window. What a mode has not inferred is NaN. Scores are those of
    the whole video, the same in every row.
    """
    known = [_frames(view) for view in snapshot.views]
    frames = np.unique(np.concatenate(known)) if known else np.empty(0, int)
    columns: Columns = {"frame": frames + 1} | _classes(snapshot, frames)
    for view, rows in zip(snapshot.views, known, strict=True):
        causes = np.full((len(frames), view.causes.shape[1]), np.nan, view.causes.dtype)
        causes[np.searchsorted(frames, rows)] = view.causes
        columns[f"{view.mode}.cause"] = causes
        for name, value in _measured(view).items():
            columns[f"{view.mode}.{name}"] = np.full(len(frames), value)
    return columns


def causes_arrays(snapshot: Snapshot) -> Columns:
    """Return all arrays: of each mode the causes, the frames they belong to, and the scores."""
    frames = np.arange(len(snapshot.labels))
    arrays: Columns = {"frame": frames + 1, "label": snapshot.labels} | _classes(snapshot, frames)
    for view in snapshot.views:
        arrays[f"{view.mode}.causes"] = view.causes
        arrays[f"{view.mode}.frames"] = _frames(view) + 1
        for name, value in _measured(view).items():
            arrays[f"{view.mode}.{name}"] = np.array([value])
    return arrays


def _frames(view: View) -> NDArray[np.int_]:
    return np.arange(len(view.causes)) if view.frames is None else view.frames


def _classes(snapshot: Snapshot, frames: NDArray[np.int_]) -> Columns:
    """Return the name of the class in each frame, where classes are known."""
    if not snapshot.classes:
        return {}
    return {"class": np.array(snapshot.classes)[snapshot.labels[frames]]}


def _measured(view: View) -> dict[str, float]:
    """Return scores, and how far noise has faded, by their names in the window, where known."""
    found = {title: getattr(view.scores, name, None) for title, name in SCORES.items()}
    found |= {title: getattr(view.fading, name, None) for title, name in FADING.items()}
    return {title: float(value) for title, value in found.items() if value is not None}
