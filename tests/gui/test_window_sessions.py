"""The window with sessions, and with networks from files and from the list of those kept."""

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QFileDialog

from dpcn_app.errors import UserError
from dpcn_app.live.engine_commands import AddModel, Jump, Play, RenameModel, StartTraining
from dpcn_app.live.overlays import Overlays
from dpcn_app.live.settings import Settings, shapes_source
from dpcn_app.storage.bundled import open_model, resources
from dpcn_app.storage.models import save_model
from dpcn_app.storage.network_store import NetworkStore
from dpcn_app.training.presets import preset
from tests.helpers.hand_driven import messages, remembering_window, show_window

SHORT = Settings(source=shapes_source(frames=30))


@pytest.fixture
def window(qtbot):
    yield from remembering_window(qtbot, SHORT)


def test_a_network_is_opened_from_the_same_dialog(window):
    window.files.open(resources() / "models" / "shapes-hard.npz")
    assert window.settings.current == replace(SHORT, model="shapes-hard")


@pytest.mark.parametrize(
    ("name", "suggested"),
    [("shapes-easy 2", "shapes-easy-2.npz"), ("\0", "-.npz"), ("a/b\n?", "a-b--.npz")],
)
def test_the_file_of_a_network_is_called_as_it_is_where_that_can_be(
    window, monkeypatch, qtlog, name, suggested
):
    offered: list[QFileDialog] = []
    monkeypatch.setattr(window.files, "_choose", lambda dialog, use: offered.append(dialog))
    window.settings.use(replace(SHORT, model=name))
    window.files.save_model_dialog()
    (dialog,) = offered
    assert [Path(each).name for each in dialog.selectedFiles()] == [suggested]
    assert not any("filename" in record.message for record in qtlog.records)


def _action(window, text):
    return next(
        each for each in window.findChildren(QAction) if each.text().replace("&", "") == text
    )


def test_a_session_brings_settings_frame_and_camera_back_and_can_be_undone(window, tmp_path):
    path = tmp_path / "lecture.dpcn"
    causes = window.docks["causes"].panel
    window.settings.change(seed=3, noise=2.0, modes=("off", "both"))
    window.controller.handle(Jump(17))
    window.update_all()
    causes.camera.go_to(100.0, 30.0, 2.0)
    window.context.overlays.change(grid=True, outlines=True, common_scale=True)
    window.files.save_session(path)
    window.settings.change(seed=9, noise=0.0, modes=("off",))
    causes.camera.reset()
    window.context.overlays.use(Overlays())
    window.ask(Play(True))
    window.files.open(path)
    window.update_all()
    settings = window.settings.current
    assert (settings.seed, settings.noise, settings.modes) == (3, 2.0, ("off", "both"))
    assert window.snapshot.frame.index == 17
    assert causes.camera.place == (100.0, 30.0, 2.0)
    assert window.context.overlays.current == Overlays(True, True, True)
    assert all(
        _action(window, name).isChecked() for name in ("Patch grid", "Outline noise objects")
    )
    assert not window.snapshot.playing
    window.settings.undo_stack.undo()
    assert window.settings.current.seed == 9


def test_a_session_with_a_network_of_its_own_loads_it(window, tmp_path):
    window.files.open(resources() / "models" / "shapes-hard.npz")
    window.update_all()
    own = tmp_path / "mine.npz"
    window.files.save_model(own)
    window.files.open(own)
    window.update_all()
    window.files.save_session(tmp_path / "lecture.dpcn")
    window.settings.change(model="shapes-easy")
    window.files.open(tmp_path / "lecture.dpcn")
    assert window.settings.current.model == "mine"


def test_a_network_whose_file_is_gone_goes_into_a_session_for_an_export(window, tmp_path):
    own = tmp_path / "mine.npz"
    save_model(own, open_model("shapes-hard"))
    window.files.open(own)
    window.update_all()
    own.unlink()
    (tmp_path / "export").mkdir()
    session = window.files.session(tmp_path / "export")
    assert session.model_file is not None and Path(session.model_file).is_file()
    with pytest.raises(UserError, match="save it first"):
        window.files.session()


