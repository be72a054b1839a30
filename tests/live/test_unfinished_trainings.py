"""Trainings that were left unfinished, in a folder."""

import errno
import os
from dataclasses import replace
from pathlib import Path

import pytest

from dpcn_app.errors import DamagedFileError, UserError
from dpcn_app.live.engine_commands import StartTraining
from dpcn_app.live.unfinished_trainings import (
    cannot_go_on,
    discard,
    going_on,
    new_checkpoint,
    remove_stale_locks,
    unfinished_in_words,
    unfinished_trainings,
)
from dpcn_app.storage.checkpoints import load_checkpoint, save_checkpoint
from dpcn_app.storage.file_lock import locked
from dpcn_app.training.hyperparameters import recipe, with_values
from tests.helpers.closed_folder import close_folder
from tests.helpers.training_scene import EASY, keep_under, leave_unfinished


@pytest.fixture(autouse=True)
def kept(tmp_path, monkeypatch):
    keep_under(tmp_path, monkeypatch)


def fresh() -> Path:
    """Return where a training is kept, which must be possible."""
    path = new_checkpoint()
    assert path is not None
    return path


def custom_preset():
    values = recipe(EASY)
    values[1]["epochs"] = 7
    return with_values(EASY, values)


# --- where they are -------------------------------------------------------------------------------


def test_every_training_has_a_file_of_its_own_which_counts_once_it_is_written():
    one, other = fresh(), fresh()
    assert one != other
    assert unfinished_trainings() == []
    other.touch()
    assert unfinished_trainings() == [other]


def test_the_last_one_comes_first_and_what_another_window_trains_not_at_all():
    old, new = leave_unfinished(), leave_unfinished()
    os.utime(old, (1000, 1000))
    assert unfinished_trainings() == [new, old]
    with locked(new, "busy"):
        assert unfinished_trainings() == [old]


def test_a_folder_is_no_training():
    fresh().mkdir()
    assert unfinished_trainings() == []


def test_a_training_that_an_earlier_version_left_is_found():
    earlier = fresh().with_name("training.checkpoint")
    earlier.touch()
    assert unfinished_trainings() == [earlier]


def test_in_a_folder_that_may_not_be_entered_none_is_kept(monkeypatch):
    left = leave_unfinished()
    close_folder(left.parent, monkeypatch)
    assert unfinished_trainings() == []
    monkeypatch.setattr(os, "access", lambda path, wanted: not wanted & os.X_OK)
    assert new_checkpoint() is None and unfinished_trainings() == []


def test_without_a_writable_home_none_is_kept(monkeypatch, tmp_path):
    (tmp_path / "file").write_text("")
    keep_under(tmp_path / "file", monkeypatch)
    assert new_checkpoint() is None and unfinished_trainings() == []


def test_the_lock_of_a_training_that_was_killed_before_its_first_checkpoint_goes():
    killed, begun, left = fresh(), fresh(), leave_unfinished()
    for each in (killed, left):
        each.with_name(f"{each.name}.lock").touch()
    with locked(begun, "busy"):
        remove_stale_locks(left.parent)
        names = {path.name for path in left.parent.iterdir()}
    assert names == {f"{begun.name}.lock", left.name, f"{left.name}.lock"}


# --- going on -------------------------------------------------------------------------------------


def test_a_training_goes_on_as_it_was_started():
    changed = replace(custom_preset(), preprocessing=replace(EASY.preprocessing, scale=0.5))
    left = leave_unfinished(300, 11, trained=changed, source="/films/film.mp4")
    assert going_on(left) == StartTraining(
        changed, 300, 11, left, resume=True, source="/films/film.mp4"
    )
    assert unfinished_in_words(left).startswith("film, 300 frames, seed 11 · 20")
    other = leave_unfinished(1200, 2, trained=custom_preset())
    assert unfinished_in_words(other).startswith("shapes-easy-custom, 1,200 frames, seed 2 · 20")


def test_a_file_that_is_no_checkpoint_is_listed_told_and_put_aside():
    left = fresh()
    left.write_text("garbage")
    assert unfinished_in_words(left) == f"{left.stem}, which cannot be read"
    with pytest.raises(UserError, match=r"cannot go on: its file is damaged.*put aside as"):
        going_on(left)
    assert unfinished_trainings() == [] and left.with_suffix(".unusable").is_file()


