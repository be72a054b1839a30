"""The window with videos and networks from files."""

from pathlib import Path

import pytest
from file_scene import write_film
from PySide6.QtCore import QMimeData, QPointF, QSettings, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QApplication, QMessageBox

from dpcn_app.gui.app import _opening
from dpcn_app.gui.assembly import add_panels
from dpcn_app.gui.commands import Command
from dpcn_app.gui.opening import opening_snapshot
from dpcn_app.gui.recent import recent_files
from dpcn_app.gui.settings import Settings
from dpcn_app.gui.theme import ThemeModel
from dpcn_app.gui.window import MainWindow
from dpcn_app.gui.workshop import Workshop
from dpcn_app.storage.bundled import resources


@pytest.fixture(autouse=True)
def own_settings(tmp_path, qapp):
    """Keep what the tests store away from the user's own settings."""
    QSettings.setDefaultFormat(QSettings.Format.IniFormat)
    QSettings.setPath(QSettings.Format.IniFormat, QSettings.Scope.UserScope, str(tmp_path))
    qapp.setOrganizationName("dpcn_app_tests")


class HandDriven(MainWindow):
    """A window whose commands go straight to a workshop of its own."""

    def __init__(self) -> None:
        self.workshop = Workshop(Settings(frames=30), playing=False)
        super().__init__(ThemeModel("dark"), Settings(frames=30), None)

    def ask(self, command: Command) -> None:
        self.workshop.handle(command)


@pytest.fixture
def window(qtbot):
    window = HandDriven()
    for _ in add_panels(window):
        pass
    qtbot.addWidget(window)
    with qtbot.waitExposed(window):
        window.show()
    window.activateWindow()
    update(window)
    yield window
    window.workshop.close()


@pytest.fixture
def film(tmp_path: Path) -> Path:
    return write_film(tmp_path / "film.npy")


def update(window):
    while window.workshop.work(1.0) is not None:
        pass
    window.show_snapshot(window.workshop.snapshot())


def messages() -> list[str]:
    return [
        each.text()
        for each in QApplication.topLevelWidgets()
        if isinstance(each, QMessageBox) and each.isVisible()
    ]


def test_an_opened_video_is_watched_and_remembered(window, film):
    window.open_file(film)
    update(window)
    assert window.snapshot.watched.name == "film.npy"
    assert window.transport.position.text().startswith("1 / 40")
    assert window.message.text().startswith("film.npy · shapes-easy")
    assert not window.hint.isVisible()
    assert recent_files() == [film]
    causes = window.docks["causes"].panel
    assert not causes.columns[0].scores.isVisible()


def test_a_network_is_opened_from_the_same_dialog(window):
    window.open_file(resources() / "models" / "shapes-hard.npz")
    assert window.settings.current.model == "shapes-hard"
    assert window.settings.current.source == ""


def test_a_dropped_file_is_opened(window, film):
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(film))])
    drop = QDropEvent(
        QPointF(50, 50),
        Qt.DropAction.CopyAction,
        mime,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    window.dropEvent(drop)
    update(window)
    assert window.snapshot.watched.name == "film.npy"


def test_a_damaged_file_gets_a_message_and_the_video_before_stays(window, film, tmp_path):
    window.open_file(film)
    update(window)
    bad = tmp_path / "bad.mp4"
    bad.write_text("no video")
    window.open_file(bad)
    update(window)
    assert any("bad.mp4" in message for message in messages())
    assert window.settings.current.source == str(film)
    assert window.snapshot.watched.name == "film.npy"
    assert recent_files() == [film]


def test_a_region_is_dragged_on_the_video(window, film, qtbot):
    window.open_file(film)
    update(window)
    window.stage.repaint()
    box = window.stage._video_box
    start, end = box.topLeft() + QPointF(1, 1), box.center() + QPointF(6, 12)
    qtbot.mousePress(window.stage, Qt.MouseButton.LeftButton, pos=start.toPoint())
    qtbot.mouseMove(window.stage, end.toPoint())
    qtbot.mouseRelease(window.stage, Qt.MouseButton.LeftButton, pos=end.toPoint())
    top, left, height, width = window.settings.current.region
    assert top <= 1 and left <= 1 and height >= 32 and width >= 32
    update(window)
    assert window.snapshot.frame.image.shape == (height, width)
    window.settings.undo_stack.undo()
    update(window)
    assert window.snapshot.frame.image.shape == (48, 80)


def test_a_double_click_brings_the_suitable_region_back(window, film, qtbot):
    window.open_file(film)
    window.settings.change(region=(0, 0, 40, 40))
    update(window)
    window.stage.repaint()
    place = window.stage._video_box.center().toPoint()
    qtbot.mouseDClick(window.stage, Qt.MouseButton.LeftButton, pos=place)
    assert window.settings.current.region == (0, 0, 0, 0)


def test_w_looks_at_the_whole_frame(window, film, qtbot):
    window.open_file(film)
    window.settings.change(region=(0, 0, 40, 40))
    update(window)
    qtbot.keyClick(window, Qt.Key.Key_W)
    assert window.settings.current.region == (0, 0, 48, 80)


def test_noise_on_a_file_is_measured_on_the_stage(window, film):
    window.open_file(film)
    window.settings.change(noise=0.2, noise_kind="gaussian", modes=("off", "both"))
    update(window)
    before = window.stage.grab().toImage()
    assert set(window.stage.data()) >= {"input", "clean", "video", "off.reconstruction"}
    window.settings.change(noise=0.5)
    update(window)
    assert window.stage.grab().toImage() != before


def test_all_panels_draw_a_file(window, film):
    window.open_file(film)
    window.settings.change(modes=("both", "average"))
    update(window)
    for dock in window.docks.values():
        dock.raise_()
        dock.panel.refresh(window.snapshot)
        assert not dock.panel.grab().isNull()


def test_the_first_frame_of_a_file_is_there_before_the_engine(film):
    snapshot = opening_snapshot(Settings(source=str(film), noise=0.0))
    assert snapshot.watched is not None and snapshot.views == ()
    assert snapshot.frame.image.shape == (48, 80)


def test_a_file_from_the_command_line_that_cannot_be_opened_leaves_the_shapes(tmp_path):
    bad = tmp_path / "bad.mp4"
    bad.write_text("no video")
    settings, snapshot, problem = _opening(str(bad))
    assert settings == Settings()
    assert snapshot.watched is None
    assert "bad.mp4" in problem
