"""The list of unfinished trainings: one is chosen or discarded."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox, QWidget

from dpcn_app.gui.panels.training.unfinished_dialog import UnfinishedDialog
from dpcn_app.live.unfinished_trainings import MOST_UNFINISHED
from dpcn_app.storage.file_lock import locked
from tests.helpers.training_scene import keep_under, leave_unfinished


@pytest.fixture
def told():
    """What the window is told."""
    return []


@pytest.fixture
def make(qtbot, tmp_path, monkeypatch, told):
    keep_under(tmp_path, monkeypatch)
    window = QWidget()
    qtbot.addWidget(window)
    window.show()

    def make(left):
        dialog = UnfinishedDialog(left, window)
        dialog.chosen.connect(told.append)
        dialog.discarded.connect(lambda: told.append("gone"))
        dialog.open()
        return dialog

    return make


def answer(dialog, button):
    """Press a button of the question that is open."""
    (box,) = [box for box in dialog.findChildren(QMessageBox) if box.isVisible()]
    box.button(button).click()
    return box


@pytest.mark.parametrize(
    ("count", "words"),
    [
        (1, "A training was left unfinished. Go on with it now"),
        (2, "2 trainings were left unfinished. Go on with one now"),
        (MOST_UNFINISHED, "8 trainings were left unfinished; no more can be kept."),
    ],
)
def test_it_says_how_many_there_are_and_selects_the_first(make, count, words):
    dialog = make([leave_unfinished(seed=seed) for seed in range(count)])
    assert dialog.words.text().startswith(words)
    assert dialog.list.count() == count and dialog.list.currentRow() == 0
    assert "seed 0" in dialog.list.currentItem().text()


def test_enter_goes_on_with_the_one_that_is_selected(make, told, qtbot):
    left = [leave_unfinished(seed=seed) for seed in range(2)]
    dialog = make(left)
    qtbot.keyClick(dialog.list, Qt.Key.Key_Down)
    qtbot.keyClick(dialog.list, Qt.Key.Key_Return)
    assert told == [left[1]] and not dialog.isVisible()


def test_later_leaves_all_as_it_is(make, told):
    left = leave_unfinished()
    dialog = make([left])
    dialog.later_button.click()
    assert told == [] and left.exists() and not dialog.isVisible()


def test_a_training_is_discarded_only_after_a_question(make, told):
    left = [leave_unfinished(seed=seed) for seed in range(2)]
    dialog = make(left)
    dialog.discard_button.click()
    box = answer(dialog, QMessageBox.StandardButton.Cancel)
    assert "seed 0" in box.text() and "lost" in box.text()
    assert told == [] and left[0].exists()
    dialog.discard_button.click()
    answer(dialog, QMessageBox.StandardButton.Discard)
    assert told == ["gone"] and not left[0].exists() and left[1].exists()
    assert dialog.words.text().startswith("A training") and "seed 1" in dialog.list.item(0).text()
    dialog.resume_button.click()
    assert told == ["gone", left[1]]


def test_with_the_last_one_the_list_closes(make, told):
    dialog = make([leave_unfinished()])
    dialog.discard_button.click()
    answer(dialog, QMessageBox.StandardButton.Discard)
    assert told == ["gone"] and not dialog.isVisible()


def test_what_another_window_goes_on_with_is_not_discarded(make, told):
    left = leave_unfinished()
    dialog = make([left])
    with locked(left, "busy"):
        dialog.discard_button.click()
        answer(dialog, QMessageBox.StandardButton.Discard)
    assert "Another window goes on" in dialog.words.text()
    assert told == [] and left.exists()
