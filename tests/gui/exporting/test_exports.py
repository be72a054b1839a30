"""Exports made from the window: in a process of their own, told, cancelled, undone."""

import errno
import json
import os
import signal
import tempfile
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtWidgets import QMessageBox

from dpcn_app.gui.exporting import export, export_process
from dpcn_app.gui.exporting.export_progress import ExportProgress
from dpcn_app.gui.exporting.exports import Wanted
from dpcn_app.lessons.reading import read_lesson
from dpcn_app.live.settings import Settings, shapes_source
from dpcn_app.live.snapshot import CameraView
from dpcn_app.video.camera_reader import Picture
from tests.helpers.films import read_film
from tests.helpers.hand_driven import show_window

PATIENCE = 240_000  # ms: the process loads the engine first
WORDS = ("--show", "stage", "--size", "480x320", "--modes", "off", "--rate", "10")
FILM = Wanted("film", WORDS)


@pytest.fixture(autouse=True)
def kept(tmp_path, monkeypatch):
    settings = QSettings(str(tmp_path / "kept.ini"), QSettings.Format.IniFormat)
    monkeypatch.setattr(export, "preferences", lambda: settings)


@pytest.fixture
def window(qtbot):
    window = show_window(qtbot, Settings(source=shapes_source(frames=9), modes=("off",)))
    window.update_all()
    return window


def finish(process, qtbot):
    """Wait until an export is there; what goes wrong with it is told."""
    told: list[str] = []
    process.failed.connect(told.append)
    process.done.connect(lambda: told.append(""))
    qtbot.waitUntil(lambda: bool(told), timeout=PATIENCE)
    assert told == [""]


def test_a_film_is_made_beside_the_window_and_can_be_undone(window, qtbot, tmp_path):
    path = tmp_path / "a.gif"
    process = window.exports.begin(Wanted("film", (*WORDS, "--frames", "2-5")), path)
    assert process is not None
    shares: list[float] = []
    process.progressed.connect(lambda share, words: shares.append(share))
    progress = window.findChild(ExportProgress)
    assert progress.isVisible() and not progress.isModal()
    finish(process, qtbot)
    assert len(read_film(path)[0]) == 4
    assert shares == sorted(shares) and shares[-1] == 1
    assert window.exports.running == []
    assert str(path) in window.statusBar().currentMessage()
    window.settings.undo_stack.undo()
    assert not path.exists()
    window.settings.undo_stack.redo()
    assert len(read_film(path)[0]) == 4


def test_a_film_that_is_cancelled_leaves_the_old_file(window, qtbot, tmp_path):
    path = tmp_path / "a.mp4"
    path.write_bytes(b"old")
    process = window.exports.begin(FILM, path)
    progress = window.findChild(ExportProgress)
    with qtbot.waitSignal(process.progressed, timeout=PATIENCE):
        pass
    with qtbot.waitSignal(process.cancelled, timeout=PATIENCE):
        progress.cancel()
        assert not progress.isVisible()
    assert path.read_bytes() == b"old"
    assert [each.name for each in tmp_path.iterdir() if each.suffix != ".ini"] == ["a.mp4"]
    assert "nothing was written" in window.statusBar().currentMessage()
    assert not window.settings.undo_stack.canUndo()


@pytest.mark.skipif(os.name == "nt", reason="signals are POSIX")
@pytest.mark.parametrize("by_user", [True, False])
def test_an_export_that_has_to_be_killed_leaves_nothing(
    window, qtbot, tmp_path, monkeypatch, by_user
):
    monkeypatch.setattr(export_process, "_PATIENCE_MS", 100)
    link = tmp_path / "link.gif"
    (tmp_path / "films").mkdir()
    link.symlink_to(tmp_path / "films" / "a.gif")
    process = window.exports.begin(FILM, link)
    stopped: list[bool] = []

    def stop() -> None:
        if not stopped and list((tmp_path / "films").glob(".dpcn-*.tmp")):
            os.kill(process._process.processId(), signal.SIGSTOP)
            stopped.append(True)

    process.progressed.connect(stop)
    qtbot.waitUntil(lambda: bool(stopped), timeout=PATIENCE)
    with qtbot.waitSignal(process.cancelled if by_user else process.failed, timeout=PATIENCE):
        process.cancel() if by_user else process._process.kill()
    assert list((tmp_path / "films").iterdir()) == []
    for box in window.findChildren(QMessageBox):
        box.close()


