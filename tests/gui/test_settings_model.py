"""Settings with undo."""

from dataclasses import fields

from dpcn_app.gui.settings_model import _WORDS, SettingsModel
from dpcn_app.live import choices
from dpcn_app.live.settings import Settings, shapes_source


def test_every_change_can_be_undone_and_redone(qtbot):
    model = SettingsModel(Settings())
    heard: list[Settings] = []
    model.changed.connect(heard.append)
    model.change(modes=("both",))
    model.change(source=shapes_source("hard"), model="shapes-hard")
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


def test_every_setting_has_words_for_its_undo(qtbot):
    assert set(_WORDS) == {field.name for field in fields(Settings)}
    model = SettingsModel(Settings())
    model.choose(choices.watch_video, "/films/film.mp4")  # it brings a network, noise and a region
    assert model.undo_stack.undoText() == "change of video"


def test_noise_that_comes_back_is_remembered_after_any_change_of_the_settings(qtbot):
    model = SettingsModel(Settings(noise=3.0))
    model.use(Settings(noise=0.0))
    model.choose(choices.toggle_noise, model.noise_memory)
    assert model.current.noise == 3.0


def test_a_stroke_that_is_drawn_on_is_undone_in_one_step_and_the_next_stroke_in_another():
    model = SettingsModel(Settings())
    for row in (4.0, 8.0):
        model.choose(choices.begin_stroke, "pencil", 2.0, row, 5.0)
        for column in (8.0, 11.0, 14.0):
            model.choose(choices.extend_stroke, [(row, column)])
    assert [len(stroke.points) for stroke in model.current.strokes] == [4, 4]
    model.undo_stack.undo()
    assert [len(stroke.points) for stroke in model.current.strokes] == [4]
    model.choose(choices.clear_strokes)
    model.undo_stack.undo()
    assert len(model.current.strokes) == 1
    model.undo_stack.undo()
    assert model.current == Settings()
