"""What a film is to show: ranges and sizes as they are written, and what is refused."""

from pathlib import Path

import pytest

from dpcn_app.errors import UserError
from dpcn_app.sharing.film_order import FilmOrder, film_size, frame_range


@pytest.mark.parametrize(
    ("text", "frames"),
    [("1-300", (1, 300)), ("20-", (20, None)), ("80", (1, 80)), (" 5-5 ", (5, 5))],
)
def test_a_range_of_frames(text, frames):
    assert frame_range(text) == frames


@pytest.mark.parametrize("text", ["", "-", "a-b", "3-2-1", "1.5", "-5-3"])
def test_what_is_no_range(text):
    with pytest.raises(UserError, match="1-300"):
        frame_range(text)


def test_a_size():
    assert film_size("1280x720") == film_size(" 1280×720") == (1280, 720)
    with pytest.raises(UserError, match="1280x720, not 'large'"):
        film_size("large")


def test_the_frames_of_a_video():
    order = FilmOrder(Path("a.mp4"), first=3, last=5)
    assert list(order.frames_of(10)) == [2, 3, 4]
    assert list(FilmOrder(Path("a.mp4"), first=9).frames_of(10)) == [8, 9]
    with pytest.raises(UserError, match="frames 1 to 4, and the film asks for 3 to 5"):
        order.frames_of(4)


@pytest.mark.parametrize(
    ("order", "sentence"),
    [
        (FilmOrder(Path("a.mp4"), show="all"), "one of both, stage, cloud, window"),
        (FilmOrder(Path("a.mp4"), first=0), "counted from 1"),
        (FilmOrder(Path("a.mp4"), first=5, last=4), "from a first to a later one"),
        (FilmOrder(Path("a.txt")), "what kind of film"),
    ],
)
def test_what_cannot_be_made_is_refused(order, sentence):
    with pytest.raises(UserError, match=sentence):
        order.check()