def test_what_goes_wrong_in_the_process_is_told(window, qtbot, tmp_path):
    process = window.exports.begin(Wanted("film", ("--size", "481x320")), tmp_path / "a.mp4")
    with qtbot.waitSignal(process.failed, timeout=PATIENCE):
        pass
    box = window.findChild(QMessageBox)
    assert "choose 482x320" in box.text()
    box.close()


def test_closing_the_window_ends_what_is_being_made(window, qtbot, tmp_path):
    process = window.exports.begin(FILM, tmp_path / "a.mp4")
    with qtbot.waitSignal(process.cancelled, timeout=PATIENCE):
        window.close()
    assert not (tmp_path / "a.mp4").exists()


def test_what_does_not_end_when_the_window_closes_is_killed_and_leaves_nothing(
    window, qtbot, tmp_path, monkeypatch
):
    ended = []
    for name in ("a.mp4", "b.mp4", "c.mp4"):
        process = window.exports.begin(FILM, tmp_path / name)
        with qtbot.waitSignal(process.progressed, timeout=PATIENCE):
            pass
        os.kill(process._process.processId(), signal.SIGSTOP)
        process.cancelled.connect(lambda name=name: ended.append((name, window.isVisible())))
    patience, end = [], export_process.ExportProcess.end

    def end_in(process, milliseconds):
        patience.append(milliseconds)
        end(process, milliseconds)

    monkeypatch.setattr(export_process.ExportProcess, "end", end_in)
    window.close()
    assert sorted(ended) == [("a.mp4", False), ("b.mp4", False), ("c.mp4", False)]
    assert patience[0] <= 500 and patience[1:] == [0, 0], "they are waited for together"
    assert list(tmp_path.glob(".dpcn-*")) == [] and list(tmp_path.glob("*.mp4")) == []


def test_a_folder_that_cannot_be_written_to_is_told_before_anything_is_made(window, tmp_path):
    assert window.exports.begin(FILM, tmp_path / "nowhere" / "a.mp4") is None
    box = window.findChild(QMessageBox)
    assert "folder does not exist" in box.text()
    box.close()
    assert window.exports.running == []


@pytest.mark.parametrize("step", ["mkdir", "fsync"])
def test_without_room_for_temporary_files_an_export_is_refused(window, tmp_path, monkeypatch, step):
    (tmp_path / "temporary").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))

    def fail(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), "temporary/a")

    with monkeypatch.context() as patch:
        patch.setattr(os, step, fail)
        assert window.exports.begin(FILM, tmp_path / "a.mp4") is None
    box = window.findChild(QMessageBox)
    assert "free some space" in box.text()
    box.close()
    assert list((tmp_path / "temporary").iterdir()) == []
    assert not (tmp_path / "a.mp4").exists() and window.exports.running == []


def test_without_its_folder_for_temporary_files_an_export_is_refused(window, tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "gone"))
    assert window.exports.begin(FILM, tmp_path / "a.mp4") is None
    box = window.findChild(QMessageBox)
    assert "could not be made: No such file or directory" in box.text() and "TMPDIR" in box.text()
    box.close()


def test_a_temporary_folder_that_cannot_be_removed_is_left(window, qtbot, tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))

    def fail(*_: object, **__: object) -> None:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    process = window.exports.begin(FILM, tmp_path / "a.mp4")
    monkeypatch.setattr(os, "rmdir", fail)
    with qtbot.waitSignal(process.cancelled, timeout=PATIENCE):
        process.cancel()
    assert list(tmp_path.glob("dpcn-export-*"))


