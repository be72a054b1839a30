"""Networks kept in a folder: added, renamed, deleted and brought back."""

import errno
import os
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from dpcn_app.errors import UserError
from dpcn_app.storage import network_store
from dpcn_app.storage.atomic import sweep_folder
from dpcn_app.storage.network_store import DELETIONS, NetworkStore
from tests.helpers.kept_networks import store_with, tiny_model
from tests.helpers.tiny_training import differences

NAMES = ("film 10", "film 2", "../etc/passwd", "con", "Größe 映画 🎬", "a.b.")


def refuse(monkeypatch: pytest.MonkeyPatch, what: str, number: int) -> None:
    """Have a call of the system fail."""

    def fail(*_args: object, **_options: object) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(what, fail)


def test_what_is_kept_is_there_in_another_session(tmp_path):
    store_with(tmp_path, *NAMES)
    again = NetworkStore(tmp_path)
    assert set(again.names()) == set(NAMES)
    assert again.names().index("film 2") < again.names().index("film 10")
    for name in NAMES:
        model = again.open(name)
        assert model.name == name
        assert differences(model.network, tiny_model().network) == []
    assert {path.parent for path in tmp_path.rglob("*.npz")} == {tmp_path}


def test_no_file_is_read_for_the_names_of_hundreds(tmp_path, monkeypatch):
    store = store_with(tmp_path, "film 1")
    content = store.path("film 1").read_bytes()
    for number in range(2, 301):
        (tmp_path / f"film {number}.npz").write_bytes(content)
    read: list[str] = []
    true_open = open

    def watched(path, *args, **options):
        read.append(str(path))
        return true_open(path, *args, **options)

    monkeypatch.setattr("builtins.open", watched)
    assert store.names() == tuple(f"film {number}" for number in range(1, 301))
    assert read == []
    store.open("film 150")
    assert read == [str(tmp_path / "film 150.npz")]


def test_a_folder_that_is_not_there_holds_nothing_and_is_not_made(tmp_path):
    store = NetworkStore(tmp_path / "data" / "networks")
    assert store.names() == store.deletions() == ()
    assert not (tmp_path / "data").exists()
    store.add("film 1", tiny_model())
    assert store.names() == ("film 1",)


def test_other_files_in_the_folder_are_no_networks(tmp_path):
    store = store_with(tmp_path, "film 1")
    (tmp_path / "notes.txt").write_text("mine")
    (tmp_path / ".left-over.npz").write_text("half")
    (tmp_path / "shapes-easy.npz").write_text("this name means the bundled one")
    assert store.names() == ("film 1",)


def test_a_damaged_file_is_listed_and_refused_when_it_is_opened(tmp_path):
    store = store_with(tmp_path, "film 1")
    store.path("film 1").write_bytes(b"no network")
    assert store.names() == ("film 1",)
    with pytest.raises(UserError, match=r"film 1\.npz is damaged"):
        store.open("film 1")


def test_a_taken_name_is_not_replaced(tmp_path):
    store = store_with(tmp_path, "film 1")
    before = store.path("film 1").read_bytes()
    assert store.add("Film 1", tiny_model()) == "Film 2"
    assert store.add("film 1", tiny_model(), taken=("film 3",)) == "film 4"
    assert store.add("natural", tiny_model()) == "natural 2"
    assert store.path("film 1").read_bytes() == before


def test_two_windows_that_add_one_name_at_once_keep_both(tmp_path, monkeypatch):
    one, other = NetworkStore(tmp_path), NetworkStore(tmp_path)
    true_save = network_store.save_model
    others: list[str] = []

    def save_and_be_overtaken(path: Path, model) -> None:
        true_save(path, model)
        monkeypatch.setattr(network_store, "save_model", true_save)
        others.append(other.add("film 1", tiny_model()))

    monkeypatch.setattr(network_store, "save_model", save_and_be_overtaken)
    assert one.add("film 1", tiny_model()) == "film 2"
    assert others == ["film 1"]
    assert one.names() == ("film 1", "film 2")
    assert [path for path in tmp_path.iterdir() if path.name.startswith(".")] == []


