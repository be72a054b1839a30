"""Films read back: as many frames as were written, in their order, with the right pixels."""

import os
import subprocess
import sys

import av
import numpy as np
import pytest

from dpcn_app.errors import UserError
from dpcn_app.sharing import film_file
from dpcn_app.sharing.film_file import FILM_KINDS, check_film, writing_film
from tests.helpers.films import read_film

SIZE = (96, 64)


def pictures(count=12, colours=40):
    """Return smooth pictures, each of which differs from all others."""
    down, across = np.mgrid[: SIZE[1], : SIZE[0]]
    steps = 255 // (colours - 1)
    made = []
    for index in range(count):
        grey = (np.hypot(down - 3 * index, across - 5 * index) % colours * steps).astype(np.uint8)
        soft = np.stack([grey // 2 + 60, np.full_like(grey, 20 * index), 200 - grey // 2], axis=-1)
        made.append(np.repeat(np.repeat(soft[::8, ::8], 8, axis=0), 8, axis=1))
    return made


def write(path, frames, rate=25):
    with writing_film(path, SIZE, rate) as add:
        for picture in frames:
            add(picture)


@pytest.mark.parametrize("suffix", FILM_KINDS)
def test_every_picture_is_one_frame_of_the_film(tmp_path, suffix):
    frames = pictures()
    write(tmp_path / f"a{suffix}", frames)
    read, times = read_film(tmp_path / f"a{suffix}")
    assert len(read) == len(frames)
    np.testing.assert_allclose(times, np.arange(len(frames)) / 25, atol=0.002)
    for index, picture in enumerate(read):
        away = [np.abs(picture.astype(int) - each).mean() for each in frames]
        assert int(np.argmin(away)) == index and away[index] < 6, (index, away)


def test_a_gif_with_few_colours_has_exactly_these(tmp_path):
    frames = pictures(6)
    write(tmp_path / "a.gif", frames)
    read, _ = read_film(tmp_path / "a.gif")
    for picture, written in zip(read, frames, strict=True):
        np.testing.assert_array_equal(picture, written)


def test_frames_that_are_alike_stay_so_many(tmp_path):
    for suffix in FILM_KINDS:
        write(tmp_path / f"a{suffix}", pictures(1) * 9)
        assert len(read_film(tmp_path / f"a{suffix}")[0]) == 9, suffix


@pytest.mark.parametrize(
    ("name", "size", "rate", "sentence"),
    [
        ("a.avi", SIZE, 25, r"end its name with \.mp4, \.webm, \.gif"),
        ("a", SIZE, 25, "what kind of film"),
        ("a.mp4", (97, 64), 25, "choose 98x64, or a GIF"),
        ("a.webm", (96, 65), 25, "even numbers"),
        ("a.mp4", (32, 64), 25, "64 to 4096 pixels"),
        ("a.mp4", (96, 5000), 25, "64 to 4096 pixels"),
        ("a.mp4", SIZE, 0, "1 to 120 frames a second"),
        ("a.gif", SIZE, 60, "1 to 50 frames a second"),
    ],
)
def test_what_no_film_can_be_is_refused(tmp_path, name, size, rate, sentence):
    with pytest.raises(UserError, match=sentence), writing_film(tmp_path / name, size, rate):
        pass
    assert list(tmp_path.iterdir()) == []


def test_a_gif_may_have_odd_sides(tmp_path):
    assert check_film("a.gif", (97, 65), 25).title == "GIF"


def test_a_missing_encoder_is_told_with_a_way_out(tmp_path, monkeypatch):
    broken = film_file.FilmKind("MP4", "mp4", "no-such-encoder", "yuv420p", {})
    monkeypatch.setitem(film_file.FILM_KINDS, ".mp4", broken)
    with pytest.raises(UserError, match=r"no-such-encoder.*missing.*\.webm or \.gif"):
        write(tmp_path / "a.mp4", pictures(2))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("suffix", FILM_KINDS)
def test_what_ends_it_early_leaves_the_old_file(tmp_path, suffix):
    path = tmp_path / f"a{suffix}"
    path.write_bytes(b"old")
    with pytest.raises(KeyboardInterrupt), writing_film(path, SIZE, 25) as add:
        for picture in pictures(5):
            add(picture)
        raise KeyboardInterrupt
    assert path.read_bytes() == b"old" and list(tmp_path.iterdir()) == [path]


FULL = """
import resource, sys
import numpy as np
from dpcn_app.errors import UserError
from dpcn_app.sharing.film_file import writing_film
resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))
rng = np.random.default_rng(0)
for suffix in (".mp4", ".webm", ".gif"):
    try:
        with writing_film(sys.argv[1] + suffix, (320, 240), 25) as add:
            for _ in range(12):
                add(rng.integers(0, 256, (240, 320, 3), np.uint8))
    except UserError as error:
        print(error)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="it has no such limits")
def test_a_file_that_cannot_grow_is_told_and_nothing_is_left(tmp_path):
    words = [sys.executable, "-c", FULL, str(tmp_path / "a")]
    told = subprocess.run(words, capture_output=True, text=True, timeout=120)
    assert told.returncode == 0 and told.stderr == ""
    assert told.stdout.count("could not be written: the file would be larger than allowed") == 3
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_missing_is_told(tmp_path):
    with pytest.raises(UserError, match="folder does not exist"):
        write(tmp_path / "nowhere" / "a.gif", pictures(1))


def test_players_are_told_which_colours_these_are(tmp_path):
    write(tmp_path / "a.mp4", pictures(2))
    with av.open(os.fspath(tmp_path / "a.mp4")) as container:
        frame = next(container.decode(video=0))
        assert (int(frame.colorspace), int(frame.color_range)) == (1, 1)
