"""One task of a study: train a network, let it watch noisy video in every mode, and measure it."""

from __future__ import annotations

import platform
import tempfile
import time
from dataclasses import asdict, dataclass
from pathlib import Path

import numba
import numpy as np
from numpy.typing import NDArray

import dpcn_app
from dpcn_app.analysis.filters import weigh_filters
from dpcn_app.analysis.invariant_scores import weigh_causes
from dpcn_app.analysis.scores import centroid_accuracy, moving_average, score
from dpcn_app.engine.network import Network
from dpcn_app.experiments.robustness import ModeRun, watch_closely
from dpcn_app.experiments.shapes import fresh_video
from dpcn_app.experiments.video_run import labels, top_causes
from dpcn_app.storage.models import save_model
from dpcn_app.studies.averages import average_weight
from dpcn_app.studies.study import Task
from dpcn_app.training.driver import Trained, Training

Row = dict[str, str | float | None]
"""One row of the table: cells by column; None where a measure does not exist."""


@dataclass(frozen=True)
class TaskResult:
    """What became of a task: rows of the table, the bytes of its model file, and the time taken."""

    rows: list[Row]
    model: bytes
    seconds: float


def run_task(task: Task) -> TaskResult:
    """Train and measure; the same task gives the same rows and the same model file."""
    begun = time.monotonic()
    recipe = task.recipe()
    training = Training(recipe, task.frames, task.seed)
    with np.errstate(over="ignore", invalid="ignore"):  # as in `dpcn-app train`
        trained = training.run()
        if recipe.shapes:
            rows = _rows_on_shapes(task, recipe.shapes, trained.network)
        else:
            weighed = weigh_causes(trained.network, task.seed)
            rows = [asdict(weigh_filters(trained.network)) | asdict(weighed)]
    own: Row = {
        "preset": task.preset,
        "seed": task.seed,
        "frames": task.frames,
        **dict(task.values),
    }
    of_network, by = _of_network(trained), row_versions()
    return TaskResult(
        rows=[{**own, **of_network, **_plain(row), **by} for row in rows],
        model=_file_of(training),
        seconds=time.monotonic() - begun,
    )


def row_versions() -> dict[str, str]:
    """Return the versions that results depend on."""
    return {
        "dpcn_app": dpcn_app.__version__,
        "python": platform.python_version(),
        "numpy": np.__version__,
        "numba": numba.__version__,
    }


def _of_network(trained: Trained) -> Row:
    signs = {} if trained.health is None else asdict(trained.health)
    score_ = None if trained.health is None else trained.health.score
    return {"health": score_, **signs, "restarts": trained.restarts}


def _rows_on_shapes(task: Task, shapes: str, network: Network) -> list[Row]:
    """Return a row for every amount of noise and every mode."""
    videos = {noise: fresh_video(shapes, noise, task.seed) for noise in task.noise}
    first = next(iter(videos.values()))
    truth, clean = labels(first), top_causes(network, first, clean=True)
    on_clean = score(clean, truth, clean)
    rows: list[Row] = []
    for noise, video in videos.items():
        watched: dict[str, ModeRun] = {}
        for mode in task.modes:
            weight = average_weight(mode)
            real = mode if weight is None else "off"
            if real not in watched:
                watched[real] = watch_closely(network, video, real)
            causes: NDArray[np.floating] = watched[real].causes
            if weight is not None:
                causes = moving_average(causes, weight)
            rows.append(
                {
                    "noise": noise,
                    "mode": mode,
                    "clean_kmeans": on_clean.kmeans,
                    "clean_silhouette": on_clean.silhouette,
                    **asdict(score(causes, truth, clean)),
                    "centroid_noisy": centroid_accuracy(causes, truth, causes),
                    **watched[real].fading,
                }
            )
    return rows


def _plain(row: Row) -> Row:
    """Return a row with numbers that JSON can hold; None for those that are not finite."""
    return {
        name: value
        if isinstance(value, str) or value is None
        else (float(value) if np.isfinite(value) else None)
        for name, value in row.items()
    }


def _file_of(training: Training) -> bytes:
    """Return the model file of a trained network; workers need not share a disk with the caller."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "model.npz"
        save_model(path, training.model())
        return path.read_bytes()
