"""Any modes side by side: all of them by a key, or some from a list."""

import numpy as np
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from dpcn_app.live.verdict import verdict
from tests.helpers.shown_page import numbers_of


def test_all_modes_stand_side_by_side_as_in_the_app(page, recorded, shown_in_the_app):
    page.press_with_shift("c")
    assert page.columns == numbers_of(shown_in_the_app)
    assert page.text("verdict") == verdict(shown_in_the_app) != ""
    for place, mode in enumerate(recorded[0].modes):
        shown = page.pixels(f"columns[{place}].picture.canvas")
        np.testing.assert_array_equal(shown, mode.pictures[0])
    canvas = page.driver.find_elements("css selector", "canvas.cloud")[2]
    before = [page.pixels(f"columns[{each}].cloud.canvas") for each in range(3)]
    ActionChains(page.driver).drag_and_drop_by_offset(canvas, 60, 20).perform()
    page.settle()
    for column, old in enumerate(before):  # one camera
        assert (page.pixels(f"columns[{column}].cloud.canvas") != old).mean() > 0.01
    page.press_with_shift("c")
    assert list(page.columns) == ["both"]
    page.press_with_shift("c")
    page.press("t")  # which ends a comparison
    assert list(page.columns) == ["both"]


def test_modes_are_switched_on_and_off_in_a_list(page):
    page.driver.find_element("css selector", "#side summary").click()
    boxes = page.driver.find_elements("css selector", "#choices input")
    assert [box.is_selected() for box in boxes] == [True, False, False]
    boxes[2].click()
    boxes[1].click()
    page.settle()
    assert list(page.columns) == ["off", "prior", "both"]  # those shown already come first
    page.press(" ")  # the key of the switch that has the focus, not of the player
    assert list(page.columns) == ["off", "prior"] and not page.ask("state.playing")
    page.press("m")  # another in the place of the one that is compared
    assert list(page.columns) == ["off", "both"]
    page.press("c")
    boxes[1].click()
    page.settle()
    assert list(page.columns) == ["off"]  # none is left, so that bottom-up is shown
    page.press(Keys.ESCAPE)
    assert not boxes[0].is_displayed()
