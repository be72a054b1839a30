"""The window with videos and networks from files."""

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent

from dpcn_app.gui.app import _open_at_start
from dpcn_app.gui.recent import recent_files
from dpcn_app.live import choices
from dpcn_app.live.engine_commands import AddModel, Jump
from dpcn_app.live.first_snapshot import first_snapshot
from dpcn_app.live.settings import Settings, shapes_source
from dpcn_app.storage.bundled import open_model
from tests.helpers.closed_folder import close_folder
from tests.helpers.file_scene import write_film
from tests.helpers.hand_driven import messages, remembering_window

SHORT = Settings(source=shapes_source(frames=30))


@pytest.fixture
def window(qtbot):
    yield from remembering_window(qtbot, SHORT)


@pytest.fixture
def film(tmp_path: Path) -> Path:
    return write_film(tmp_path / "film.npy")


def test_an_opened_video_is_watched_and_remembered(window, film):
    window.files.open(film)
    window.update_all()
    assert window.snapshot.video.name == "film.npy"
    assert window.transport.position.text().startswith("1 / 40")
    assert window.message.text().startswith("film.npy · natural")
    assert not window.hint.isVisible()
    assert recent_files() == [film]
    column = window.docks["causes"].panel.columns[0]
    assert not column.scores.isVisible()
    assert column.coding.isVisible()
    assert column.coding.text().startswith("explained 0.")


def test_a_file_that_is_opened_again_is_watched_as_it_is_now(window, film, tmp_path):
    window.files.open(film)
    window.ask(Jump(12))
    window.update_all()
    steps = window.settings.undo_stack.count()
    window.files.open(film)
    window.update_all()
    assert window.snapshot.frame.index == 12 and window.settings.undo_stack.count() == steps
    write_film(tmp_path / "other.npy", 25, shape=(60, 60)).replace(film)
    window.files.open(film)
    window.update_all()
    assert (window.snapshot.length, window.snapshot.video.shape) == (25, (60, 60))
    assert window.snapshot.frame.index == 0 and recent_files() == [film] and messages() == []


def test_a_file_that_was_damaged_since_is_told_and_the_video_goes_on(window, film):
    window.files.open(film)
    window.update_all()
    film.unlink()
    film.write_bytes(b"no video")
    window.files.open(film)
    window.update_all()
    assert any("film.npy" in message for message in messages())
    assert window.snapshot.length == 40 and window.snapshot.frame.image.shape == (48, 80)


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
    window.update_all()
    assert window.snapshot.video.name == "film.npy"


def test_a_damaged_file_gets_a_message_and_the_video_before_stays(window, film, tmp_path):
    window.files.open(film)
    window.update_all()
    bad = tmp_path / "bad.mp4"
    bad.write_text("no video")
    window.files.open(bad)
    window.update_all()
    assert any("bad.mp4" in message for message in messages())
    assert window.settings.current.source == str(film)
    assert window.snapshot.video.name == "film.npy"
    assert recent_files() == [film]


@pytest.mark.parametrize("name", ["", "x.mp4", "x.npz", "x.dpcn", "x.csv", "[x].png"])
def test_what_lies_in_a_folder_that_may_not_be_entered_is_told(window, tmp_path, monkeypatch, name):
    folder = tmp_path / "closed"
    folder.mkdir()
    if name:
        (folder / name).write_text("mine")
    close_folder(folder, monkeypatch)
    window.files.use_network(str(folder / name))
    window.update_all()
    (told,) = messages()
    assert str(folder / name) in told and ("may not read" in told or "Permission denied" in told)
    assert window.settings.current == SHORT


@pytest.mark.parametrize("ending", ["", ".mp4", ".npz", ".dpcn"])
def test_a_name_that_no_file_can_have_is_told(window, tmp_path, ending):
    window.files.open(tmp_path / f"{'n' * 300}{ending}")
    window.update_all()
    (told,) = messages()
    assert "File name too long" in told
    assert window.settings.current == SHORT


