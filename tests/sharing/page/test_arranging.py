"""A page fits the screens that it is shown on, wide ones and those of phones."""

import json

import pytest

from dpcn_app.sharing.web_page import save_page
from tests.helpers.browser import browser, complaints
from tests.helpers.shown_page import Page
from tests.helpers.small_recording import BELIEVING, small_recording, told_story

BOXES = """[...document.querySelectorAll("#stage canvas, canvas.cloud")].map((each) => {
    const { left, right, top, bottom } = each.getBoundingClientRect();
    return { left, right, top, bottom };
})"""

CUT_NUMBERS = """[...document.querySelectorAll("dd")]
    .filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.textContent)"""


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (390, 844), (844, 390)])
def test_a_lesson_with_beliefs_fits_its_screen(tmp_path, width, height):
    path = tmp_path / "lesson.html"
    story = told_story("A sentence that says something.")
    save_page(path, small_recording(names=BELIEVING, titles=BELIEVING, story=story))
    with browser(tmp_path / "profile", (width, height), phone=width < 1280) as other:
        page = Page(other, path)
        assert page.ask("document.documentElement.scrollWidth") == width
        for name in ("later", "stage", "clouds", "story", "beliefs"):
            box = json.loads(page.ask(f"JSON.stringify(byId('{name}').getBoundingClientRect())"))
            assert box["left"] >= 0 and box["right"] <= width and box["height"] > 20


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (390, 844), (844, 390)])
def test_three_modes_and_more_fit_a_screen_without_cuts(recorded, tmp_path, width, height):
    many = tmp_path / "many.html"
    save_page(many, small_recording(names=BELIEVING, titles=BELIEVING))
    with browser(tmp_path / "profile", (width, height), phone=width < 1280) as other:
        for path, count in ((recorded[1], 3), (many, 5)):
            page = Page(other, path)
            page.ask("toggleAll()")
            page.settle()
            assert page.ask("document.documentElement.scrollWidth") == width
            boxes = page.ask(BOXES)
            assert len(boxes) == 2 * count + 2  # pictures and clouds
            for box in boxes:
                assert box["left"] >= 0 and box["right"] <= width
                assert box["right"] - box["left"] > 40 and box["bottom"] - box["top"] > 40
                if width > height and count == 3:  # held upright, it is scrolled
                    assert box["top"] >= 0 and box["bottom"] <= height
            assert page.ask(CUT_NUMBERS) == [] and complaints(other) == []


@pytest.mark.parametrize(("width", "height"), [(390, 844), (844, 390)])
def test_it_fits_a_phone_and_answers_to_a_finger(recorded, tmp_path, width, height):
    with browser(tmp_path / "profile", (width, height), phone=True) as phone:
        page = Page(phone, recorded[1])
        page.click("compare")
        size = page.ask("[document.documentElement.scrollWidth, innerWidth, innerHeight]")
        assert size == [width, width, height]
        for name in ("top-down", "prior", "compare", "back", "play", "on", "slider"):
            box = json.loads(page.ask(f"JSON.stringify(byId('{name}').getBoundingClientRect())"))
            assert box["left"] >= 0 and box["right"] <= width and box["height"] >= 32
            assert box["top"] >= 0 and box["bottom"] <= height
        before = page.ask("camera.azimuth")
        touch(page, "canvas.cloud", by=(40, 0))
        assert page.ask("camera.azimuth") != before
        assert complaints(phone) == []


def touch(page, selector, by):
    """Move a finger over the middle of an element."""
    box = json.loads(
        page.ask(f"JSON.stringify(document.querySelector('{selector}').getBoundingClientRect())")
    )
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def event(kind, *points):
        page.driver.execute_cdp_cmd(
            "Input.dispatchTouchEvent",
            {"type": kind, "touchPoints": [{"x": px, "y": py} for px, py in points]},
        )

    event("touchStart", (x, y))
    event("touchMove", (x + by[0] / 2, y + by[1] / 2))
    event("touchMove", (x + by[0], y + by[1]))
    event("touchEnd")
    page.settle()
