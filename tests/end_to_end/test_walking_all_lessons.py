"""Every bundled lesson on a small projector, one after the other, led as a lecturer leads it."""

from typing import Any

import pytest

from dpcn_app.lessons.library import LessonEntry, list_lessons
from tests.helpers.desktop import App, missing_tools, open_desktop, until

pytestmark = pytest.mark.skipif(bool(missing_tools()), reason=missing_tools())

BUNDLED = [entry for entry in list_lessons() if not entry.own]
PATIENCE = 60.0


def wait_lesson(app: App, condition, what: str) -> dict[str, Any]:
    """Wait until the page of the lesson is so; return what it shows then."""

    def look() -> dict[str, Any] | None:
        page = app.ask(lesson=True)
        return page if page is not None and condition(page) else None

    try:
        return until(look, what, PATIENCE)
    except AssertionError as error:
        raise AssertionError(f"{error}; the page shows {app.ask(lesson=True)}") from error


def at_rest(app: App, frame: int) -> dict[str, Any] | None:
    """Return the state of the window once it shows all that was asked for, and a frame."""
    state: dict[str, Any] = app.ask(state=True)
    return state if state["shown"] and state["frame"] == frame else None


def wait_state(app: App, wanted: dict[str, Any], what: str) -> None:
    """Wait until the window is in a state; where it is not, say in what it differs."""
    try:
        until(lambda: app.ask(state=True) == wanted, what, 30)
    except AssertionError as error:
        differing = {
            name: (value, wanted[name])
            for name, value in app.ask(state=True).items()
            if value != wanted[name]
        }
        raise AssertionError(f"{error}; now and before: {differing}") from error


def wait_title(app: App, entry: LessonEntry) -> None:
    """Wait until the page shows a lesson."""
    assert entry.lesson is not None, entry.problem
    title = entry.lesson.title
    wait_lesson(app, lambda page: page["title"] == title, title)


def chosen_by(entry: LessonEntry) -> list[str]:
    """Return the keys that choose a lesson in its menu: its digit, or arrows from the first on."""
    if len(entry.number) == 1:
        return [entry.number]
    return [*["Down"] * BUNDLED.index(entry), "Return"]


def walk_step(app: App, name: str, number: int) -> None:
    """Answer, do what the step waits for, and see that it concludes as it should."""
    at = f"{name}, step {number}"
    page = wait_lesson(app, lambda page: page["step"] == number, at)
    if page["asking"]:
        assert not page["conclusion"], at
        app.keys("a")
        page = wait_lesson(app, lambda page: not page["asking"], f"{at} is answered")
    if page["waiting"]:
        app.keys("Next")  # does what the step waits for
    page = wait_lesson(
        app,
        lambda page: not page["waiting"] and bool(page["conclusion"]) == page["concludes"],
        f"{at} concludes",
    )
    assert "…" not in page["said"] + page["conclusion"], page
    assert page["as expected"], page
    assert not page["wandered"], page
    assert page["lit"] == bool(page["lights"]), page


def test_page_down_and_its_keys_lead_through_every_bundled_lesson(tmp_path):
    # Without auto-repeat: on a busy machine the time between press and release may be long.
    with open_desktop(tmp_path, options=["-r"], screen=(1280, 720)) as desktop:
        app = desktop.start("--theme", "projector", surveyed=True)
        app.wait_playing()
        app.keys("space", "Home", "Right", "o")
        before = until(lambda: at_rest(app, frame=1), "the frame before all lessons")
        for entry, following in zip(BUNDLED, [*BUNDLED[1:], None], strict=True):
            assert entry.lesson is not None
            app.keys("alt+l", *chosen_by(entry))
            wait_title(app, entry)
            for number in range(1, len(entry.lesson.steps) + 1):
                walk_step(app, entry.name, number)
                app.keys("Next")
            if following is not None:
                wait_title(app, following)  # the last step has led on to it
            app.keys("alt+l", "l")
            until(lambda: app.ask(lesson=True) is None, "the page has gone")
            wait_state(app, before, f"all is as before {entry.name}")
        app.close()
