"""Names of networks become names of files and come back exactly."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpcn_app.errors import UserError
from dpcn_app.storage.network_names import (
    LONGEST,
    check_name,
    file_stem,
    free_name,
    in_reading_order,
    name_of_stem,
    numbered_name,
    stopped_name,
)

HOSTILE = [
    "film 1",
    "../../etc/passwd",
    'a\\b:c*d?e"f<g>h|i',
    ".hidden",
    "ends with a dot.",
    " spaces around ",
    "con",
    "NUL",
    "com1",
    "100 % of it%20",
    "Größe",
    "u\u0308ber",
    "映画 1",
    "🎬",
    "two\nlines\t\0",
    "~",
    "-rf",
]


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_name_becomes_a_harmless_file_and_comes_back(name):
    stem = file_stem(name)
    assert name_of_stem(stem) == name
    assert stem.isascii() and stem.isprintable()
    assert not set(stem) & set('/\\:*?"<>|.')
    assert stem == stem.strip()
    assert stem.lower() not in ("con", "nul", "com1")


@given(st.text(st.characters(exclude_categories=["Cs"]), min_size=1).filter(str.strip))
def test_every_name_comes_back_exactly(name):
    assert name_of_stem(file_stem(name)) == name


def test_two_names_never_share_a_file():
    assert len({file_stem(name) for name in HOSTILE}) == len(HOSTILE)


def test_an_ordinary_name_can_be_read_in_the_folder():
    assert file_stem("shapes-easy 1") == "shapes-easy 1"


def test_a_file_that_the_user_put_there_is_called_what_it_says():
    assert name_of_stem("Größe.2") == "Größe.2"
    assert name_of_stem("%ff") == "%ff"
    assert name_of_stem(" ") is None
    assert name_of_stem("\udcff") is None


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("", "needs a name"),
        (" \t", "needs a name"),
        ("a" * (LONGEST + 1), "too long"),
        ("映" * 30, "too long"),
        ("\ud800", "not valid text"),
    ],
)
def test_a_name_that_cannot_be_given_is_refused_with_a_sentence(name, words):
    with pytest.raises(UserError, match=words):
        check_name(name)


def test_a_name_of_the_greatest_length_is_allowed():
    check_name("a" * LONGEST)


def test_a_taken_name_gets_the_next_number():
    assert free_name("film 1", ()) == "film 1"
    assert free_name("film 1", ("film 1", "Film 2")) == "film 3"
    assert free_name("mine", ("MINE",)) == "mine 2"


def test_a_long_name_of_a_video_is_cut_until_it_fits():
    for about in ("x" * 300, "映" * 100, "\udcff" * 100):
        check_name(numbered_name(about, ()))
    assert numbered_name("  ", ()) == "network 1"
    assert numbered_name("film", ("film 1",)) == "film 2"


def test_numbers_are_sorted_as_numbers():
    names = ["film 10", "film 2", "Film 1", "a", "²"]
    assert sorted(names, key=in_reading_order) == ["a", "Film 1", "film 2", "film 10", "²"]


@pytest.mark.parametrize("name", ["shapes-easy 1", "x" * LONGEST, "文" * 20])
def test_a_stopped_training_is_called_so_and_its_name_can_be_kept(name):
    stopped = stopped_name(name, 0.344)
    check_name(stopped)
    check_name(free_name(stopped, (stopped,)))
    assert stopped.endswith(" (stopped at 34 %)") and stopped[:9] == name[:9]
