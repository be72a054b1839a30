"""A lesson on a page: the window's own numbers, a conclusion for every answer, and its modes."""

from dataclasses import replace

import pytest

from dpcn_app.lessons.library import list_lessons
from dpcn_app.lessons.reading import read_lesson
from dpcn_app.live.settings import Settings, shapes_source
from dpcn_app.sharing.told_lesson import lesson_settings, shown_in, tell_lesson, with_modes

TEXT = """# Small
- minutes: 1
- about: A short lesson

## First
- source: shapes:set=easy,frames=20
- noise: 0

Without noise.

= {kept:off %} of the frames.

## Second
- noise: 1.5
- frame: 4
- wait: key T

Now with noise.

? What happens?
A. nothing
B. something

= Your answer: {answer}. From {leak:off} to {leak:both}.

## Third
- modes: prior
- wait: key 2

Look for the X.

= Of X: {kept:prior@x}.
"""


@pytest.fixture(scope="module")
def lesson():
    return read_lesson(TEXT)


@pytest.fixture(scope="module")
def story(lesson):
    told = []

    def report(share, words):
        assert 0 <= share <= 1
        told.append(words)

    story = tell_lesson(lesson, lesson_settings(lesson), report)
    assert told[0] == "lesson, step 1" and "lesson, step 3" in told
    return story


def test_the_page_shows_the_video_of_most_steps_in_all_their_modes(lesson):
    settings = lesson_settings(lesson)
    assert settings.noise == 1.5 and settings.source == "shapes:set=easy,frames=20"
    assert settings.modes == ("off", "both", "prior", "prior@x")


def test_keys_do_what_they_do_in_the_window(lesson):
    assert [(before.modes, after.modes) for before, after in shown_in(lesson)] == [
        (("off",), ("off",)),
        (("off",), ("both",)),
        (("prior",), ("prior@x",)),
    ]


def test_every_answer_has_its_conclusion_with_measured_numbers(story):
    first, second, third = story.steps
    assert first.conclusions[0].endswith("% of the frames.") and "…" not in first.conclusions[0]
    assert [text[:15] for text in second.conclusions] == ["Your answer: A.", "Your answer: B."]
    assert second.conclusions[0][16:] == second.conclusions[1][16:]
    assert "…" not in second.conclusions[0] and second.question == "What happens?"
    assert third.conclusions[0].startswith("Of X: 0.")


def test_steps_on_another_video_are_marked(story):
    assert [step.here for step in story.steps] == [False, True, True]
    assert story.steps[1].frame == 3 and story.steps[1].answers == ("nothing", "something")


def test_what_a_listener_raises_ends_it(lesson):
    def stop(share, words):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        tell_lesson(lesson, Settings(), stop)


def test_modes_are_named_once_and_not_more_than_fit(lesson):
    assert with_modes(("both",), shown_in(lesson), most=2) == ("both", "off")


@pytest.mark.parametrize("entry", list_lessons(), ids=lambda entry: entry.name)
def test_every_bundled_lesson_has_a_page_to_show(entry):
    settings = lesson_settings(entry.lesson)
    replace(settings, source=shapes_source()).check()
    assert settings.modes[0] == "off"
