"""A study whose runs take a moment: its text, and runs that only pretend to train."""

import shutil
from pathlib import Path

from dpcn_app.experiments.workers import HERE
from dpcn_app.storage.bundled import resources
from dpcn_app.studies.study import Study, Task
from dpcn_app.studies.study_file import parse_study
from dpcn_app.studies.study_folder import StudyFolder
from dpcn_app.studies.study_run import run_study
from dpcn_app.studies.task_run import TaskResult, row_versions

TEXT = """
title = "Small"
presets = ["shapes-easy"]
seeds = "1-3"
frames = 60
noise = [1.5, 3]
modes = ["off", "average:0.2"]

[layer1]
epochs = 1
sparsity = [0.5, 0.7]

[layer2]
epochs = 1
restarts = 1
"""
"""Six networks, of four rows each."""


def small_study(text: str = TEXT) -> Study:
    return parse_study(text.encode(), Path("small.toml"))


def pretended(task: Task) -> TaskResult:
    """Return rows that depend on the task alone, as a real run would."""
    values = dict(task.values)
    return TaskResult(
        rows=[
            {
                "preset": task.preset,
                "seed": task.seed,
                "frames": task.frames,
                **values,
                "health": values["layer1.sparsity"] + task.seed / 100,
                "noise": noise,
                "mode": mode,
                "silhouette": values["layer1.sparsity"] * task.seed - noise,
                "leak": None if noise == 0 else 0.25,
                **row_versions(),
            }
            for noise in task.noise
            for mode in task.modes
        ],
        model=task.name.encode(),
        seconds=0.5,
    )


def done_study(path: Path) -> Path:
    """Carry the small study out in a folder, with a bundled network for each of its own."""
    folder = StudyFolder(path, small_study(), TEXT.encode())
    with folder.in_use():
        run_study(folder, HERE, pretended)
    for model in (path / "models").iterdir():
        shutil.copy(resources() / "models" / "shapes-easy.npz", model)
    return path