def test_a_file_is_saved_though_one_used_before_may_not_be_looked_at(
    window, film, tmp_path, monkeypatch
):
    folder = tmp_path / "closed"
    folder.mkdir()
    window.files.open(film.rename(folder / film.name))
    window.update_all()
    close_folder(folder, monkeypatch)
    window.files.save_model(tmp_path / "mine.npz")
    assert recent_files() == [tmp_path / "mine.npz"] and messages() == []


def test_a_region_is_dragged_on_the_video(window, film, qtbot):
    window.files.open(film)
    window.update_all()
    window.stage.repaint()
    box = window.stage._video_box
    start, end = box.topLeft() + QPointF(1, 1), box.center() + QPointF(6, 12)
    qtbot.mousePress(window.stage, Qt.MouseButton.LeftButton, pos=start.toPoint())
    qtbot.mouseMove(window.stage, end.toPoint())
    qtbot.mouseRelease(window.stage, Qt.MouseButton.LeftButton, pos=end.toPoint())
    top, left, height, width = window.settings.current.region
    assert top <= 1 and left <= 1 and height >= 20 and width >= 20
    window.update_all()
    assert window.snapshot.frame.image.shape == (height, width)
    window.settings.undo_stack.undo()
    window.update_all()
    assert window.snapshot.frame.image.shape == (48, 80)


def test_a_double_click_brings_the_suitable_region_back(window, film, qtbot):
    window.files.open(film)
    window.settings.change(region=(0, 0, 40, 40))
    window.update_all()
    window.stage.repaint()
    place = window.stage._video_box.center().toPoint()
    qtbot.mouseDClick(window.stage, Qt.MouseButton.LeftButton, pos=place)
    assert window.settings.current.region == (0, 0, 0, 0)


def test_w_looks_at_the_whole_frame(window, film, qtbot):
    window.files.open(film)
    window.settings.change(region=(0, 0, 40, 40))
    window.update_all()
    qtbot.keyClick(window, Qt.Key.Key_W)
    assert window.settings.current.region == (0, 0, 48, 80)


@pytest.fixture
def large(window, tmp_path):
    """Return a window that has begun to infer a frame in full size."""
    window.files.open(write_film(tmp_path / "large.npy", frames=3, shape=(180, 320)))
    window.update_all()
    window.show_snapshot(window.snapshot)
    assert window.snapshot.frame_done is None
    window.look_at_whole_frame()
    window.show_snapshot(window.controller.snapshot())
    assert window.snapshot.frame_done is not None
    return window


def test_escape_goes_back_from_a_whole_frame_that_is_complete_too(large, qtbot):
    large.update_all()
    assert large.snapshot.frame_done is None and not large.status.stop.isVisible()
    qtbot.keyClick(large, Qt.Key.Key_Escape)
    assert large.settings.current.region == (0, 0, 0, 0)
    large.update_all()
    large.full_screen.toggle()
    qtbot.keyClick(large, Qt.Key.Key_Escape)  # nothing but full screen is left
    assert large.full_screen.before is None


@pytest.mark.parametrize("way", ["Esc", "button"])
def test_a_large_frame_can_be_stopped_and_the_region_before_comes_back(large, qtbot, way):
    assert large.message.text().startswith("Inferring frame 1: ")
    assert large.progress.isVisible() and large.status.stop.isVisible()
    if way == "Esc":
        qtbot.keyClick(large, Qt.Key.Key_Escape)
    else:
        qtbot.mouseClick(large.status.stop, Qt.MouseButton.LeftButton)
    large.update_all()
    assert large.settings.current.region == (0, 0, 0, 0)
    assert large.snapshot.frame_done is None
    assert not large.status.stop.isVisible()
    large.settings.undo_stack.redo()  # nothing is lost
    assert large.settings.current.region == (0, 0, 180, 320)


