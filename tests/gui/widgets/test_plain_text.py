"""Text that is not ours is shown as it is, markup included, wherever the window shows it."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import Qt as Text
from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import QLabel, QMessageBox, QWidget

from dpcn_app.gui.widgets.plain_text import plain_label, plain_tip
from dpcn_app.live.settings import Settings, shapes_source
from dpcn_app.storage.bundled import open_model
from dpcn_app.storage.models import save_model
from tests.helpers.file_scene import write_film
from tests.helpers.hand_driven import HandDriven, show_window

MARKUP = "<b>x <img src=y>"


@pytest.fixture
def window(qtbot):
    window = show_window(qtbot, Settings(source=shapes_source(frames=30)))
    window.update_all()
    yield window
    window.controller.close()


def shown(tip: str) -> str:
    """Return what is read in a tooltip."""
    if not Text.mightBeRichText(tip):
        return tip
    document = QTextDocument()
    document.setHtml(tip)
    return document.toPlainText()


def labels_with(text: str, window: QWidget) -> list[QLabel]:
    return [label for label in window.findChildren(QLabel) if text in label.text()]


def check(window: HandDriven) -> None:
    """See that labels and tooltips with the name show it letter by letter."""
    labels = labels_with(MARKUP, window)
    assert labels != []
    assert {label.textFormat() for label in labels} == {Qt.TextFormat.PlainText}
    for widget in window.findChildren(QWidget):
        if "src=y" in widget.toolTip():
            assert MARKUP in shown(widget.toolTip()), widget


def test_a_label_and_a_tip_show_markup_letter_by_letter(qtbot):
    label = plain_label(MARKUP)
    qtbot.addWidget(label)
    assert label.textFormat() == Qt.TextFormat.PlainText
    assert shown(plain_tip(MARKUP)) == MARKUP
    assert plain_tip("3 < 4 & 5") == "3 < 4 & 5"


def test_a_video_whose_name_is_markup_is_named_as_it_is(window, tmp_path):
    window.files.open(write_film(tmp_path / f"{MARKUP}.npy", frames=10))
    window.update_all()
    assert window.message.text().startswith(f"{MARKUP}.npy")
    check(window)


def test_a_network_whose_name_is_markup_is_named_as_it_is(window, tmp_path):
    path = tmp_path / f"{MARKUP}.npz"
    save_model(path, open_model("shapes-easy"))
    window.files.open(path)
    window.update_all()
    assert MARKUP in shown(window.transport.network.toolTip())
    check(window)


def test_a_message_about_a_file_whose_name_is_markup_shows_it(window, tmp_path):
    path = tmp_path / f"{MARKUP}.npz"
    path.write_text("nonsense")
    window.files.open(path)
    window.update_all()
    (box,) = window.findChildren(QMessageBox)
    assert MARKUP in box.text()
    assert box.textFormat() == Qt.TextFormat.PlainText
    box.close()
