"""Films of stage, causes, both or the window: one frame each, as it would be drawn; or no file."""

from pathlib import Path

import numpy as np
import pytest

from dpcn_app.errors import UserError
from dpcn_app.gui.exporting.film import make_film
from dpcn_app.gui.exporting.film_scene import FilmScene, caption
from dpcn_app.gui.theme import ThemeModel
from dpcn_app.live.overlays import Overlays
from dpcn_app.live.settings import Settings, shapes_source
from dpcn_app.sharing.film_order import FilmOrder
from dpcn_app.sharing.watched_frames import watching
from tests.helpers.films import read_film

SETTINGS = Settings(source=shapes_source(frames=12), modes=("off", "both"))
SIZES = {"stage": (480, 320), "cloud": (400, 300), "both": (800, 400), "window": (1280, 720)}


def silent(share: float, words: str) -> None:
    pass


@pytest.mark.parametrize("show", SIZES)
def test_a_film_shows_every_frame_as_it_would_be_drawn(qapp, tmp_path, show):
    order = FilmOrder(tmp_path / "a.mp4", show, first=4, last=7, size=SIZES[show])
    told: list[float] = []
    assert make_film(order, SETTINGS, lambda share, words: told.append(share)) == 4
    assert told == sorted(told) and told[-1] == 1
    read, _ = read_film(order.out)
    assert len(read) == 4
    with watching(SETTINGS, silent) as video:
        scene = FilmScene(order, ThemeModel("dark"), video.at(3))
        drawn = [scene.draw(video.at(index)) for index in range(3, 7)]
        scene.close()
    for index, picture in enumerate(read):
        assert picture.shape == (*SIZES[show][::-1], 3)
        away = [np.abs(picture.astype(int) - each).mean() for each in drawn]
        assert int(np.argmin(away)) == index and away[index] < 4, away
    assert len({each.tobytes() for each in drawn}) == 4


def test_theme_camera_and_overlays_count(qapp):
    with watching(SETTINGS, silent) as video:
        first, second = video.at(5), video.at(5)
        pictures = []
        for theme, more in (
            ("dark", {}),
            ("light", {}),
            ("dark", {"camera": (100.0, 50.0, 2.0)}),
            ("dark", {"overlays": Overlays(grid=True)}),
        ):
            order = FilmOrder(Path("a.gif"), "both", size=(640, 360), theme=theme, **more)
            scene = FilmScene(order, ThemeModel(theme), first)
            pictures.append(scene.draw(second))
            np.testing.assert_array_equal(scene.draw(first), pictures[-1])
            scene.close()
    assert len({each.tobytes() for each in pictures}) == 4
    assert pictures[0].mean() < 80 < 150 < pictures[1].mean()


def test_a_larger_film_is_a_finer_one(qapp):
    with watching(SETTINGS, silent) as video:
        drawn = []
        for size in ((1280, 720), (2560, 1440)):
            scene = FilmScene(FilmOrder(Path("a.gif"), size=size), ThemeModel("dark"), video.first)
            drawn.append(scene.draw(video.first).astype(int))
            scene.close()
    small = drawn[1].reshape(720, 2, 1280, 2, 3).mean(axis=(1, 3))
    assert np.abs(small - drawn[0]).mean() < 5


def test_the_line_below_says_which_frame_of_what_it_is(qapp):
    with watching(SETTINGS, silent) as video:
        words = caption(video.at(4))
    assert words.startswith("frame 5 of 12")
    assert "structured noise 1.5" in words and "network shapes-easy" in words


def test_what_ends_it_leaves_no_file(qapp, tmp_path):
    def stop(share: float, words: str) -> None:
        if words.startswith("frame 3"):
            raise KeyboardInterrupt

    order = FilmOrder(tmp_path / "a.mp4", "stage", size=(480, 320))
    with pytest.raises(KeyboardInterrupt):
        make_film(order, SETTINGS, stop)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ({"theme": "pink"}, "no theme called 'pink'"),
        ({"last": 13}, "frames 1 to 12"),
        ({"show": "window", "size": (400, 300)}, "whole window is at least"),
        ({"out": Path("/nowhere/a.mp4")}, "folder does not exist"),
    ],
)
def test_what_cannot_be_made_is_told(qapp, tmp_path, more, sentence):
    order = FilmOrder(**({"out": tmp_path / "a.mp4"} | more))
    with pytest.raises(UserError, match=sentence):
        make_film(order, SETTINGS, silent)
    assert list(tmp_path.iterdir()) == []