def test_esc_leaves_a_large_frame_though_other_things_were_changed_since(large, qtbot):
    large.settings.change(speed=2.0)
    large.show_snapshot(large.controller.snapshot())
    qtbot.keyClick(large, Qt.Key.Key_Escape)
    assert large.settings.current.region == (0, 0, 0, 0)
    assert large.settings.current.speed == 2.0


def test_esc_clears_the_selection_where_no_large_frame_is_inferred(window, film, qtbot):
    window.files.open(film)
    window.update_all()
    window.context.selection.select_atom(3)
    qtbot.keyClick(window, Qt.Key.Key_Escape)
    assert window.context.selection.atom is None
    assert window.settings.current.source.endswith("film.npy")


def test_a_network_trained_on_shapes_gives_way_to_one_for_films(window, film):
    window.ask(AddModel("shapes-easy 1", open_model("shapes-easy")))
    window.settings.change(model="shapes-easy 1")
    window.update_all()
    window.files.open(film)
    window.update_all()
    assert window.snapshot.settings.model == "natural"


def test_noise_on_a_file_is_measured_on_the_stage(window, film):
    window.files.open(film)
    window.settings.change(noise=0.2, noise_kind="gaussian", modes=("off", "both"))
    window.update_all()
    before = window.stage.grab().toImage()
    assert set(window.stage.data()) >= {"input", "clean", "video", "off.reconstruction"}
    window.settings.change(noise=0.5)
    window.update_all()
    assert window.stage.grab().toImage() != before
    columns = window.docks["causes"].panel.columns
    assert all(each.coding.text().startswith("PSNR ") for each in columns)


def test_all_panels_draw_a_file(window, film):
    window.files.open(film)
    window.settings.change(modes=("both", "average"))
    window.update_all()
    for dock in window.docks.values():
        dock.raise_()
        dock.panel.refresh(window.snapshot)
        assert not dock.panel.grab().isNull()


def test_the_first_frame_of_a_file_is_there_before_the_engine(film):
    snapshot = first_snapshot(Settings(source=str(film), noise=0.0))
    assert not snapshot.video.scored and snapshot.views == ()
    assert snapshot.frame.image.shape == (48, 80)


def test_a_file_from_the_command_line_that_cannot_be_opened_leaves_the_shapes(tmp_path):
    bad = tmp_path / "bad.mp4"
    bad.write_text("no video")
    settings, video, problem = _open_at_start(str(bad))
    assert settings == Settings()
    assert video.scored
    assert "bad.mp4" in problem


def test_moving_photographs_can_be_opened_from_the_command_line(window):
    settings, video, problem = _open_at_start("photographs:seed=7,frames=20")
    opening = first_snapshot(settings, video)
    assert settings.model == "natural"
    assert problem == "" and settings.source == "photographs:seed=7,frames=20"
    window.show_snapshot(opening)
    assert opening.classes[opening.frame.label] in window.transport.position.text()


def test_another_network_that_comes_with_a_video_is_named(window, film):
    window.files.open(film)
    window.update_all()
    words = window.statusBar().currentMessage()
    assert words == "The network natural watches film.npy; Ctrl+Z brings shapes-easy back"
    window.settings.undo_stack.undo()
    window.update_all()
    assert window.snapshot.video.scored
    assert window.settings.current.model == "shapes-easy"


def test_photographs_give_their_frames_a_colour_each(window):
    window.settings.choose(choices.watch_video, "photographs:seed=7,frames=60")
    window.ask(Jump(55))
    window.update_all()
    cloud = window.docks["causes"].panel.columns[0].scatter.drawing.cloud
    assert set(cloud.labels) <= set(range(len(cloud.classes)))
    assert window.docks["causes"].panel.columns[0].coding.isVisible()


def test_the_controls_of_a_file_leave_room_for_the_causes(window, film):
    window.files.open(film)
    window.settings.change(noise=0.2, noise_kind="gaussian")
    window.update_all()
    assert not window.transport.parts["T"].isEnabled()
    line = window.fontMetrics().height()
    for each in (window.transport.mode, window.transport.network, window.transport.source.video):
        assert each.minimumSizeHint().width() < 10 * line