@pytest.mark.skipif(os.name == "nt", reason="signals are POSIX")
@pytest.mark.parametrize("when", ["before", "after"])
def test_what_a_program_killed_before_or_after_it_moves_a_new_network_leaves_is_swept(
    tmp_path, when
):
    program = (
        "import os, pathlib, signal, sys\n"
        "from dpcn_app.storage.network_store import NetworkStore\n"
        "from tests.helpers.kept_networks import tiny_model\n"
        "link = os.link\n"
        "def link_and_die(source, target):\n"
        f"    if {when == 'after'}:\n"
        "        link(source, target)\n"
        "    os.kill(os.getpid(), signal.SIGKILL)\n"
        "os.link = link_and_die\n"
        "NetworkStore(pathlib.Path(sys.argv[1])).add('film 1', tiny_model())\n"
    )
    killed = subprocess.run([sys.executable, "-c", program, str(tmp_path)])
    assert killed.returncode == -signal.SIGKILL
    (left,) = [path for path in tmp_path.iterdir() if path.suffix != ".npz"]
    os.utime(left, (0, 0))
    sweep_folder(tmp_path)
    assert not left.exists()
    store = NetworkStore(tmp_path)
    assert store.names() == (("film 1",) if when == "after" else ())
    assert all(store.open(name).name == name for name in store.names())


def test_a_network_that_another_window_took_away_gets_a_sentence(tmp_path):
    store = store_with(tmp_path, "film 1")
    NetworkStore(tmp_path).rename("film 1", "mine")
    for ask in (store.open, store.delete, lambda name: store.rename(name, "other")):
        with pytest.raises(UserError, match="“film 1” is no longer kept"):
            ask("film 1")


@pytest.mark.parametrize("links", [True, False], ids=["with links", "without links"])
def test_a_renamed_network_keeps_its_matrices_and_its_time(tmp_path, monkeypatch, links):
    store = store_with(tmp_path, "film 1", "film 2")
    if not links:
        refuse(monkeypatch, "os.link", errno.EPERM)
    os.utime(store.path("film 1"), (1000, 1000))
    store.rename("film 1", "Mine/1")
    assert store.names() == ("film 2", "Mine/1")
    assert store.open("Mine/1").name == "Mine/1"
    assert store.path("Mine/1").stat().st_mtime == 1000
    store.rename("Mine/1", "mine/1")
    assert store.names() == ("film 2", "mine/1")
    with pytest.raises(UserError, match="There is a network “film 2” already"):
        store.rename("mine/1", "film 2")


@pytest.mark.parametrize(
    ("new", "words"),
    [
        ("FILM 2", "There is a network “FILM 2” already"),
        ("natural", "There is a network “natural” already"),
        ("  ", "needs a name"),
        ("x" * 500, "too long"),
    ],
)
def test_a_name_that_cannot_be_given_leaves_the_old_one(tmp_path, new, words):
    store = store_with(tmp_path, "film 1", "film 2")
    with pytest.raises(UserError, match=words):
        store.rename("film 1", new)
    assert store.names() == ("film 1", "film 2")


def test_deletions_are_undone_one_after_the_other_also_in_another_session(tmp_path):
    store = store_with(tmp_path, *NAMES)
    for name in NAMES:
        store.delete(name)
    again = NetworkStore(tmp_path)
    assert again.names() == ()
    assert again.deletions() == NAMES[::-1]
    assert [again.undelete() for _ in NAMES] == list(NAMES[::-1])
    assert set(again.names()) == set(NAMES)
    np.testing.assert_array_equal(
        again.open("con").network.layers[0].A, tiny_model().network.layers[0].A
    )
    with pytest.raises(UserError, match="No network has been deleted"):
        again.undelete()


