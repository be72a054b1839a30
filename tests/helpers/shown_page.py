"""A shared page in a real browser, without WebGL and without a network."""

import base64
import io

import numpy as np
from PIL import Image
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

from dpcn_app.live.measures import FADING, SCORES


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


def numbers_of(snapshot):
    """Return what stands above each cloud where a page tells what the app shows."""
    return {
        view.mode: _written(view.scores, SCORES) | _written(view.fading, FADING)
        for view in snapshot.views
    }


def _written(scores, measures):
    return {title: f"{getattr(scores, name):.2f}" for title, name in measures.items()}