@pytest.mark.parametrize(
    "changes",
    [
        None,
        [],
        {"frames": "many"},
        {"seed": -1},
        {"source": None},
        {"preset": {}},
        {"preset": {"learning": []}},
        {"preset": {"network": {"layers": []}}},
    ],
)
def test_a_checkpoint_that_does_not_tell_what_there_is_to_learn_stays(changes):
    left = leave_unfinished()
    checkpoint = load_checkpoint(left)
    told = checkpoint.meta["assignment"]
    if isinstance(changes, dict) and changes.get("preset"):
        changes = {"preset": told["preset"] | changes["preset"]}
    checkpoint.meta["assignment"] = told | changes if isinstance(changes, dict) else changes
    save_checkpoint(left, checkpoint)
    assert unfinished_in_words(left) == f"{left.stem}, left by another version of this app"
    with pytest.raises(UserError, match="another version of this app wrote it"):
        going_on(left)
    assert unfinished_trainings() == [left]


def test_one_that_another_window_has_ended_is_told_in_words_of_the_window():
    with pytest.raises(UserError, match="has taken this training over, or has ended it"):
        going_on(fresh())


@pytest.mark.parametrize("time", [-1e18, 1e18])
def test_a_file_of_an_absurd_time_is_listed(time, monkeypatch):
    left = leave_unfinished()
    monkeypatch.setattr("dpcn_app.live.unfinished_trainings._time", lambda _: time)
    assert unfinished_in_words(left) == f"{left.stem}, which cannot be read"


# --- giving up ------------------------------------------------------------------------------------


def test_a_training_is_discarded_unless_another_window_goes_on_with_it():
    left = leave_unfinished()
    with locked(left, "busy"), pytest.raises(UserError, match="not discarded"):
        discard(left)
    assert left.exists()
    discard(left)
    assert not left.exists()
    discard(left)  # another window was quicker
    left.mkdir()
    with pytest.raises(UserError, match="could not be removed"):
        discard(left)


def test_it_is_discarded_also_where_there_is_no_room_for_a_lock(monkeypatch):
    left = leave_unfinished()
    made = os.open

    def full(path, flags, *given):
        if flags & os.O_CREAT:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return made(path, flags, *given)

    monkeypatch.setattr(os, "open", full)
    discard(left)
    assert not left.exists()


def test_a_damaged_checkpoint_is_put_aside_under_a_name_that_nothing_has(tmp_path):
    (tmp_path / "c.unusable").write_text("an earlier one")
    checkpoint = tmp_path / "c.checkpoint"
    checkpoint.write_text("damaged")
    error = DamagedFileError(f"{checkpoint} has a header that cannot be read; choose another file.")
    assert str(cannot_go_on(checkpoint, error)) == (
        "The training that was left unfinished cannot go on: its file has a header that cannot be "
        "read. It is put aside as c 2.unusable."
    )
    assert (tmp_path / "c.unusable").read_text() == "an earlier one"
    assert (tmp_path / "c 2.unusable").read_text() == "damaged"
    assert not checkpoint.exists()


def test_a_damaged_checkpoint_that_cannot_be_moved_is_told_of(tmp_path):
    error = DamagedFileError("The checkpoint is damaged; start the training anew.")
    told = str(cannot_go_on(tmp_path / "gone.checkpoint", error))
    assert told.endswith("cannot go on: the checkpoint is damaged.")


@pytest.mark.parametrize(
    "words",
    ["You may not read it; change its permissions.", "The video is too short; choose another one."],
)
def test_what_may_be_mended_leaves_the_checkpoint_and_is_told_with_the_advice(tmp_path, words):
    checkpoint = tmp_path / "c.checkpoint"
    checkpoint.touch()
    told = str(cannot_go_on(checkpoint, UserError(words)))
    assert told.endswith(f"cannot go on: {words[0].lower()}{words[1:]}")
    assert [path.name for path in tmp_path.iterdir()] == ["c.checkpoint"]
