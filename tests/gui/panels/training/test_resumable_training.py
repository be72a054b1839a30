"""An interrupted training leaves its choices beside its checkpoint."""

import pytest

from dpcn_app.gui.panels.training import resumable_training
from dpcn_app.gui.panels.training.resumable_training import (
    interrupted_job,
    remember_job,
    resumable_checkpoint,
    training_checkpoint,
)
from dpcn_app.storage.file_lock import locked
from tests.helpers.training_scene import checkpoint, keep_under


@pytest.fixture(autouse=True)
def kept(tmp_path, monkeypatch):
    return keep_under(tmp_path, monkeypatch)


def test_the_choices_are_there_as_long_as_the_checkpoint_is():
    remember_job({"preset": "natural", "frames": 600}, checkpoint())
    assert interrupted_job() is None
    checkpoint().touch()
    assert interrupted_job() == {"preset": "natural", "frames": 600}
    checkpoint().unlink()
    assert interrupted_job() is None


def test_a_checkpoint_alone_tells_no_choices():
    checkpoint().touch()
    assert interrupted_job() is None


@pytest.mark.parametrize("job", ["", "{", "preset"])
def test_choices_that_cannot_be_read_are_none(kept, job):
    checkpoint().touch()
    kept.setValue("training/job", job)
    assert interrupted_job() is None


def test_without_a_writable_home_there_is_no_checkpoint(monkeypatch, tmp_path):
    (tmp_path / "file").write_text("")
    monkeypatch.setattr(
        resumable_training.platformdirs,
        "user_data_path",
        lambda *a, **k: tmp_path / "file" / "data",
    )
    assert training_checkpoint() is None
    assert interrupted_job() is None


def test_two_windows_keep_their_trainings_apart():
    first = checkpoint()
    remember_job({"frames": 1}, first)
    first.touch()
    with locked(first, "busy"):  # one window trains
        assert resumable_checkpoint() is None and interrupted_job() is None
        second = checkpoint()
        assert second != first
        remember_job({"frames": 2}, second)
        second.touch()
        assert resumable_checkpoint() == second
        assert interrupted_job() == {"frames": 2}
    assert resumable_checkpoint() == first  # both were left: one after the other
    assert interrupted_job() == {"frames": 1}
    first.unlink()
    assert interrupted_job() == {"frames": 2}


def test_a_training_that_is_not_kept_leaves_no_choices(kept):
    remember_job({"frames": 1}, None)
    assert kept.allKeys() == []