def test_a_deletion_can_be_undone_beside_a_file_from_a_time_far_ahead(tmp_path):
    store = store_with(tmp_path, "film 1", "film 2")
    (tmp_path / "deleted").mkdir()
    (tmp_path / "deleted" / f"{'9' * 20} x.npz").touch()
    store.delete("film 1")
    store.delete("film 2")
    assert store.deletions() == ("film 2", "film 1", "x")
    assert [store.undelete(), store.undelete()] == ["film 2", "film 1"]


def test_only_the_last_deletions_are_kept(tmp_path):
    names = [f"film {number}" for number in range(1, DELETIONS + 4)]
    store = store_with(tmp_path, *names)
    (tmp_path / "deleted").mkdir()
    (tmp_path / "deleted" / "notes.npz").write_text("not deleted by this app")
    for name in names:
        store.delete(name)
    assert store.deletions() == tuple(names[: -DELETIONS - 1 : -1])
    assert len(list((tmp_path / "deleted").iterdir())) == DELETIONS + 1


def test_a_clock_that_was_set_back_does_not_change_the_order_of_deletions(tmp_path, monkeypatch):
    store = store_with(tmp_path, "film 1", "film 2")
    store.delete("film 1")
    monkeypatch.setattr("time.time_ns", lambda: 5)
    store.delete("film 2")
    assert store.deletions() == ("film 2", "film 1")


def test_a_network_whose_name_was_taken_meanwhile_comes_back_under_the_next(tmp_path):
    store = store_with(tmp_path, "film 1")
    store.delete("film 1")
    store.add("film 1", tiny_model())
    assert store.undelete() == "film 2"


def test_a_file_is_known_by_its_path(tmp_path):
    store = store_with(tmp_path / "kept", "a/b")
    path = store.path("a/b")
    link = tmp_path / "link.npz"
    link.symlink_to(path)
    assert store.name_of(path) == store.name_of(link) == "a/b"
    assert store.name_of(tmp_path / "nothing.npz") is None


def test_a_full_disk_gets_a_sentence_and_leaves_nothing(tmp_path, monkeypatch):
    store = NetworkStore(tmp_path)
    refuse(monkeypatch, "os.fsync", errno.ENOSPC)
    with pytest.raises(UserError, match=r"film 1\.npz could not be written: the disk is full"):
        store.add("film 1", tiny_model())
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_written_gets_a_sentence(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(UserError, match="could not be made"):
        NetworkStore(tmp_path / "file" / "networks").add("film 1", tiny_model())
    store = store_with(tmp_path / "kept", "film 1")
    refuse(monkeypatch, "os.link", errno.EROFS)
    refuse(monkeypatch, "pathlib.Path.rename", errno.EROFS)
    for ask, words in (
        (lambda: store.rename("film 1", "mine"), "could not be renamed: Read-only"),
        (lambda: store.rename("film 1", "FILM 1"), "could not be renamed: Read-only"),
        (lambda: store.delete("film 1"), "could not be deleted: Read-only"),
        (lambda: store.add("film 2", tiny_model()), "could not be written: Read-only"),
    ):
        with pytest.raises(UserError, match=words):
            ask()
    assert store.names() == ("film 1",)


def test_a_deleted_network_that_cannot_come_back_can_be_tried_again(tmp_path, monkeypatch):
    store = store_with(tmp_path, "film 1")
    store.delete("film 1")
    with monkeypatch.context() as patch:
        refuse(patch, "os.link", errno.EROFS)
        refuse(patch, "pathlib.Path.rename", errno.EROFS)
        with pytest.raises(UserError, match="could not be brought back"):
            store.undelete()
    assert store.undelete() == "film 1"


def test_the_store_of_the_user_lies_in_the_data_folder(tmp_path, monkeypatch):
    place = "dpcn_app.storage.network_store.platformdirs.user_data_path"
    monkeypatch.setattr(place, lambda *a, **k: tmp_path / "data")
    store = NetworkStore.of_user()
    assert store is not None and store.folder == tmp_path / "data" / "networks"
    assert list(tmp_path.iterdir()) == []
    refuse(monkeypatch, place, errno.EACCES)
    assert NetworkStore.of_user() is None
