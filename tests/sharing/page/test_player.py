"""Keys, buttons and the slider, and that numbers and pictures are those of the app."""

import numpy as np
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from dpcn_app.sharing.web_page import save_page
from tests.helpers.browser import complaints
from tests.helpers.shown_page import Page, numbers_of
from tests.helpers.small_recording import small_recording


def test_t_p_and_c_show_the_scores_of_the_app(page, recorded, shown_in_the_app):
    wanted = numbers_of(shown_in_the_app)
    assert page.columns == {"off": wanted["off"]}
    page.press("t")
    assert page.columns == {"both": wanted["both"]}
    page.press("p")
    assert page.columns == {"prior": wanted["prior"]}
    page.press("c")
    assert page.columns == {"off": wanted["off"], "prior": wanted["prior"]}
    page.press("t", "t")
    assert page.columns == {"off": wanted["off"]}
    page.click("compare")
    assert list(page.columns) == ["off", "both"]
    page.click("prior")
    assert list(page.columns) == ["off", "prior"]
    (told,) = [mode.verdict for mode in recorded[0].modes if mode.name == "prior"]
    assert page.text("verdict") == told and "a plain moving average" in told
    page.press("m")
    assert list(page.columns) == ["off", "both"]
    page.press_with_shift("m")
    assert list(page.columns) == ["off", "prior"]
    assert page.ask("document.title") == "shapes-easy watches shapes, easy"


def test_keys_step_and_the_pictures_are_those_of_the_frame(page, recorded):
    recording = recorded[0]
    page.press(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.ARROW_LEFT)
    assert page.text("frame") == "3 / 300 · square"
    page.press("t")
    np.testing.assert_array_equal(page.pixels("inputPicture.canvas"), recording.input[2])
    np.testing.assert_array_equal(page.pixels("cleanPicture.canvas"), recording.clean[2])
    shown = page.pixels("columns[0].picture.canvas")
    np.testing.assert_array_equal(shown, recording.modes[1].pictures[2])
    page.press(Keys.END)
    assert page.text("frame") == "300 / 300 · diamond"
    np.testing.assert_array_equal(page.pixels("inputPicture.canvas"), recording.input[299])
    page.press(Keys.HOME, Keys.ARROW_LEFT)
    assert page.text("frame") == "1 / 300 · square"
    assert page.ask("byId('slider').value") == "0"


def test_it_plays_pauses_and_is_scrubbed(page):
    page.driver.find_element("id", "play").click()
    page.until("state.frame > 3")
    ActionChains(page.driver).send_keys(" ").perform()
    page.settle()
    paused = page.text("frame")
    page.press("+", "+")
    assert page.ask("state.speed") == 4 and page.text("frame") == paused
    slider = page.driver.find_element("id", "slider")
    ActionChains(page.driver).move_to_element(slider).click().perform()
    page.settle()
    assert 140 <= int(page.text("frame").split()[0]) <= 160


def test_other_modes_are_chosen_from_a_list(driver, tmp_path):
    path = tmp_path / "average.html"
    recording = small_recording()
    save_page(path, recording)
    page = Page(driver, path)
    assert not page.driver.find_element("id", "prior").is_displayed()
    assert not page.driver.find_element("id", "mode").is_displayed()
    text = path.read_text("utf-8")
    path.write_text(text.replace('"name":"both"', '"name":"average"'), "utf-8")
    page = Page(driver, path)
    assert not page.driver.find_element("id", "top-down").is_displayed()
    chooser = page.driver.find_element("id", "mode")
    chooser.find_elements("tag name", "option")[1].click()
    page.settle()
    assert list(page.columns) == ["average"]
    page.press("t", "p")  # which are not there, and do no harm
    assert list(page.columns) == ["average"] and complaints(driver) == []
