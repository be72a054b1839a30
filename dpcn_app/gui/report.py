"""`--report FILE`: a JSON line a second, so that the running app can be observed from outside."""

from __future__ import annotations

import json
import time
from dataclasses import asdict
from pathlib import Path
from typing import TextIO

import numpy as np
from PySide6.QtCore import QObject, QTimer

from dpcn_app.errors import UserError
from dpcn_app.gui.lateness import Lateness
from dpcn_app.live.snapshot import Snapshot


class Report(QObject):
    """Appends what the window shows to a file: once a second, and when another thing is shown."""

    def __init__(self, path: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        try:
            self._file: TextIO = path.open("a", encoding="utf-8")
        except OSError as error:
            raise UserError(f"The report {path} cannot be written: {error.strerror}.") from error
        self._lateness = Lateness(self)
        self._snapshot: Snapshot | None = None
        self._shown = self._frames = 0
        self._ages: list[float] = []  # of a camera's frames, when they were painted, in seconds
        self._began = time.monotonic()
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._write)
        self._timer.start(1000)

    def show_snapshot(self, snapshot: Snapshot) -> None:
        """Remember the last snapshot and count it; the first of its kind is written at once."""
        before, self._snapshot = self._snapshot, snapshot
        self._shown += 1
        another = before is None or before.frame.index != snapshot.frame.index
        self._frames += another
        camera = snapshot.video.camera
        if camera is not None and camera.live and another:
            # What is posted already, such as painting the frame, comes before a timer.
            came = camera.came
            QTimer.singleShot(0, self, lambda: self._ages.append(time.monotonic() - came))
        if _kind(snapshot) != _kind(before):
            self._write()

    def _write(self) -> None:
        late = np.array(self._lateness.take() or [0.0]) * 1000
        line: dict[str, object] = {
            "seconds": round(time.monotonic() - self._began, 3),
            "snapshots": self._shown,
            "frames": self._frames,  # of these snapshots, those with which a new frame came
            "late_ms": {
                "p50": round(float(np.percentile(late, 50)), 2),
                "p99": round(float(np.percentile(late, 99)), 2),
                "max": round(float(late.max()), 2),
            },
            # How many came 0, 1, 2 ... ms late: percentiles of single seconds cannot be combined.
            "late_counts": {
                int(ms): int(count)
                for ms, count in zip(*np.unique(late.astype(int), return_counts=True), strict=True)
            },
        }
        self._shown = self._frames = 0
        snapshot = self._snapshot
        if snapshot is not None:
            line |= {
                "frame": snapshot.frame.index,
                "playing": snapshot.playing,
                "modes": list(snapshot.settings.modes),
                "inferred": [view.inferred for view in snapshot.views],
                "scores": [asdict(view.scores) if view.scores else None for view in snapshot.views],
                "fading": [asdict(view.fading) if view.fading else None for view in snapshot.views],
                "kept": [view.kept for view in snapshot.views],
                "strokes": len(snapshot.settings.strokes),
                "preparing": snapshot.preparing.words if snapshot.preparing else None,
                "frames_per_second": snapshot.shown_per_second,
                "frame_done": snapshot.frame_done,
                "camera": self._camera(snapshot),
                "training": None
                if snapshot.training is None
                else {
                    "state": snapshot.training.state,
                    "share": snapshot.training.progress.share if snapshot.training.progress else 0,
                },
            }
        self._file.write(json.dumps(line) + "\n")
        self._file.flush()

    def _camera(self, snapshot: Snapshot) -> dict[str, object] | None:
        """Return how old the frames of a camera were when they were painted, and what is kept."""
        camera = snapshot.video.camera
        if camera is None:
            return None
        ages, self._ages = self._ages, []
        return {
            "live": camera.live,
            "kept": snapshot.length - camera.first,
            "age_ms": [round(1000 * age, 1) for age in ages],
            "drawn": [view.drawing for view in snapshot.views],
        }

    def close(self) -> None:
        """Write the last line and close the file."""
        self._timer.stop()
        self._write()
        self._file.close()


def _kind(snapshot: Snapshot | None) -> tuple[object, ...]:
    """Return what tells snapshots of one kind from others: modes, strokes, preparations, parts."""
    if snapshot is None:
        return (), 0, None, True
    modes, whole = tuple(view.mode for view in snapshot.views), snapshot.frame_done is None
    return modes, len(snapshot.settings.strokes), snapshot.preparing, whole
