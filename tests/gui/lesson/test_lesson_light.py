"""The light: every name that lessons may use is something in the window, and follows it."""

import pytest

from dpcn_app.gui.lesson.lesson_light import lit_widget
from dpcn_app.lessons.step_header import LIGHTS, PANELS
from dpcn_app.live.settings import Settings, shapes_source
from tests.helpers.hand_driven import show_window


@pytest.fixture
def window(qtbot):
    window = show_window(qtbot, Settings(source=shapes_source(frames=60)))
    window.update_all()
    return window


def test_every_light_and_panel_of_lessons_is_in_the_window(window):
    window.pages.open("states")
    assert [name for name in LIGHTS if lit_widget(window, name) is None] == []
    without_a_folder = {"study"}  # shows nothing
    assert sorted(PANELS) == sorted({*window.docks, *window.pages.panels} - without_a_folder)


def test_the_light_is_around_its_widget_also_after_that_has_grown(window):
    light = window.guide.light
    light.surround("stage")
    for size in ((1400, 900), (1000, 700)):
        window.resize(*size)
        window.grab()
        light.follow()
        corner = window.stage.mapTo(window, window.stage.rect().center())
        assert light.isVisible() and light.geometry().contains(corner)
        assert light.width() >= window.stage.width()


def test_no_light_for_what_cannot_be_seen_or_has_no_name(window):
    light = window.guide.light
    light.surround("stage")
    light.surround("")
    assert not light.isVisible()
    light.surround("why")  # a tab behind another
    assert not light.isVisible()
    window.show_panel("why")
    light.follow()
    assert light.isVisible()
