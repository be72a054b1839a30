"""The page of the demonstration, in a browser, and what the app itself shows of it."""

import pytest

from dpcn_app.live.controller import Controller
from dpcn_app.live.settings import Settings
from dpcn_app.sharing.recording import record
from dpcn_app.sharing.web_page import save_page
from tests.helpers.browser import browser, complaints, missing_browser
from tests.helpers.shown_page import Page

MODES = ("off", "both", "prior")


@pytest.fixture(autouse=True, scope="session")
def _needs_a_browser():
    if missing_browser():
        pytest.skip(missing_browser())


@pytest.fixture(scope="module")
def driver(tmp_path_factory):
    with browser(tmp_path_factory.mktemp("profile")) as found:
        yield found


@pytest.fixture(scope="session")
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


@pytest.fixture(scope="session")
def shown_in_the_app():
    """What the app shows of the three modes at once."""
    controller = Controller(Settings(modes=MODES), playing=False)
    while controller.work(1.0) is not None:
        pass
    snapshot = controller.snapshot()
    controller.close()
    return snapshot