def test_a_network_that_is_in_no_file_must_be_saved_before_the_session(window, tmp_path):
    window.update_all()
    window.ask(AddModel("shapes-easy 1", window.snapshot.model))
    window.settings.change(model="shapes-easy 1")
    window.files.save_session(tmp_path / "lecture.dpcn")
    assert any("save it first" in each for each in messages())
    assert not (tmp_path / "lecture.dpcn").exists()


def test_a_session_finds_a_network_that_the_app_keeps(qtbot, tmp_path):
    store = NetworkStore(tmp_path / "networks")
    store.add("a/b 1", open_model("shapes-hard"))
    window = show_window(qtbot, SHORT, networks=store)
    window.files.use_network("a/b 1")
    window.update_all()
    window.files.save_session(tmp_path / "lecture.dpcn")
    window.settings.change(model="shapes-easy")
    window.files.open(tmp_path / "lecture.dpcn")
    window.update_all()
    assert messages() == []
    assert window.controller.snapshot().settings.model == "a/b 1"
    window.controller.close()


def test_a_file_with_the_name_of_a_kept_network_leaves_that_in_the_list(qtbot, tmp_path):
    store = NetworkStore(tmp_path / "networks")
    store.add("film 1", open_model("shapes-easy"))
    window = show_window(qtbot, SHORT, networks=store)
    save_model(tmp_path / "film 1.npz", open_model("shapes-hard"))
    window.files.open(tmp_path / "film 1.npz")
    window.update_all()
    snapshot = window.controller.snapshot()
    assert snapshot.settings.model == "film 1 (film 1.npz)"
    assert snapshot.model is not None and snapshot.model.preset == "shapes-hard"
    assert "film 1" in snapshot.models
    window.controller.close()


def test_a_trained_network_is_said_to_be_kept(qtbot, tmp_path):
    window = show_window(qtbot, SHORT, networks=NetworkStore(tmp_path / "networks"))
    window.ask(StartTraining(preset("shapes-easy"), 60, 3))
    window.update_all()
    window.update_all()
    told = "shapes-easy 1 has been trained, is kept and now in use"
    assert window.message.text() == told
    assert NetworkStore(tmp_path / "networks").names() == ("shapes-easy 1",)
    window.controller.close()


def test_a_training_is_told_of_once_also_after_its_network_is_renamed(qtbot, tmp_path):
    store = NetworkStore(tmp_path / "networks")
    window = show_window(qtbot, SHORT, networks=store)
    training = StartTraining(preset("shapes-easy"), 60, 3)
    window.ask(training)
    window.update_all()
    window.update_all()
    window.status.end_notice()
    window.files.use_network("natural")
    store.rename("shapes-easy 1", "mine")
    window.ask(RenameModel("shapes-easy 1", "mine"))
    window.update_all()
    assert window.snapshot is not None and window.snapshot.training is not None
    assert window.snapshot.training.name == "mine"
    assert "has been trained" not in window.message.text()
    assert window.settings.current.model == "natural"
    window.ask(training)  # the first name is free again
    window.update_all()
    assert window.message.text() == "shapes-easy 1 has been trained, is kept and now in use"
    assert window.settings.current.model == "shapes-easy 1"
    window.controller.close()


def test_a_damaged_session_is_told_and_changes_nothing(window, tmp_path):
    path = tmp_path / "lecture.dpcn"
    path.write_text("{}")
    before = window.settings.current
    window.files.open(path)
    assert any("lecture.dpcn" in each for each in messages())
    assert window.settings.current == before


def test_a_network_for_the_window_is_a_name_or_a_file(window):
    window.files.use_network("natural")
    assert window.settings.current.model == "natural"
    window.files.use_network(str(resources() / "models" / "shapes-hard.npz"))
    assert window.settings.current.model == "shapes-hard"
    window.files.use_network("nothing.npz")
    window.update_all()
    assert any("nothing.npz" in each for each in messages())
