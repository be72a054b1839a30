"""A recording as one JSON document: pictures as sheets of PNG, places in the cloud as integers.

A sheet holds many frames side by side, row by row. Places are whole ten-thousandths of the edge of
the scene, 16 bits each, little-endian, in base64; `UNKNOWN` where nothing was inferred.
"""

from __future__ import annotations

import base64
import io
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from dpcn_app.analysis.cause_axes import Axes, inferred
from dpcn_app.engine.modes import belief_in, believing
from dpcn_app.live.measures import written
from dpcn_app.sharing.recording import Pictures, RecordedMode, Recording

SHEET = 4096
"""Most pixels along a side of a sheet: every phone can draw that many."""

STEPS = 10_000
"""Steps along an edge of the scene."""

UNKNOWN = -32_768
"""In place of the coordinates of a frame that was not inferred."""

Document = dict[str, Any]


def page_document(recording: Recording) -> Document:
    """Return all that a page shows."""
    height, width = recording.input.shape[1:]
    return {
        "model": recording.model,
        "video": recording.video,
        "noise": recording.noise,
        "rate": recording.rate,
        "classes": list(recording.classes),
        "labels": recording.labels.tolist(),
        "steps": STEPS,
        "unknown": UNKNOWN,
        "width": width,
        "height": height,
        "across": _across(recording.input),
        "down": _down(recording.input),
        "input": sheets(recording.input),
        "clean": None if recording.clean is None else sheets(recording.clean),
        "modes": [_mode(each, _rank(each, recording.modes)) for each in recording.modes],
        "story": None if recording.story is None else asdict(recording.story),
    }


def _rank(mode: RecordedMode, modes: Sequence[RecordedMode]) -> int:
    """Return how many modes are better, by accuracy and then by tightness, as a verdict has it."""

    def scores(each: RecordedMode) -> tuple[float, ...]:
        return tuple(each.numbers.get(name, 0.0) for name in ("accuracy", "tightness"))

    return sum(scores(other) > scores(mode) for other in modes)


def _mode(mode: RecordedMode, rank: int) -> Document:
    return {
        "name": mode.name,
        "base": believing(mode.name, ""),
        "belief": belief_in(mode.name),
        "title": mode.title,
        "meaning": mode.meaning,
        "verdict": mode.verdict,
        "rank": rank,
        # As text, rounded here: the page must not round otherwise than the window.
        "numbers": {name: written(value) for name, value in mode.numbers.items()},
        "sheets": sheets(mode.pictures),
        "own": _axes(mode.own, mode.causes),
        "common": _axes(mode.common, mode.causes),
        "misread": np.flatnonzero(mode.misread).tolist(),
    }


def _axes(axes: Axes, causes: NDArray[np.floating]) -> Document:
    return {
        "names": list(axes.names),
        "lengths": [f"{length:g}" for length in axes.lengths],
        "origin": axes.origin.tolist(),
        "note": axes.note,
        "points": points(axes, causes),
    }


def points(axes: Axes, causes: NDArray[np.floating]) -> str:
    """Return where the causes of every frame are in the scene, shape (T, 3), as text."""
    placed = np.full((len(causes), 3), UNKNOWN, "<i2")
    known = inferred(causes)
    steps = np.rint(STEPS * axes.place(causes[known].astype(float)))
    placed[known] = np.clip(steps, -STEPS, STEPS)
    return base64.b64encode(placed.tobytes()).decode()


def sheets(pictures: Pictures) -> list[str]:
    """Return pictures (T, height, width) as sheets, each the text of a PNG."""
    _, height, width = pictures.shape
    across, down = _across(pictures), _down(pictures)
    texts = []
    for start in range(0, len(pictures), across * down):
        some = pictures[start : start + across * down]
        rows = -(-len(some) // across)
        filled = np.zeros((rows * across, height, width), np.uint8)
        filled[: len(some)] = some
        sheet = filled.reshape(rows, across, height, width).swapaxes(1, 2)
        file = io.BytesIO()
        whole = Image.fromarray(sheet.reshape(rows * height, across * width))
        whole.save(file, "PNG", optimize=True)
        texts.append(base64.b64encode(file.getvalue()).decode())
    return texts


def _across(pictures: Pictures) -> int:
    """Return how many frames stand side by side in a sheet, so that it is about square."""
    count, height, width = pictures.shape
    square = int(np.ceil(np.sqrt(count * height / width)))
    return max(1, min(square, count, SHEET // width))


def _down(pictures: Pictures) -> int:
    """Return how many rows a sheet has at most."""
    return max(1, SHEET // pictures.shape[1])
