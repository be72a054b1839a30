"""The lessons there are: bundled ones, and own ones beside them."""

import re
from dataclasses import replace
from itertools import pairwise

import pytest

from dpcn_app.errors import UserError
from dpcn_app.lessons.library import find_lesson, lesson_after, list_lessons, own_lessons

GOOD = "# Mine\n- minutes: 2\n\n## One\n\nSaid.\n"


@pytest.fixture
def own(tmp_path):
    (tmp_path / "mine.md").write_text(GOOD)
    (tmp_path / "broken.md").write_text("nothing\n")
    (tmp_path / "notes.txt").write_text("not a lesson")
    return tmp_path


def test_own_lessons_stand_beside_the_bundled_ones_and_broken_ones_say_why(own):
    entries = {entry.name: entry for entry in list_lessons(own) if entry.own}
    assert set(entries) == {"mine", "broken"}
    assert entries["mine"].lesson == find_lesson("mine", own)
    assert "line 1" in entries["broken"].problem and entries["broken"].lesson is None


def test_every_bundled_lesson_can_be_used_and_is_short(tmp_path):
    bundled = list_lessons(tmp_path)
    assert [entry.number for entry in bundled] == [str(each) for each in range(1, 12)]
    for entry in bundled:
        assert entry.lesson is not None, entry.problem
        assert 3 <= entry.lesson.minutes <= 8 and entry.lesson.about


def test_whatever_a_bundled_lesson_claims_is_a_number_with_a_sentence_for_otherwise(tmp_path):
    """A figure typed by hand, such as 0.79 or 90 %, could be false tomorrow."""
    for entry in list_lessons(tmp_path):
        assert entry.lesson is not None, entry.problem
        for step in entry.lesson.steps:
            for conclusion in step.conclusions:
                typed = re.sub(r"\{[^}]*\}", "", conclusion.text)
                assert not re.search(r"\d\.\d|\d\s?%", typed), conclusion.text


def test_a_lesson_is_found_by_name_number_and_file(own):
    by_name = find_lesson("noise", own)
    assert by_name == find_lesson("4", own) == find_lesson("04-noise", own)
    assert find_lesson(str(own / "mine.md"), own).title == "Mine"
    assert find_lesson("mine", own).title == "Mine"


def test_a_lesson_that_is_not_there_is_refused_with_those_that_are(own):
    with pytest.raises(UserError, match=r"no lesson called 'nosie'.*noise.*mine"):
        find_lesson("nosie", own)
    with pytest.raises(UserError, match="line 1"):
        find_lesson("broken", own)


def test_a_folder_that_is_not_there_is_an_empty_one(tmp_path):
    assert not any(entry.own for entry in list_lessons(tmp_path / "nowhere"))
    assert own_lessons().name == "lessons"


def test_after_a_lesson_comes_the_next_of_the_list_and_after_the_last_none(own):
    lessons = [each.lesson for each in list_lessons(own) if each.lesson is not None]
    for lesson, following in pairwise(lessons):
        found = lesson_after(lesson, own)
        assert found is not None and found.title == following.title
    assert lesson_after(lessons[-1], own) is None


def test_after_a_lesson_that_is_not_in_the_list_comes_none(own):
    assert lesson_after(replace(find_lesson("1"), title="Of a file"), own) is None
