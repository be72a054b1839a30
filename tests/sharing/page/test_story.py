"""The lesson that a page tells: its steps, its questions and their answers."""

from selenium.webdriver.common.keys import Keys

from dpcn_app.sharing.web_page import save_page
from tests.helpers.browser import complaints
from tests.helpers.shown_page import Page
from tests.helpers.small_recording import small_recording, told_story

HOSTILE = "</script><img src=x onerror=\"document.title='caught'\">"


def test_the_lesson_leads_and_its_letters_answer(driver, tmp_path):
    path = tmp_path / "lesson.html"
    save_page(path, small_recording(story=told_story(HOSTILE)))
    page = Page(driver, path)
    assert page.text("lesson") == HOSTILE and page.text("frame").startswith("4 / 12")
    page.press(Keys.PAGE_DOWN)
    assert page.text("told").splitlines() == ["One", HOSTILE, f"So {HOSTILE}"]
    page.press(Keys.PAGE_DOWN)
    assert page.text("step") == "2 / 3" and list(page.columns) == ["off"]
    page.press("b")
    assert page.text("told").splitlines()[-1] == "B" and list(page.columns) == ["both"]
    page.press("c")  # answered, so that letters are keys again
    assert list(page.columns) == ["off", "both"]
    page.click("later")
    assert "another video" in page.text("told")
    assert not page.driver.find_element("id", "later").is_enabled()
    page.press(Keys.PAGE_UP, Keys.PAGE_UP)
    assert page.text("step") == "1 / 3"
    assert page.ask("document.querySelectorAll('img').length") == 0 and complaints(driver) == []
