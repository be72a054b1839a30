"""The clouds of markers: where they stand, and how clicks and drags reach them."""

import numpy as np
from selenium.webdriver.common.action_chains import ActionChains


def test_a_click_on_a_marker_goes_to_its_frame(page):
    page.press("t", "c")  # two clouds
    for column, frame in ((0, 57), (1, 211)):
        cloud = f"columns[{column}].cloud"
        # A marker that no other lies over, so that there is one right answer.
        alone = f"""{cloud}.points.filter((one) => {cloud}.points.every((other) => other === one
            || Math.hypot(one.x - other.x, one.y - other.y) > 3))
            .reduce((best, each) =>
                Math.abs(each.index - {frame}) < Math.abs(best.index - {frame}) ? each : best)"""
        marker = page.ask(alone)
        canvas = page.driver.find_elements("css selector", "canvas.cloud")[column]
        middle = [canvas.size["width"] / 2, canvas.size["height"] / 2]
        x, y = round(marker["x"] - middle[0]), round(marker["y"] - middle[1])
        ActionChains(page.driver).move_to_element_with_offset(canvas, x, y).click().perform()
        page.settle()
        assert page.text("frame").startswith(f"{marker['index'] + 1} / 300")


def test_one_camera_turns_all_clouds(page):
    page.press("c")
    assert not page.ask("!!document.createElement('canvas').getContext('webgl')")
    before = [page.pixels(f"columns[{each}].cloud.canvas") for each in (0, 1)]
    frame = page.text("frame")
    canvas = page.driver.find_elements("css selector", "canvas.cloud")[1]
    ActionChains(page.driver).drag_and_drop_by_offset(canvas, 60, 20).perform()
    page.settle()
    assert page.ask("[camera.azimuth, camera.elevation]") == [8, 30]
    for column, old in enumerate(before):
        assert (page.pixels(f"columns[{column}].cloud.canvas") != old).mean() > 0.01
    assert page.text("frame") == frame  # a drag is no click
    ActionChains(page.driver).double_click(canvas).perform()
    assert page.ask("[camera.azimuth, camera.elevation]") == [38, 20]


def test_markers_stand_where_the_app_puts_them(page, recorded):
    mode = recorded[0].modes[0]
    found = np.array(page.ask("Array.from(recording.modes[0].own.places)")).reshape(-1, 3)
    np.testing.assert_allclose(found, mode.own.place(mode.causes), atol=1e-4)
    page.press("c", "a")
    lengths = page.ask("columns.map((column) => column.cloud.axes.lengths)")
    assert lengths[0] == lengths[1]
    page.press("a")
    lengths = page.ask("columns.map((column) => column.cloud.axes.lengths)")
    assert lengths[0] != lengths[1]
