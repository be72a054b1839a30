"""Choosing what is watched."""

from dataclasses import replace

import pytest
from PySide6.QtWidgets import QComboBox

from dpcn_app.gui.controls.source_chooser import SourceChooser
from dpcn_app.gui.settings_model import SettingsModel
from dpcn_app.live import choices
from dpcn_app.live.settings import Settings, shapes_source
from dpcn_app.video.shapes import SHAPE_SETS
from tests.helpers.some_camera import stand_in

FILM = "/films/film.mp4"


@pytest.fixture
def chooser(qtbot):
    widget = SourceChooser(SettingsModel(Settings()))
    qtbot.addWidget(widget)
    widget.show()
    return widget


def current(chooser: SourceChooser) -> Settings:
    return chooser._settings.current


def watch(chooser: SourceChooser, source: str) -> None:
    chooser._settings.choose(choices.watch_video, source)


def items(box: QComboBox) -> list[str]:
    return [box.itemText(index) for index in range(box.count())]


def choose(box: QComboBox, text: str) -> None:
    box.setCurrentText(text)
    box.activated.emit(box.currentIndex())


SETS = [f"shapes, {name}" for name in SHAPE_SETS]


def test_shapes_have_noise_and_seed_but_no_scale(chooser):
    pairs = ["two: square + x", "two: square + diamond", "two: x + diamond"]
    assert items(chooser.video) == [
        *SETS,
        *pairs,
        *("moving photographs", "Open …"),
    ]
    assert chooser.noise.isVisible() and chooser.seed.isVisible()
    assert not chooser.scale.isVisible()


def test_shapes_take_every_kind_of_noise(chooser):
    assert chooser.kind.isVisible()
    assert items(chooser.kind) == ["structured", "gaussian", "occlusion"]
    choose(chooser.kind, "gaussian")
    assert current(chooser).noise_kind == "gaussian"


def test_no_choice_moves_a_control_sideways(chooser):
    chooser.resize(900, 30)
    boxes = (chooser.video, chooser.noise, chooser.kind, chooser.seed)
    places = [box.geometry() for box in boxes]
    for source in (FILM, "/films/" + 40 * "a long name " + ".mp4", "photographs:seed=1"):
        watch(chooser, source)
        chooser._settings.choose(choices.choose_noise, "gaussian")
        assert [box.geometry() for box in boxes] == places
        chooser._settings.change(noise=0.0)
        assert [box.geometry() for box in boxes] == places


def test_another_set_brings_its_network(chooser):
    choose(chooser.video, "shapes, hard")
    settings = current(chooser)
    assert (settings.source, settings.model) == (shapes_source("hard"), "shapes-hard")


def test_a_file_is_watched_without_noise_and_stays_in_the_list(chooser):
    watch(chooser, FILM)
    assert (current(chooser).source, current(chooser).noise) == (FILM, 0.0)
    assert items(chooser.video)[len(SETS) + 4 :] == ["film.mp4", "Open …"]
    assert chooser.scale.isVisible() and chooser.kind.isVisible()
    choose(chooser.video, "shapes, easy")
    assert (current(chooser).source, current(chooser).noise) == (shapes_source(), 1.5)
    assert "film.mp4" in items(chooser.video)
    choose(chooser.video, "film.mp4")
    assert current(chooser).source == FILM


def test_shapes_of_another_length_are_still_those_of_the_list(chooser):
    watch(chooser, "shapes:set=hard,frames=60")
    assert chooser.video.currentText() == "shapes, hard"
    assert len(items(chooser.video)) == len(SETS) + 5
    choose(chooser.video, "shapes, easy")
    assert current(chooser).source == shapes_source("easy", 60)


def test_two_shapes_at_once_are_chosen_from_the_list_and_shown_without_noise(chooser):
    choose(chooser.video, "two: square + diamond")
    assert current(chooser).source == "shapes:set=easy,frames=300,mix=square+diamond"
    assert (current(chooser).noise, current(chooser).model) == (0.0, "shapes-easy")
    assert chooser.video.currentText() == "two: square + diamond"
    chooser._settings.change(noise=0.5)
    choose(chooser.video, "two: square + x")
    assert current(chooser).noise == 0.5  # from one pair to another nothing else changes
    chooser._settings.change(noise=0.0)
    choose(chooser.video, "shapes, hard")
    assert current(chooser).source == shapes_source("hard")
    assert current(chooser).noise == 0.5
    assert "two: square + triangle" in items(chooser.video)


def test_wide_frames_offer_two_shapes_with_one_of_them_around(chooser):
    assert not any(" around " in name for name in items(chooser.video))
    choose(chooser.video, "shapes, wide")
    assert current(chooser).model == "shapes-wide"
    choose(chooser.video, "triangle around square")
    settings = current(chooser)
    assert settings.source == "shapes:set=wide,frames=300,mix=square+triangle,around=triangle"
    assert (settings.noise, settings.model) == (0.0, "shapes-wide")
    assert chooser.video.currentText() == "triangle around square"
    choose(chooser.video, "two: square + triangle")
    assert current(chooser).source == "shapes:set=wide,frames=300,mix=square+triangle"


def test_moving_photographs_need_no_file(chooser):
    choose(chooser.video, "moving photographs")
    assert current(chooser).source.startswith("photographs:")
    assert items(chooser.video)[len(SETS) + 3 :] == ["moving photographs", "Open …"]


def test_open_asks_for_a_file_and_changes_nothing_yet(chooser, qtbot):
    before = current(chooser)
    with qtbot.waitSignal(chooser.open_asked):
        choose(chooser.video, "Open …")
    assert current(chooser) == before
    assert chooser.video.currentText() == "shapes, easy"


def test_a_kind_of_noise_comes_with_an_amount_and_says_what_it_counts(chooser):
    choose(chooser.kind, "gaussian")
    assert (current(chooser).noise_kind, current(chooser).noise) == ("gaussian", 0.1)
    assert chooser.noise.maximum() == 1.0
    assert "standard deviation" in chooser.noise.toolTip()


def test_a_scale_is_a_setting(chooser):
    watch(chooser, FILM)
    choose(chooser.scale, "½")
    assert current(chooser).scale == 0.5


def test_settings_that_come_from_elsewhere_are_shown(chooser):
    chooser._settings.use(replace(Settings(), source="/a/b.gif", noise=0.3, noise_kind="occlusion"))
    assert chooser.video.currentText() == "b.gif"
    assert chooser.kind.currentText() == "occlusion"
    assert chooser.noise.value() == pytest.approx(0.3)


def test_a_video_and_its_network_come_and_go_in_one_step(chooser):
    watch(chooser, FILM)
    assert current(chooser).model == "natural"
    chooser._settings.undo_stack.undo()
    assert current(chooser) == Settings()


def test_a_seed_is_offered_where_something_is_drawn_by_lot(chooser):
    watch(chooser, FILM)
    assert not chooser.seed.isEnabled()
    choose(chooser.kind, "gaussian")
    assert chooser.seed.isEnabled()


def test_a_camera_is_in_the_list_where_there_is_one_and_can_be_mirrored(qtbot, monkeypatch):
    stand_in(monkeypatch)
    chooser = SourceChooser(SettingsModel(Settings()))
    qtbot.addWidget(chooser)
    chooser.show()
    names = [chooser.video.itemText(index) for index in range(chooser.video.count())]
    assert names[-2:] == ["camera 0", "Open …"]
    assert not chooser.mirror.isVisible() and not chooser.drawing.isVisible()
    watch(chooser, "camera:0")
    chooser.mirror.click()
    assert current(chooser).mirrored
    assert chooser.video.currentText() == "camera 0"
