"""The training's process by itself, as `python -m` starts it."""

import pickle
import subprocess
import sys

from dpcn_app.live.engine_commands import StartTraining
from dpcn_app.live.training_messages import TrainingReport
from dpcn_app.training.presets import preset

COMMAND = [sys.executable, "-m", "dpcn_app.live.training_process"]


def test_without_a_training_it_ends_at_once_without_a_word():
    run = subprocess.run(COMMAND, input=b"", capture_output=True, timeout=60)
    assert (run.returncode, run.stdout, run.stderr) == (0, b"", b"")


def test_it_knows_no_qt_and_a_window_that_goes_at_once_leaves_a_checkpoint(tmp_path):
    job = StartTraining(preset("shapes-easy"), 60, 3, tmp_path / "c")
    program = (
        "import sys, runpy\n"
        "sys.modules['PySide6'] = None\n"
        "runpy.run_module('dpcn_app.live.training_process', run_name='__main__')\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", program], input=pickle.dumps(job), capture_output=True, timeout=60
    )
    assert (run.returncode, run.stderr) == (0, b"")
    assert isinstance(pickle.loads(run.stdout), TrainingReport)
    assert [each.name for each in tmp_path.iterdir()] == ["c"]
