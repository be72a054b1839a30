"""Settings: what they name, and what inference depends on."""

from dataclasses import replace

import pytest

from dpcn_app.errors import UserError
from dpcn_app.live.settings import MOVING_PHOTOGRAPHS, Settings, shapes_source
from dpcn_app.video.edition import edition_of
from dpcn_app.video.shapes import BouncingShapes
from dpcn_app.video.source_spec import open_source

FILM = Settings(source="/films/film.mp4", noise=0.0)


def test_shapes_are_named_by_a_text_that_leaves_their_seed_open():
    video = open_source(shapes_source("hard", 60), seed=9)
    assert isinstance(video, BouncingShapes)
    assert (video.classes[1], len(video), video.config.seed) == ("diamond", 60, 9)


@pytest.mark.parametrize(
    ("settings", "name"),
    [
        (Settings(), "shapes, easy"),
        (FILM, "film.mp4"),
        (Settings(source=MOVING_PHOTOGRAPHS), "moving photographs"),
    ],
)
def test_every_video_has_a_name(settings, name):
    assert settings.video_name == name


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"modes": tuple(f"mode {number}" for number in range(500))}, "1 to 12 modes side by side"),
        ({"modes": ()}, "1 to 12 modes"),
        ({"modes": ("off", "both", "off")}, "a mode only once"),
        ({"modes": ("magic",)}, "no mode called 'magic'"),
        ({"seed": 10**30}, "from 0 to 999,999"),
        ({"noise_kind": "loud"}, "no noise called 'loud'"),
        ({"noise": float("nan")}, "noise goes from 0 to 20"),
        ({"noise": float("inf")}, "noise goes from 0 to 20"),
        ({"speed": 7.0}, "no speed 7.0"),
        ({"strengths": (("magic", 1.0),)}, "strength"),
        ({"source": f"shapes:frames={10**9}"}, "at most 10,000,000"),
    ],
)
def test_values_that_nothing_can_be_shown_for_are_refused(changes, complaint):
    Settings().check()
    with pytest.raises(UserError, match=complaint):
        replace(Settings(), **changes).check()


def test_a_seed_matters_where_a_video_or_its_noise_is_drawn_by_lot():
    assert Settings(noise=0.0).seed_matters
    assert not FILM.seed_matters
    assert replace(FILM, noise=1.0).seed_matters
    assert not Settings(source=MOVING_PHOTOGRAPHS, noise=0.0).seed_matters


@pytest.mark.parametrize(
    ("before", "changes", "void"),
    [
        (Settings(), {"modes": ("both",)}, False),
        (Settings(), {"speed": 2.0, "loop": False, "surprise": True}, False),
        (Settings(), {"seed": 8}, True),
        (Settings(noise=0.0), {"noise_kind": "gaussian"}, False),
        (Settings(), {"noise": 3.0}, True),
        (Settings(), {"model": "shapes-hard"}, True),
        (Settings(), {"closed": 20}, True),
        (FILM, {"seed": 8}, False),
        (FILM, {"region": (0, 0, 40, 40)}, True),
        (FILM, {"source": "/films/another.mp4"}, True),
    ],
)
def test_inferred_states_are_void_where_what_they_depend_on_changes(before, changes, void):
    after = replace(before, **changes)
    assert (after.inference_key != before.inference_key) == void


def test_the_frames_stay_while_only_the_eyes_are_closed():
    assert replace(Settings(), closed=20).frames_key == Settings().frames_key
    for never in (-2, 0):  # of a frame before the first nothing is expected
        with pytest.raises(UserError, match="Eyes are closed from frame 2 on"):
            Settings(closed=never).check()


def test_only_a_file_has_an_edition(tmp_path):
    film = tmp_path / "film.npy"
    film.touch()
    watched = Settings(source=str(film), edition=edition_of(str(film)))
    assert watched.edition is not None
    assert replace(watched, source=shapes_source()) == Settings()