def test_the_dialogs_lead_to_a_file_of_the_right_kind(window, qtbot, tmp_path, monkeypatch):
    begun: list[tuple] = []
    monkeypatch.setattr(type(window.exports), "begin", lambda self, *given: begun.append(given))

    def name(file):
        (files,) = [each for each in window.findChildren(export.QFileDialog) if each.isVisible()]
        files.fileSelected.emit(str(tmp_path / file))
        files.close()

    window.exports.sheet_dialog()
    name("handout")
    window.exports.film_dialog().accept()
    name("film.webm")
    qtbot.keyClick(window.exports.page_dialog(), Qt.Key.Key_Return)
    name("home")
    (sheet, first), (film, second), (page, third) = begun
    assert (sheet.kind, first) == ("sheet", tmp_path / "handout.pdf")
    assert (film.kind, second) == ("film", tmp_path / "film.webm")
    assert "--frames" in film.words
    assert (page.kind, third) == ("page", tmp_path / "home.html")
    assert page.words == ["--modes", "off,both,prior", "--frames", "1-9"]


def test_a_page_has_the_numbers_of_the_window_and_can_be_undone(window, qtbot, tmp_path):
    path = tmp_path / "home.html"
    process = window.exports.begin(Wanted("page", ("--modes", "off", "--frames", "3-6")), path)
    finish(process, qtbot)
    document = page_of(path)
    assert len(document["labels"]) == 4 and document["video"] == "shapes, easy"
    (view,) = window.snapshot.views  # of all nine frames, though the page shows four
    assert document["modes"][0]["numbers"]["noise"] == f"{view.fading.leak:.2f}"
    window.settings.undo_stack.undo()
    assert not path.exists()


def page_of(path):
    _, _, rest = path.read_text("utf-8").partition('id="recording">')
    return json.loads(rest.partition("</script>")[0])


LESSON = """# Small
- minutes: 1
- about: A short lesson

## Only step
- source: shapes:set=easy,frames=9
- modes: off

Look at <b>this</b>.

= So it is.
"""


def test_a_page_tells_the_lesson_that_is_open(window, qtbot, tmp_path):
    window.guide.start(read_lesson(LESSON))
    window.show_snapshot(window.controller.snapshot())
    dialog = window.exports.page_dialog()
    order = dialog.order
    dialog.close()
    wanted = Wanted("page", order.words, order.lesson)
    process = window.exports.begin(wanted, tmp_path / "told.html")
    finish(process, qtbot)
    (step,) = page_of(tmp_path / "told.html")["story"]["steps"]
    assert step["said"] == ["Look at <b>this</b>."] and step["conclusions"] == ["So it is."]
    window.guide.leave()


def test_what_a_camera_saw_is_exported_as_it_was_when_the_dialog_opened(
    window, qtbot, tmp_path, monkeypatch
):
    rng = np.random.default_rng(0)
    kept = [Picture(rng.integers(0, 256, (60, 80), np.uint8), 0.04 * n) for n in range(7)]
    camera = CameraView(
        first=100, live=True, came=0.0, behind=0.0, silent=0.0, kept=tuple(kept[:6])
    )
    watched = Settings(source="camera:0", noise=0, modes=("off",), mirrored=True)
    window.settings.set(watched)
    shown = window.snapshot
    video = replace(shown.video, camera=camera, scored=False, length=106)
    window.snapshot = replace(shown, settings=watched, video=video)
    begun: list[tuple] = []
    begin = type(window.exports).begin
    monkeypatch.setattr(type(window.exports), "begin", lambda self, *given: begun.append(given))
    dialog = window.exports.page_dialog()
    assert dialog.frames.maximum() == 6 and dialog.order.first == 0
    window.snapshot = replace(shown, video=replace(video, camera=replace(camera, kept=tuple(kept))))
    qtbot.keyClick(dialog, Qt.Key.Key_Return)
    (files,) = [each for each in window.findChildren(export.QFileDialog) if each.isVisible()]
    files.fileSelected.emit(str(tmp_path / "seen.html"))
    files.close()
    process = begin(window.exports, *begun[0])
    finish(process, qtbot)
    document = page_of(tmp_path / "seen.html")
    assert len(document["labels"]) == 6 and document["video"] == "camera 0"
    assert document["rate"] == pytest.approx(25)


def test_before_the_engine_is_loaded_there_is_nothing_to_export(window):
    window.snapshot = None
    assert window.exports.film_dialog() is None and window.exports.sheet_dialog() is None
    assert window.exports.page_dialog() is None
    boxes = window.findChildren(QMessageBox)
    assert "nothing to export yet" in boxes[0].text()
    for box in boxes:
        box.close()
