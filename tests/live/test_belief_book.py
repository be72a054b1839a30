"""What the names of beliefs stand for."""

import numpy as np
import pytest

from dpcn_app.analysis.beliefs import class_beliefs, class_video
from dpcn_app.errors import UserError
from dpcn_app.live.belief_book import BeliefBook
from dpcn_app.storage.bundled import open_model

NETWORK = open_model("shapes-easy").network


def nothing() -> np.ndarray:
    return np.full((5, 3), np.nan)


class Book(BeliefBook):
    """A book that knows what has been seen."""

    def __init__(self, shape_set, believed, seen):
        super().__init__(NETWORK, shape_set)
        self._what = believed or (lambda mode, index: np.zeros((1, 3))), seen

    def named(self, name):
        return self.find(name, *self._what)


def a_book(shape_set="easy", believed=None, seen=nothing):
    return Book(shape_set, believed, seen)


def test_a_class_stands_for_its_mean_causes_on_clean_video():
    book = a_book()
    expected = class_beliefs(NETWORK, class_video("easy"))
    assert [book.named(name) for name in book.classes] == [expected[name] for name in book.classes]
    strongest = {int(np.argmax(book.named(name).causes)) for name in book.classes}
    assert len(strongest) == 3  # each class has a top cause of its own


def test_beliefs_are_gathered_a_frame_at_a_time():
    book = a_book()
    steps = sum(1 for _ in iter(book.advance, False))
    assert steps == 300
    assert book.named("x") == class_beliefs(NETWORK, class_video("easy"))["x"]


def test_a_cause_is_as_strong_as_it_is_when_it_is_on():
    seen = np.array([[0, 2.0, 0], [0, 4.0, 1], [0, 0, 0], [np.nan] * 3])
    assert a_book("", seen=lambda: seen).named("cause 2").causes == (0, 3.0, 0)
    assert a_book("").named("cause 3").causes == (0, 0, 1.0)


def test_what_a_mode_believed_in_a_frame_is_that_of_its_strongest_unit_and_stays():
    asked = []

    def believed(mode, index):
        asked.append((mode, index))
        return np.array([[0.5, 0, 0], [0, 2.0, 1.0]])

    book = a_book(believed=believed)
    assert book.named("frame 58 of prior:T+D").causes == (0, 2.0, 1.0)
    assert book.named("frame 58 of prior:T+D").causes == (0, 2.0, 1.0)
    assert asked == [("prior:T+D", 57)]


@pytest.mark.parametrize(
    ("shape_set", "name", "words"),
    [
        ("easy", "triangle", "knows no 'triangle'.*square, x, diamond"),
        ("", "square", "a top cause from 'cause 1' to 'cause 3'"),
        ("", "cause 4", "none number 4"),
        ("", "cause 0", "none number 0"),
    ],
)
def test_a_name_that_stands_for_nothing_gets_a_sentence(shape_set, name, words):
    with pytest.raises(UserError, match=words):
        a_book(shape_set).named(name)
