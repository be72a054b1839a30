"""The glossary: enough terms, each said once and briefly, with a place that is in the window."""

import re

from dpcn_app.lessons.library import list_lessons
from dpcn_app.lessons.step_header import LIGHTS
from dpcn_app.lessons.terms import FINDER, TERMS


def test_there_are_some_forty_terms_each_with_a_name_of_its_own():
    assert len(TERMS) >= 40
    assert len({term.name for term in TERMS}) == len(TERMS)


def test_a_term_takes_one_sentence_or_two_that_are_read_once():
    for term in TERMS:
        assert 1 <= len(re.findall(r"[.](?:\s|$)", term.meaning)) <= 2, term.name
        assert term.meaning[0].isupper() and term.meaning.endswith("."), term.name
        assert len(term.meaning) <= 200, term.name


def test_no_form_belongs_to_two_terms_and_each_finds_its_own():
    forms = [(form, term) for term in TERMS for form in term.forms]
    assert len({form for form, _ in forms}) == len(forms)
    for form, term in forms:
        assert FINDER.named(form) is term, form


def test_every_place_is_one_that_a_lesson_could_light():
    assert {term.place for term in TERMS} - {""} <= set(LIGHTS)
    assert sum(bool(term.place) for term in TERMS) >= 40


def test_the_bundled_lessons_use_terms_on_most_of_their_pages():
    lessons = [entry.lesson for entry in list_lessons() if entry.lesson and not entry.own]
    steps = [step for lesson in lessons for step in lesson.steps]
    using = [step for step in steps if FINDER.in_text(" ".join(step.said))]
    assert len(using) > 0.6 * len(steps)
