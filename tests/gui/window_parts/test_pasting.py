"""Pictures that are pasted or dropped are watched, as still videos; what cannot be used is told."""

from pathlib import Path

import pytest
from PIL import Image
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QGuiApplication, QImage

from dpcn_app.gui.window_parts.pasting import can_be_used
from dpcn_app.live.session_file import load_session
from dpcn_app.live.settings import Settings, shapes_source
from dpcn_app.storage import pasted_pictures
from dpcn_app.video.still import STILL_FRAMES
from tests.helpers.hand_driven import messages, show_window
from tests.helpers.paper_photograph import PaperPhotograph

SHORT = Settings(source=shapes_source(frames=12))


@pytest.fixture
def window(qtbot, tmp_path, monkeypatch):
    monkeypatch.setattr(
        pasted_pictures.platformdirs, "user_data_path", lambda *_, **__: tmp_path / "data"
    )
    window = show_window(qtbot, SHORT)
    window.update_all()
    yield window
    window.controller.close()


@pytest.fixture
def photograph(tmp_path: Path) -> Path:
    pixels = (PaperPhotograph("diamond", seed=11).take() * 255).astype("uint8")
    Image.fromarray(pixels).save(tmp_path / "drawing.png")
    return tmp_path / "drawing.png"


def picture(width=60, height=50):
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.darkCyan)
    return image


def test_a_pasted_picture_is_a_still_video_that_undo_takes_back(window):
    QGuiApplication.clipboard().setImage(picture())
    window.pasting.paste()
    window.update_all()
    assert (window.snapshot.video.shape, window.snapshot.length) == ((50, 60), STILL_FRAMES)
    kept = Path(window.settings.current.source)
    assert kept.is_file()
    window.settings.undo_stack.undo()
    window.update_all()
    assert window.snapshot.settings == SHORT
    window.settings.undo_stack.redo()
    window.update_all()
    assert window.snapshot.settings.source == str(kept)


def test_a_session_finds_a_pasted_picture_again(window, tmp_path):
    QGuiApplication.clipboard().setImage(picture())
    window.pasting.paste()
    window.update_all()
    window.files.save_session(tmp_path / "a.dpcn")
    assert Path(load_session(tmp_path / "a.dpcn").settings.source).is_file()


def test_a_copied_file_and_a_copied_path_are_opened(window, photograph):
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(photograph))])
    for content in (data, None):
        window.settings.set(SHORT)
        if content is None:
            QGuiApplication.clipboard().setText(f" {photograph}\n")
        else:
            QGuiApplication.clipboard().setMimeData(content)
        window.pasting.paste()
        assert window.settings.current.source == str(photograph)


@pytest.mark.parametrize(
    "text", ["", "hello", "/no/such/file.png", "film.mp4", "a\0b", "https://example.org/a.png"]
)
def test_what_is_neither_picture_nor_file_is_told(window, text):
    QGuiApplication.clipboard().setText(text)
    window.pasting.paste()
    assert window.settings.current == SHORT
    assert any("neither a picture nor a file" in each for each in messages())


def test_an_empty_picture_is_told(window):
    data = QMimeData()
    data.setData("image/png", b"")
    window.pasting.use(data)
    assert messages()


def test_a_picture_that_is_too_large_or_cannot_be_kept_is_told(window, monkeypatch, tmp_path):
    monkeypatch.setattr("dpcn_app.gui.window_parts.pasting.MOST_PIXELS", 1000)
    QGuiApplication.clipboard().setImage(picture())
    window.pasting.paste()
    assert any("more than" in each for each in messages())
    monkeypatch.undo()
    (tmp_path / "file").write_bytes(b"")
    monkeypatch.setattr(
        pasted_pictures.platformdirs, "user_data_path", lambda *_, **__: tmp_path / "file"
    )
    window.pasting.paste()
    assert any("cannot be kept" in each for each in messages())
    assert window.settings.current == SHORT


def drop(kind, data):
    return kind(
        QPointF(50, 50) if kind is QDropEvent else QPointF(50, 50).toPoint(),
        Qt.DropAction.CopyAction,
        data,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )


def test_a_picture_without_a_file_can_be_dropped(window):
    data = QMimeData()
    data.setImageData(picture(40, 44))
    assert can_be_used(data)
    entering = drop(QDragEnterEvent, data)
    window.dragEnterEvent(entering)
    assert entering.isAccepted()
    window.dropEvent(drop(QDropEvent, data))
    window.update_all()
    assert window.snapshot.video.shape == (44, 40)
    words = QMimeData()
    words.setText("words")
    assert not can_be_used(words)


def test_a_dropped_drawing_is_read_by_a_network_for_shapes(window, photograph):
    window.pasting.use(_urls(photograph))
    window.update_all()
    assert window.snapshot.settings.model == "natural"
    assert window.snapshot.video.drawn is None
    window.settings.change(model="shapes-easy")
    window.update_all()
    window.controller._video.beliefs.of_classes()
    window.settings.change(modes=("both",))
    window.update_all()
    assert window.snapshot.views[0].drawing == "diamond"
    assert "diamond" in window.transport.position.text()
    assert window.transport.source.drawing.isVisible()
    window.settings.change(drawing=False)
    window.update_all()
    assert not window.snapshot.video.drawn
    assert window.snapshot.frame.image.shape != (32, 32)


def test_text_fields_keep_their_own_paste(qtbot, window):
    QGuiApplication.clipboard().setText("42")
    seed = window.transport.source.seed
    seed.setFocus()
    seed.selectAll()
    qtbot.keyClick(seed, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert seed.lineEdit().text() == "42"
    assert messages() == []


def _urls(path):
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path))])
    return data
