"""Keys, buttons, causes and markers that tell the network what to look for."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QMenu

from dpcn_app.live.settings import MOVING_PHOTOGRAPHS, Settings
from tests.helpers import stage_scene
from tests.helpers.hand_driven import press, show_window

MIXED = Settings(source="shapes:set=easy,frames=40,mix=square+x", noise=0.0)


@pytest.fixture
def window(qtbot):
    window = show_window(qtbot, MIXED)
    window.update_all()
    return window


def modes(window) -> list[str]:
    return [view.mode for view in window.snapshot.views]


def texts(window) -> list[str]:
    return [each.text() for each in window.findChildren(QAction) if each.isVisible()]


def test_keys_hold_the_belief_of_a_class_and_0_lets_go(qtbot, window):
    assert window.hint.isVisible() and "<b>1</b> to look for square" in window.hint.text()
    press(qtbot, window, Qt.Key.Key_1)
    assert modes(window) == ["prior@square"]
    kept = window.snapshot.views[0].kept
    assert kept["square"] > kept["x"]
    assert not window.hint.isVisible()
    press(qtbot, window, Qt.Key.Key_2)
    assert modes(window) == ["prior@x"]
    kept = window.snapshot.views[0].kept
    assert kept["x"] > kept["square"]
    press(qtbot, window, Qt.Key.Key_0)
    assert modes(window) == ["prior"]


def test_b_shows_the_frame_under_each_belief_and_ends_that(qtbot, window):
    press(qtbot, window, Qt.Key.Key_B)
    assert modes(window) == ["prior", "prior@square", "prior@x", "prior@diamond"]
    drawn = stage_scene.words(window.stage)
    assert [each for each in drawn if each in ("left alone", "diamond")] == [
        "left alone",
        "diamond",
    ]
    titles = [column.title.text() for column in window.docks["causes"].panel.columns]
    assert titles == ["left alone", "square", "x", "diamond"]
    press(qtbot, window, Qt.Key.Key_B)
    assert modes(window) == ["prior"]


def test_the_menu_names_the_classes_of_the_video(window):
    assert {"Look for square", "Look for x", "Look for diamond"} <= set(texts(window))
    window.settings.change(source="shapes:set=hard,frames=40")
    assert "Look for triangle" in texts(window) and "Look for x" not in texts(window)
    window.settings.change(source=MOVING_PHOTOGRAPHS)
    assert "Look for class 1" in texts(window)


def test_without_classes_a_key_says_where_a_belief_is_chosen(qtbot, window):
    window.settings.use(replace(window.settings.current, source=MOVING_PHOTOGRAPHS))
    before = window.settings.current
    for key in (Qt.Key.Key_1, Qt.Key.Key_B):
        window.status.end_notice()
        qtbot.keyClick(window, key)
        assert "Causes’ fields" in window.message.text()
    assert window.settings.current == before


def test_the_buttons_show_what_is_looked_for_and_never_move(qtbot, window):
    bar = window.transport.beliefs
    places = [button.geometry() for button in (*bar.shapes, bar.free)]
    qtbot.mouseClick(bar.shapes[1], Qt.MouseButton.LeftButton)
    window.update_all()
    assert modes(window) == ["prior@x"]
    assert [button.isChecked() for button in bar.shapes] == [False, True, False]
    assert bar.free.isEnabled()
    assert "look for x (2)" in bar.shapes[1].toolTip()
    qtbot.mouseClick(bar.free, Qt.MouseButton.LeftButton)
    window.update_all()
    assert modes(window) == ["prior"]
    window.settings.change(source=MOVING_PHOTOGRAPHS)
    assert not any(button.isEnabled() for button in bar.shapes)
    assert [button.geometry() for button in (*bar.shapes, bar.free)] == places


def test_the_belief_is_a_star_in_the_cloud_and_words_on_the_stage(qtbot, window):
    causes = window.docks["causes"].panel
    assert causes.columns[0].scatter.drawing.cloud.belief is None
    press(qtbot, window, Qt.Key.Key_1)
    cloud = causes.columns[0].scatter.drawing.cloud
    assert cloud.believed == "square" and abs(cloud.belief).max() <= 0.5 + 1e-9
    assert "Told to look for square" in stage_scene.words(window.stage)
    assert causes.columns[0].kept.isVisible() and not causes.columns[0].scores.isVisible()
    assert causes.columns[0].kept.text().startswith("square 0.")


def test_a_top_cause_is_believed_by_a_button(qtbot, window):
    fields = window.docks["fields"].panel
    window.docks["fields"].raise_()
    qtbot.waitUntil(fields.isVisible)
    window.context.selection.select_cause(0, 1)
    window.update_all()
    assert not fields.believe.isVisible()  # only the top layer's are handed down
    window.context.selection.select_cause(1, 2)
    window.update_all()
    assert fields.believe.isVisible() and not fields.believe.isChecked()
    qtbot.mouseClick(fields.believe, Qt.MouseButton.LeftButton)
    window.update_all()
    assert modes(window) == ["prior@cause 3"] and fields.believe.isChecked()
    qtbot.mouseClick(fields.believe, Qt.MouseButton.LeftButton)
    window.update_all()
    assert modes(window) == ["prior"]


def test_a_right_click_on_a_marker_believes_what_was_believed_then(qtbot, window):
    column = window.docks["causes"].panel.columns[0]
    column.scatter.asked.emit(11, QPoint(5, 5))
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    entry = next(each for each in menu.actions() if each.text().startswith("Believe"))
    assert entry.text() == "Believe what was believed in frame 12"
    entry.trigger()
    menu.close()
    window.update_all()
    assert modes(window) == ["prior@frame 12 of off"]
    assert window.snapshot.views[0].belief is not None


def test_an_unknown_belief_gets_a_sentence(qtbot, window, monkeypatch):
    told: list[str] = []
    monkeypatch.setattr(window, "tell", told.append)
    window.believe("unicorn")
    window.update_all()
    assert told and "unicorn" in told[0] and "square" in told[0]
    assert window.settings.current.modes == ("off",)
