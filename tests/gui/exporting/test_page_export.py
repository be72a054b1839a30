"""File ▸ Export ▸ Web page: made of what is open while the window goes on, or cancelled."""

import errno
import os
import threading

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QMessageBox

from dpcn_app.gui.exporting.page_dialog import PageDialog
from dpcn_app.gui.exporting.page_export import PageExport
from dpcn_app.lessons.library import find_lesson
from dpcn_app.live.settings import Settings, shapes_source
from dpcn_app.sharing import page_job
from tests.helpers.hand_driven import show_window

SHORT = Settings(source=shapes_source(frames=12), modes=("off", "prior@x"))


@pytest.fixture
def window(qtbot):
    window = show_window(qtbot, SHORT)
    window.update_all()
    yield window
    window.close()
    window.controller.close()


def exporter(window):
    (found,) = window.findChildren(PageExport)
    return found


def ask(window, qtbot):
    """Press the key of the menu's entry; return the dialog that opens."""
    qtbot.keyClick(window, Qt.Key.Key_E, ALL)
    return window.findChild(PageDialog)


ALL = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier


def warnings(window):
    return [box.text() for box in window.findChildren(QMessageBox)]


@pytest.fixture
def held(monkeypatch):
    """Makes pages that wait until they are let go, and report then."""
    go_on = threading.Event()

    def make(order, report):
        report(0.25, "inferring")
        assert go_on.wait(30)
        report(0.5, "half")
        return b"<!doctype html>"

    monkeypatch.setattr(page_job, "make_page", make)
    yield go_on
    go_on.set()


def test_what_is_open_becomes_a_page_that_can_be_undone(window, qtbot, tmp_path):
    dialog = ask(window, qtbot)
    assert dialog.order.settings.modes == (
        *("off", "both", "prior", "prior@x"),
        *("prior@square", "prior@diamond"),
    )
    qtbot.keyClick(dialog, Qt.Key.Key_Return)
    files = window.findChild(QFileDialog)
    files.fileSelected.emit(str(tmp_path / "home"))
    files.close()
    export = exporter(window)
    qtbot.waitUntil(lambda: export.job is None, timeout=60_000)
    text = (tmp_path / "home.html").read_text("utf-8")
    assert '"name":"prior@square"' in text and '"video":"shapes, easy"' in text
    assert "home.html" in window.statusBar().currentMessage()
    window.settings.undo_stack.undo()
    assert os.listdir(tmp_path) == [each for each in os.listdir(tmp_path) if "home" not in each]


def test_progress_is_shown_and_cancel_leaves_no_file(window, qtbot, tmp_path, held):
    export = exporter(window)
    export.begin(ask(window, qtbot).order, tmp_path / "page.html")
    job, progress = export.job, export.progress
    qtbot.waitUntil(lambda: progress.value() == 250)
    assert progress.labelText() == "Inferring …"
    progress.canceled.emit()
    held.set()
    job.join(30)
    assert export.job is None and not (tmp_path / "page.html").exists()
    assert window.statusBar().currentMessage() == "No web page was made."


def test_asked_again_it_shows_the_progress_of_the_first(window, qtbot, tmp_path, held):
    export = exporter(window)
    export.begin(ask(window, qtbot).order, tmp_path / "page.html")
    for dialog in window.findChildren(PageDialog):
        dialog.deleteLater()
    first = export.job
    export.progress.hide()
    export.ask()
    assert export.progress.isVisible() and export.job is first
    export.cancel()


def test_closing_the_window_ends_the_work(window, qtbot, tmp_path, held):
    export = exporter(window)
    export.begin(ask(window, qtbot).order, tmp_path / "page.html")
    job = export.job
    held.set()
    window.close()
    job.join(30)
    assert not job.is_alive() and not (tmp_path / "page.html").exists()


def test_a_folder_that_is_not_there_is_told_before_anything_is_made(window, qtbot, tmp_path):
    export = exporter(window)
    export.begin(ask(window, qtbot).order, tmp_path / "missing" / "page.html")
    assert export.job is None and "its folder does not exist" in warnings(window)[0]


def test_a_full_disk_is_told_and_the_old_page_stays(window, qtbot, tmp_path, held, monkeypatch):
    path = tmp_path / "page.html"
    path.write_text("old")
    export = exporter(window)
    export.begin(ask(window, qtbot).order, path)

    def full(_):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("dpcn_app.storage.atomic.os.fsync", full)
    held.set()
    qtbot.waitUntil(lambda: export.job is None, timeout=30_000)
    assert "the disk is full" in warnings(window)[0]
    assert path.read_text() == "old" and not list(tmp_path.glob("*.tmp*"))


def test_what_goes_wrong_is_told(window, qtbot, tmp_path, monkeypatch):
    def make(order, report):
        raise ValueError("odd")

    monkeypatch.setattr(page_job, "make_page", make)
    export = exporter(window)
    export.begin(ask(window, qtbot).order, tmp_path / "page.html")
    qtbot.waitUntil(lambda: export.job is None, timeout=30_000)
    assert "ValueError: odd" in warnings(window)[0]


def test_an_open_lesson_goes_with_it(window, qtbot):
    window.guide.start(find_lesson("5"))  # whose first step plays
    window.show_snapshot(window.controller.snapshot())
    order = ask(window, qtbot).order
    assert order.lesson is not None and "coherence" in order.settings.modes
    window.guide.leave()


def test_before_there_is_anything_it_says_so(qtbot):
    window = show_window(qtbot, SHORT)
    exporter(window).ask()
    assert "nothing to show yet" in warnings(window)[0]
    window.close()
    window.controller.close()
