"""Films and sheets made from the window: in a process of their own, told, cancelled, undone."""

import pytest
from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QMessageBox

from dpcn_app.gui.exporting import export
from dpcn_app.gui.exporting.export_progress import ExportProgress
from dpcn_app.live.settings import Settings, shapes_source
from tests.helpers.films import read_film
from tests.helpers.hand_driven import show_window

PATIENCE = 240_000  # ms: the process loads the engine first
WORDS = ("--show", "stage", "--size", "480x320", "--modes", "off", "--rate", "10")


@pytest.fixture(autouse=True)
def kept(tmp_path, monkeypatch):
    settings = QSettings(str(tmp_path / "kept.ini"), QSettings.Format.IniFormat)
    monkeypatch.setattr(export, "preferences", lambda: settings)


@pytest.fixture
def window(qtbot):
    window = show_window(qtbot, Settings(source=shapes_source(frames=9), modes=("off",)))
    window.update_all()
    return window


def test_a_film_is_made_beside_the_window_and_can_be_undone(window, qtbot, tmp_path):
    path = tmp_path / "a.gif"
    process = window.exports.begin("film", path, (*WORDS, "--frames", "2-5"))
    assert process is not None
    shares: list[float] = []
    process.progressed.connect(lambda share, words: shares.append(share))
    progress = window.findChild(ExportProgress)
    assert progress.isVisible() and not progress.isModal()
    with qtbot.waitSignal(process.done, timeout=PATIENCE):
        pass
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
    process = window.exports.begin("film", path, WORDS)
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


def test_what_goes_wrong_in_the_process_is_told(window, qtbot, tmp_path):
    process = window.exports.begin("film", tmp_path / "a.mp4", ("--size", "481x320"))
    with qtbot.waitSignal(process.failed, timeout=PATIENCE):
        pass
    box = window.findChild(QMessageBox)
    assert "choose 482x320" in box.text()
    box.close()


def test_closing_the_window_ends_what_is_being_made(window, qtbot, tmp_path):
    process = window.exports.begin("film", tmp_path / "a.mp4", WORDS)
    with qtbot.waitSignal(process.cancelled, timeout=PATIENCE):
        window.close()
    assert not (tmp_path / "a.mp4").exists()


def test_a_folder_that_cannot_be_written_to_is_told_before_anything_is_made(window, tmp_path):
    assert window.exports.begin("film", tmp_path / "nowhere" / "a.mp4", WORDS) is None
    box = window.findChild(QMessageBox)
    assert "folder does not exist" in box.text()
    box.close()
    assert window.exports.running == []


def test_the_dialogs_lead_to_a_file_of_the_right_kind(window, tmp_path, monkeypatch):
    begun: list[tuple] = []
    monkeypatch.setattr(type(window.exports), "begin", lambda self, *given: begun.append(given))
    sheet = window.exports.sheet_dialog()
    sheet.fileSelected.emit(str(tmp_path / "handout"))
    sheet.close()
    assert begun == [("sheet", tmp_path / "handout.pdf", ())]
    dialog = window.exports.film_dialog()
    dialog.accept()
    (files,) = [each for each in window.findChildren(export.QFileDialog) if each.isVisible()]
    files.fileSelected.emit(str(tmp_path / "film.webm"))
    files.close()
    kind, path, words = begun[1]
    assert (kind, path) == ("film", tmp_path / "film.webm") and "--frames" in words


def test_before_the_engine_is_loaded_there_is_nothing_to_export(window):
    window.snapshot = None
    assert window.exports.film_dialog() is None and window.exports.sheet_dialog() is None
    boxes = window.findChildren(QMessageBox)
    assert "nothing to export yet" in boxes[0].text()
    for box in boxes:
        box.close()
