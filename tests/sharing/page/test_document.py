"""Whatever names a recording has, the page shows them as text."""

from selenium.webdriver.common.keys import Keys

from dpcn_app.sharing.web_page import save_page
from tests.helpers.browser import complaints
from tests.helpers.shown_page import Page
from tests.helpers.small_recording import small_recording

HOSTILE = "</script><img src=x onerror=\"document.title='caught'\">"


def test_names_with_markup_are_text(driver, tmp_path):
    path = tmp_path / "hostile.html"
    classes = (HOSTILE, "<b>x</b>")
    names, titles = ("off", "both", f"prior@{HOSTILE}"), (HOSTILE, "y", f"<b>{HOSTILE}</b>")
    save_page(path, small_recording(name=HOSTILE, classes=classes, names=names, titles=titles))
    page = Page(driver, path)
    page.press("t", "1", "c", Keys.ARROW_RIGHT)
    page.press_with_shift("c")
    page.driver.find_element("css selector", "#side summary").click()
    assert page.ask("[...byId('choices').children].map((each) => each.textContent)") == [*titles]
    assert page.text("verdict") == f"{titles[2]} is fair."  # of the mode with the best numbers
    box = page.driver.find_element("id", "choices").rect
    assert box["x"] >= 0 and box["x"] + box["width"] <= 1280
    assert page.text("title") == f"{HOSTILE} watches video of {HOSTILE}"
    assert page.text("frame") == "2 / 12 · <b>x</b>"
    assert page.ask("document.title") != "caught"
    assert page.ask("document.querySelectorAll('img, b:not(figcaption b)').length") == 0
    assert complaints(driver) == []
