"""The page in a real browser, without WebGL and without a network: keys, clicks, numbers."""

import base64
import io
import json

import numpy as np
import pytest
from PIL import Image

from tests.helpers.browser import missing_browser

if missing_browser():
    pytest.skip(missing_browser(), allow_module_level=True)

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

from dpcn_app.live.controller import Controller
from dpcn_app.live.measures import FADING, SCORES
from dpcn_app.live.settings import Settings
from dpcn_app.live.verdict import verdict
from dpcn_app.sharing.recording import record
from dpcn_app.sharing.story import Story, StoryStep
from dpcn_app.sharing.web_page import save_page
from tests.helpers.browser import browser, complaints
from tests.helpers.small_recording import small_recording

MODES = ("off", "both", "prior")
HOSTILE = "</script><img src=x onerror=\"document.title='caught'\">"


class Page:
    """A page in a browser, driven by keys and pointer, and read."""

    def __init__(self, driver, path):
        self.driver = driver
        driver.get_log("browser")  # of the page before
        driver.get(path.as_uri())
        self.until("document.body.classList.contains('ready')")
        self.settle()

    def ask(self, expression):
        return self.driver.execute_script(f"return {expression}")

    def until(self, condition):
        WebDriverWait(self.driver, 60, 0.02).until(lambda _: self.ask(condition))

    def settle(self):
        """Wait until all that was asked for is drawn, and no marker moves."""
        self.until("!asked && !columns.some((each) => each.cloud.gliding(performance.now()))")

    def press(self, *keys):
        for key in keys:
            ActionChains(self.driver).send_keys(key).perform()
        self.settle()

    def press_with_shift(self, key):
        ActionChains(self.driver).key_down(Keys.SHIFT).send_keys(key).key_up(Keys.SHIFT).perform()
        self.settle()

    def click(self, name):
        self.driver.find_element("id", name).click()
        self.settle()

    def text(self, name):
        return self.driver.find_element("id", name).text

    @property
    def columns(self):
        """What stands above each cloud shown: its mode and its numbers."""
        found = {}
        for column in self.driver.find_elements("css selector", ".column:not([hidden])"):
            names = [each.text for each in column.find_elements("tag name", "dt")]
            values = [each.text for each in column.find_elements("tag name", "dd")]
            found[column.get_attribute("data-mode")] = dict(zip(names, values, strict=True))
        return found

    def pixels(self, expression):
        """Return the grey pixels of a canvas."""
        text = self.ask(f"{expression}.toDataURL('image/png')").partition(",")[2]
        return np.asarray(Image.open(io.BytesIO(base64.b64decode(text))).convert("L"))


@pytest.fixture(scope="module")
def driver(tmp_path_factory):
    with browser(tmp_path_factory.mktemp("profile")) as found:
        yield found


@pytest.fixture(scope="module")
def recorded(tmp_path_factory):
    """The demonstration as a recording, and its page."""
    recording = record(Settings(modes=MODES), 300, lambda share, words: None)
    path = tmp_path_factory.mktemp("page") / "demonstration.html"
    save_page(path, recording)
    return recording, path


@pytest.fixture
def page(driver, recorded):
    page = Page(driver, recorded[1])
    yield page
    assert complaints(driver) == []


def written(scores, measures):
    return {title: f"{getattr(scores, name):.2f}" for title, name in measures.items()}


@pytest.fixture(scope="module")
def shown_in_the_app():
    """What the app shows of the three modes at once."""
    controller = Controller(Settings(modes=MODES), playing=False)
    while controller.work(1.0) is not None:
        pass
    snapshot = controller.snapshot()
    controller.close()
    return snapshot


def numbers_of(snapshot):
    return {
        view.mode: written(view.scores, SCORES) | written(view.fading, FADING)
        for view in snapshot.views
    }


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


BELIEVING = ("off", "both", "prior", "prior@square", "prior@x")


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


def told_story(text):
    still = (("off",), ("off",))
    return Story(
        text,
        (
            StoryStep("One", (text,), "", (), (f"So {text}",), still, 3),
            StoryStep(
                text, ("b",), "Why?", (text, "y"), ("A it is", "B"), (("off",), ("both",)), None
            ),
            StoryStep("Three", ("c",), "", (), ("",), (("both",), ("both",)), None, here=False),
        ),
    )


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


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (390, 844), (844, 390)])
def test_a_lesson_with_beliefs_fits_its_screen(driver, tmp_path, width, height):
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


BOXES = """[...document.querySelectorAll("#stage canvas, canvas.cloud")].map((each) => {
    const { left, right, top, bottom } = each.getBoundingClientRect();
    return { left, right, top, bottom };
})"""

CUT_NUMBERS = """[...document.querySelectorAll("dd")]
    .filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.textContent)"""


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
