"""The controls below the stage: they stay where they are, and are called by words."""

import re
from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt

from dpcn_app.engine.modes import PARTS
from dpcn_app.live.engine_commands import AddModel, Jump
from dpcn_app.live.settings import Settings, shapes_source
from dpcn_app.storage.bundled import open_model
from tests.helpers.hand_driven import show_window

SHORT = Settings(source=shapes_source(frames=60))


@pytest.fixture
def window(qtbot):
    window = show_window(qtbot, SHORT)
    window.update_all()
    return window


def places(window):
    """Return where the controls are, in all three rows."""
    transport = window.transport
    row = (transport.slider, transport.position, transport.speed, transport.loop)
    network = (transport.mode, *transport.parts.values(), transport.network, transport.light)
    source = transport.source
    watched = (source.video, source.noise, source.kind, source.seed)
    window.grab()
    return [each.geometry().getRect() for each in (*row, *network, *watched)]


def test_nothing_moves_sideways_with_another_network_or_video(window):
    before = places(window)
    window.ask(AddModel("a network with a name that is far too long", open_model("natural")))
    for change in (
        {"model": "a network with a name that is far too long"},
        {"source": "photographs:seed=1,frames=1200", "noise": 0.0},
        {"source": shapes_source("hard", 1500), "model": "shapes-hard"},
    ):
        window.settings.change(**change)
        window.show_snapshot(window.controller.snapshot())
        assert places(window) == before, change


def test_a_click_on_the_time_slider_goes_there(qtbot, window):
    slider = window.transport.slider
    at = QPoint(slider.width() // 2, slider.height() // 2)
    qtbot.mouseClick(slider, Qt.MouseButton.LeftButton, pos=at)
    (jump,) = [each for each in window.asked if isinstance(each, Jump)]
    assert jump.index == pytest.approx(30, abs=2)


def test_the_parts_of_the_prior_are_called_by_words_wherever_they_are_shown(window):
    boxes = window.transport.parts
    assert [box.text() for box in boxes.values()] == ["time", "handed down", "top"]
    told = [box.toolTip() for box in boxes.values()]
    told += [box.accessibleName() for box in boxes.values()]
    told += [window.transport.mode.itemData(index, Qt.ItemDataRole.ToolTipRole) for index in (4, 6)]
    told += [part.meaning for part in PARTS.values()]
    assert not [words for words in told if re.search(r"\b[TDK]\b", words)]


def test_a_misread_frame_says_what_it_is_read_as(window):
    snapshot = window.controller.snapshot()
    read = (snapshot.labels + 1) % 3
    views = tuple(replace(view, read=read) for view in snapshot.views)
    window.transport.show_snapshot(replace(snapshot, views=views))
    assert window.transport.position.text().endswith("  square, read as x")
    views = tuple(replace(view, read=snapshot.labels) for view in snapshot.views)
    window.transport.show_snapshot(replace(snapshot, views=views))
    assert window.transport.position.text().endswith("  square")
