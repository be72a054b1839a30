"""Beliefs are held and let go by number keys and buttons."""

from dpcn_app.sharing.web_page import save_page
from tests.helpers.browser import complaints
from tests.helpers.shown_page import Page
from tests.helpers.small_recording import BELIEVING, small_recording


def test_number_keys_tell_it_what_to_look_for(driver, tmp_path):
    path = tmp_path / "beliefs.html"
    save_page(path, small_recording(names=BELIEVING, titles=BELIEVING))
    page = Page(driver, path)
    assert not page.driver.find_element("id", "mode").is_displayed()
    page.press("1")
    assert list(page.columns) == ["prior@square"]
    page.press("2")
    assert list(page.columns) == ["prior@x"]
    page.press("2")  # again: let go
    assert list(page.columns) == ["prior"]
    page.press("3", "0")  # there is no third class, and no belief to let go
    assert list(page.columns) == ["prior"]
    page.driver.find_element("css selector", "[data-belief=square]").click()
    page.press("c")
    assert list(page.columns) == ["off", "prior@square"]
    pressed = page.driver.find_elements("css selector", "#beliefs [aria-pressed=true]")
    assert [button.text.split()[0] for button in pressed] == ["square"]
    page.press("0")
    assert list(page.columns) == ["off", "prior"]
    page.press_with_shift("c")
    page.press("1")  # which is among those shown, and does not stand there twice
    assert sorted(page.columns) == sorted(BELIEVING)
    assert len(page.driver.find_elements("css selector", ".column")) == len(BELIEVING)
    assert complaints(driver) == []
