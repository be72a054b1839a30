"""The training's process by itself, as `python -m` starts it."""

import pickle
import subprocess
import sys

from dpcn_app.live.engine_commands import StartTraining
from dpcn_app.live.training_messages import TrainingRefused, TrainingReport
from dpcn_app.training.driver import Training
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


def refusal(job: StartTraining) -> str:
    """Return the sentence by which a training is refused."""
    run = subprocess.run(COMMAND, input=pickle.dumps(job), capture_output=True, timeout=60)
    refused = pickle.loads(run.stdout)
    assert isinstance(refused, TrainingRefused)
    return refused.sentence


def test_a_checkpoint_of_another_training_stays_and_the_user_is_told_what_differs(tmp_path):
    folder = tmp_path / "of J. Doe; old"
    folder.mkdir()
    training = Training(preset("shapes-easy"), 60, 3, checkpoint=folder / "c")
    training.advance()
    training.keep_checkpoint()
    training.close()
    job = StartTraining(preset("shapes-easy"), 60, 4, folder / "c", resume=True)
    begins = "The training that was left unfinished cannot go on: "
    assert refusal(job) == (
        f"{begins}the checkpoint belongs to another training: its seed differs. "
        "Put back what it was started with, or discard the training."
    )
    assert [path.name for path in folder.iterdir()] == ["c"]
    (folder / "c").write_text("garbage")
    assert refusal(job) == (
        f"{begins}its file is damaged, incomplete or not a file of this app. "
        "It is put aside as c.unusable."
    )
