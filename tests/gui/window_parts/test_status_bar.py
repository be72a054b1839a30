"""The status bar: what it says of snapshots, and when."""

from dataclasses import replace

import pytest
from PySide6.QtWidgets import QMainWindow

from dpcn_app.gui.settings_model import SettingsModel
from dpcn_app.gui.window_parts.status_bar import StatusBar
from dpcn_app.live.first_snapshot import first_snapshot
from dpcn_app.live.settings import Settings
from dpcn_app.live.snapshot import Preparing
from tests.helpers.real_scene import snapshots


@pytest.fixture
def window(qtbot) -> QMainWindow:
    window = QMainWindow()
    qtbot.addWidget(window)
    window.show()
    return window


@pytest.fixture
def settings() -> SettingsModel:
    return SettingsModel(snapshots()[0].settings)


@pytest.fixture
def status(window: QMainWindow, settings: SettingsModel) -> StatusBar:
    return StatusBar(window.statusBar(), settings)


def test_an_opening_changes_nothing(status: StatusBar) -> None:
    status.show_snapshot(first_snapshot(Settings()))
    assert status.message.text() == "Loading the engine …"
    assert status.progress.isVisible()


def test_it_says_which_network_watches_in_which_modes(status: StatusBar) -> None:
    status.show_snapshot(snapshots()[0])
    assert status.message.text() == "shapes-easy · Top-down, Bottom-up"
    assert not status.progress.isVisible() and status.speed.text() == ""


def test_it_shows_how_far_the_engine_is_and_how_fast(status: StatusBar) -> None:
    status.show_snapshot(replace(snapshots()[0], busy=0.4, playing=True, shown_per_second=29.6))
    assert status.progress.isVisible() and status.progress.value() == 40
    assert status.speed.text() == "30 frames/s"


def test_it_says_what_is_being_prepared_while_known_results_are_shown(status: StatusBar) -> None:
    preparing = Preparing("the prior", 4, 7, waited_for=False)
    status.show_snapshot(replace(snapshots()[0], preparing=preparing))
    assert status.message.text() == (
        "shapes-easy · Top-down, Bottom-up · preparing the prior, 4 of 7"
    )
    assert status.progress.isVisible() and status.progress.value() == 43
    status.show_snapshot(snapshots()[0])
    assert status.message.text() == "shapes-easy · Top-down, Bottom-up"
    assert not status.progress.isVisible()


def test_it_says_what_is_waited_for_where_nothing_can_be_shown(status: StatusBar) -> None:
    preparing = Preparing("top-down predictions", 2, 7, waited_for=True)
    status.show_snapshot(replace(snapshots()[0], views=(), busy=0.0, preparing=preparing))
    assert status.message.text() == "Preparing the network's kernels (2 of 7) …"
    assert status.progress.isVisible() and status.progress.value() == 14


def test_a_notice_is_given_for_a_while_in_place_of_what_is_watched(status: StatusBar) -> None:
    status.give_notice("A network has been trained")
    status.show_snapshot(snapshots()[0])
    assert status.message.text() == "A network has been trained"
    status.end_notice()
    assert status.message.text() == "shapes-easy · Top-down, Bottom-up"


def test_a_change_that_has_not_come_about_yet_is_told_and_one_that_has_is_not(
    qtbot, status: StatusBar, settings: SettingsModel
) -> None:
    status.show_snapshot(snapshots()[0])
    status.tell_waiting()
    assert status.message.text() == "shapes-easy · Top-down, Bottom-up"
    settings.change(noise=0.0)
    qtbot.waitUntil(lambda: status.message.text() == "One moment: getting ready …")
    assert status.progress.isVisible() and status.progress.maximum() == 0


def test_after_a_failure_it_says_so_and_nothing_moves_any_more(status: StatusBar) -> None:
    status.tell_stopped()
    assert "stopped after an error" in status.message.text()
    assert not status.progress.isVisible()
