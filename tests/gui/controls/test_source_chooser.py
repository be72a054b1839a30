"""Choosing what is watched."""

from dataclasses import replace

import pytest
from PySide6.QtWidgets import QComboBox

from dpcn_app.gui.controls.source_chooser import SourceChooser
from dpcn_app.gui.settings_model import SettingsModel
from dpcn_app.live.settings import Settings


@pytest.fixture
def chooser(qtbot):
    widget = SourceChooser(SettingsModel(Settings()))
    qtbot.addWidget(widget)
    widget.show()
    return widget


def items(box: QComboBox) -> list[str]:
    return [box.itemText(index) for index in range(box.count())]


def choose(box: QComboBox, text: str) -> None:
    box.setCurrentText(text)
    box.activated.emit(box.currentIndex())


def test_shapes_have_noise_and_seed_but_no_scale(chooser):
    assert items(chooser.video) == ["shapes, easy", "shapes, hard", "moving photographs", "Open …"]
    assert chooser.noise.isVisible() and chooser.seed.isVisible()
    assert not chooser.scale.isVisible() and not chooser.kind.isVisible()


def test_another_set_brings_its_network(chooser):
    choose(chooser.video, "shapes, hard")
    current = chooser._settings.current
    assert (current.shape_set, current.model) == ("hard", "shapes-hard")


def test_a_file_is_watched_without_noise_and_stays_in_the_list(chooser):
    chooser.watch("/films/film.mp4")
    current = chooser._settings.current
    assert (current.source, current.noise) == ("/films/film.mp4", 0.0)
    assert items(chooser.video)[3:] == ["film.mp4", "Open …"]
    assert chooser.scale.isVisible() and chooser.kind.isVisible()
    choose(chooser.video, "shapes, easy")
    current = chooser._settings.current
    assert (current.source, current.noise) == ("", 1.5)
    assert "film.mp4" in items(chooser.video)
    choose(chooser.video, "film.mp4")
    assert chooser._settings.current.source == "/films/film.mp4"


def test_moving_photographs_need_no_file(chooser):
    choose(chooser.video, "moving photographs")
    assert chooser._settings.current.source.startswith("photographs:")
    assert items(chooser.video)[2:] == ["moving photographs", "Open …"]


def test_open_asks_for_a_file_and_changes_nothing_yet(chooser, qtbot):
    before = chooser._settings.current
    with qtbot.waitSignal(chooser.open_asked):
        choose(chooser.video, "Open …")
    assert chooser._settings.current == before
    assert chooser.video.currentText() == "shapes, easy"


def test_a_kind_of_noise_comes_with_an_amount(chooser):
    chooser.watch("/films/film.mp4")
    choose(chooser.kind, "gaussian")
    current = chooser._settings.current
    assert (current.noise_kind, current.noise) == ("gaussian", 0.1)
    assert chooser.noise.maximum() == 1.0
    chooser.toggle_noise()
    assert chooser._settings.current.noise == 0
    chooser.toggle_noise()
    assert chooser._settings.current.noise == pytest.approx(0.1)


def test_a_scale_is_a_setting(chooser):
    chooser.watch("/films/film.mp4")
    choose(chooser.scale, "½")
    assert chooser._settings.current.scale == 0.5


def test_settings_that_come_from_elsewhere_are_shown(chooser):
    chooser._settings.use(replace(Settings(), source="/a/b.gif", noise=0.3, noise_kind="occlusion"))
    assert chooser.video.currentText() == "b.gif"
    assert chooser.kind.currentText() == "occlusion"
    assert chooser.noise.value() == pytest.approx(0.3)


def test_photographs_bring_the_network_for_natural_scenes_and_it_brings_them(chooser):
    choose(chooser.video, "moving photographs")
    assert chooser._settings.current.model == "natural"
    choose(chooser.video, "shapes, hard")
    assert chooser._settings.current.model == "shapes-hard"
    chooser.use_network("natural")
    current = chooser._settings.current
    assert (current.model, current.noise) == ("natural", 0.0)
    assert current.source.startswith("photographs:")
    chooser.use_network("shapes-easy")
    current = chooser._settings.current
    assert (current.model, current.source, current.noise) == ("shapes-easy", "", 1.5)


def test_a_network_leaves_a_file_that_is_being_watched(chooser):
    chooser.watch("/films/film.mp4")
    chooser.use_network("natural")
    assert chooser._settings.current.source == "/films/film.mp4"


def test_a_file_brings_the_network_for_natural_scenes_and_shapes_bring_theirs_back(chooser):
    chooser.watch("/films/film.mp4")
    assert chooser._settings.current.model == "natural"
    chooser._settings.undo_stack.undo()
    assert chooser._settings.current.model == "shapes-easy"
    chooser.watch("photographs:seed=9")
    assert chooser._settings.current.model == "natural"
    chooser.watch_shapes("hard")
    assert chooser._settings.current.model == "shapes-hard"


def test_a_network_of_ones_own_stays_whatever_is_watched(chooser):
    chooser._settings.change(model="shapes-easy 1")
    chooser.watch("/films/film.mp4")
    assert chooser._settings.current.model == "shapes-easy 1"
    choose(chooser.video, "shapes, hard")
    assert chooser._settings.current.model == "shapes-easy 1"


def test_a_network_chosen_for_files_watches_the_next_file_too(chooser):
    chooser.watch("/films/film.mp4")
    chooser.use_network("shapes-hard")
    chooser.watch("/films/another.mp4")
    assert chooser._settings.current.model == "shapes-hard"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (("prior",), ("both",)),
        (("off", "prior:T"), ("off", "both")),
        (("both", "placebo"), ("both",)),
        (("average",), ("average",)),
    ],
)
def test_with_the_natural_network_top_down_takes_the_place_of_the_prior(chooser, before, after):
    chooser._settings.change(modes=before)
    chooser.watch("/films/film.mp4")
    assert chooser._settings.current.modes == after


def test_shapes_named_by_a_text_keep_a_network_of_shapes(chooser):
    chooser._settings.change(modes=("prior",))
    chooser.watch("shapes:set=hard,frames=60")
    current = chooser._settings.current
    assert (current.model, current.modes) == ("shapes-hard", ("prior",))


def test_a_seed_is_offered_where_something_is_drawn_by_lot(chooser):
    chooser.watch("/films/film.mp4")
    assert not chooser.seed.isVisible()
    choose(chooser.kind, "gaussian")
    assert chooser.seed.isVisible()
