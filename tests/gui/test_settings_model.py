"""Settings with undo."""

from dpcn_app.gui.settings_model import SettingsModel
from dpcn_app.live.settings import Settings


def test_every_change_can_be_undone_and_redone(qtbot):
    model = SettingsModel(Settings())
    heard: list[Settings] = []
    model.changed.connect(heard.append)
    model.change(modes=("both",))
    model.change(shape_set="hard", model="shapes-hard")
    assert model.current.model == "shapes-hard"
    model.undo_stack.undo()
    assert model.current == Settings(modes=("both",))
    model.undo_stack.undo()
    assert model.current == Settings()
    model.undo_stack.redo()
    assert model.current == Settings(modes=("both",))
    assert heard[-1] == model.current


def test_a_drag_of_the_noise_is_one_step_back(qtbot):
    model = SettingsModel(Settings(noise=1.5))
    for noise in (2.0, 2.5, 3.0):
        model.change(noise=noise)
    model.undo_stack.undo()
    assert model.current.noise == 1.5


def test_no_change_leaves_no_trace(qtbot):
    model = SettingsModel(Settings())
    model.change(noise=Settings().noise)
    assert not model.undo_stack.canUndo()
