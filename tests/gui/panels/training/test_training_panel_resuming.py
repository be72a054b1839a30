"""The training panel starts trainings beside those that were interrupted, and resumes these."""

import re

import pytest

from dpcn_app.gui.panels.training.unfinished_dialog import UnfinishedDialog
from dpcn_app.live.controller import Controller
from dpcn_app.live.engine_commands import ResumeTraining
from dpcn_app.live.settings import Settings, shapes_source
from dpcn_app.live.unfinished_trainings import MOST_UNFINISHED, unfinished_trainings
from dpcn_app.storage.file_lock import locked
from tests.helpers.training_scene import (
    keep_under,
    leave_unfinished,
    make_panel,
    snapshot,
    views_of_a_training,
)
from tests.helpers.working import work_until


@pytest.fixture(autouse=True)
def kept(tmp_path, monkeypatch):
    keep_under(tmp_path, monkeypatch)


@pytest.fixture
def asked():
    return []


@pytest.fixture
def make(qtbot, asked):
    return lambda: make_panel(qtbot, asked)


def buttons(panel):
    """Return what the buttons say that can be pressed."""
    every = (panel.start_button, panel.pause_button, panel.resume_button, panel.stop_button)
    return {button.text() for button in every if button.isEnabled()}


def test_an_interrupted_training_is_resumed_whatever_the_form_says(make, asked):
    left = leave_unfinished()
    panel = make()
    assert buttons(panel) == {"Start", "Resume"}
    assert "interrupted" in panel.status.text()
    panel.choices.seed_box.setValue(12)
    panel.form.boxes[0, "sparsity"].setValue(0)  # which cannot be started
    assert buttons(panel) == {"Resume"}
    panel.resume_button.click()
    assert asked == [ResumeTraining(left)]


def test_a_start_leaves_an_interrupted_training_alone(make, asked):
    left = leave_unfinished()
    panel = make()
    panel.start_button.click()
    assert asked[0].checkpoint != left and left.exists()


def test_two_windows_start_at_the_same_time_each_in_a_file_of_its_own(make, asked):
    for panel in (make(), make()):
        panel.start_button.click()
    assert asked[0].checkpoint != asked[1].checkpoint


def test_of_several_interrupted_trainings_the_user_chooses(make, asked):
    one, other = leave_unfinished(seed=3), leave_unfinished(seed=4)
    panel = make()
    panel.resume_button.click()
    dialog = panel.findChild(UnfinishedDialog)
    assert asked == [] and dialog.isVisible()
    texts = [dialog.list.item(row).text() for row in range(2)]
    dialog.list.setCurrentRow(next(row for row, text in enumerate(texts) if "seed 3" in text))
    dialog.resume_button.click()
    assert asked == [ResumeTraining(one)] and other.exists()


def test_beside_another_training_that_has_ended_it_is_said_which_one_goes_on(make, asked):
    left = leave_unfinished(seed=3)
    panel = make()
    panel.refresh(snapshot(views_of_a_training()[-1]))
    assert buttons(panel) == {"Start", "Resume …"}
    panel.resume_button.click()
    dialog = panel.findChild(UnfinishedDialog)
    assert asked == [] and "seed 3" in dialog.list.item(0).text()
    dialog.resume_button.click()
    assert asked == [ResumeTraining(left)]


def test_where_as_many_are_left_as_can_be_kept_a_start_asks_what_to_do(make, asked):
    left = [leave_unfinished(seed=seed) for seed in range(MOST_UNFINISHED)]
    panel = make()
    panel.start_button.click()
    assert asked == [] and "no more can be kept" in panel.findChild(UnfinishedDialog).words.text()
    left[0].unlink()
    panel.start_button.click()
    assert asked[0].checkpoint not in left


def test_a_resume_that_another_window_was_quicker_with_starts_nothing(make, asked):
    left = leave_unfinished()
    panel = make()
    with locked(left, "busy"):
        panel.resume_button.click()
    assert asked == [] and "Another window" in panel.message.text()
    assert buttons(panel) == {"Start"}


def test_where_no_checkpoint_can_be_kept_a_training_starts_without(
    make, monkeypatch, asked, tmp_path
):
    (tmp_path / "file").write_text("")
    keep_under(tmp_path / "file", monkeypatch)
    panel = make()
    panel.start_button.click()
    assert asked[0].checkpoint is None


def test_a_real_training_is_interrupted_resumed_and_stopped(make, asked):
    """What the panel asks for is what the controller can do."""

    def carry_out(controller):
        controller.handle(asked.pop())
        assert controller.snapshot().problems == ()

    panel = make()
    panel.choices.frames_box.setValue(60)
    panel.slow_box.click()
    panel.start_button.click()
    controller = Controller(Settings(source=shapes_source(frames=10)), playing=False)
    carry_out(controller)
    work_until(controller, lambda each: each.training and each.training.progress)
    controller.close()
    assert len(unfinished_trainings()) == 1

    panel, controller = make(), Controller(Settings(source=shapes_source(frames=10)), playing=False)
    panel.resume_button.click()
    carry_out(controller)
    panel.refresh(controller.snapshot())
    assert buttons(panel) == {"Pause", "Stop"}
    panel.stop_button.click()
    carry_out(controller)
    work_until(controller, lambda each: each.training and each.training.state == "stopped")
    panel.refresh(controller.snapshot())
    controller.close()
    assert buttons(panel) == {"Start"} and unfinished_trainings() == []
    stopped = controller.snapshot().models[-1]
    assert re.fullmatch(r"shapes-easy 1 \(stopped at \d+ %\)", stopped)
    assert panel.status.text().startswith(f"Stopped early: “{stopped}” is in the list")
