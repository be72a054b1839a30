"""Sessions: settings are restored as they were; bad files are refused with a sentence."""

import json
import os
from dataclasses import replace
from pathlib import Path

import pytest

from dpcn_app.errors import UserError
from dpcn_app.live.overlays import Overlays
from dpcn_app.live.session_file import Session, load_session, save_session
from dpcn_app.live.settings import Settings, shapes_source
from dpcn_app.video.edition import edition_of

SESSION = Session(
    settings=Settings(noise=3.0, seed=5, modes=("off", "both"), speed=0.5, loop=False),
    model_file=None,
    frame=42,
    camera=(10.0, -20.0, 1.5),
    playing=False,
    overlays=Overlays(grid=True, outlines=True, common_scale=True),
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "lecture.dpcn"


def test_a_session_comes_back_as_it_was(path):
    save_session(path, SESSION)
    assert load_session(path) == SESSION


def test_files_that_have_moved_with_the_session_are_found_beside_it(path, tmp_path):
    for name in ("film.mp4", "net.npz"):
        (tmp_path / name).touch()
    settings = replace(SESSION.settings, source="/gone/film.mp4")
    save_session(path, replace(SESSION, settings=settings, model_file="/gone/net.npz"))
    found = load_session(path)
    assert found.settings.source == str(tmp_path / "film.mp4")
    assert found.model_file == str(tmp_path / "net.npz")


def test_the_edition_of_a_file_is_that_of_the_file_when_the_session_is_opened(path, tmp_path):
    film = tmp_path / "film.mp4"
    film.write_bytes(b"first")
    settings = replace(SESSION.settings, source=str(film), edition=edition_of(str(film)))
    save_session(path, replace(SESSION, settings=settings))
    assert load_session(path).settings == settings
    assert '"edition"' not in path.read_text()
    film.write_bytes(b"another")
    assert load_session(path).settings.edition == edition_of(str(film)) != settings.edition


def test_a_name_that_no_file_can_have_is_left_to_be_told_when_it_is_opened(path):
    settings = replace(SESSION.settings, source="/films/" + "n" * 300)
    session = replace(SESSION, settings=settings, model_file="/nets/" + "n" * 300)
    save_session(path, session)
    assert load_session(path) == session


def changed(path, **changes):
    save_session(path, SESSION)
    fields = json.loads(path.read_text())
    settings = changes.pop("settings", {})
    fields["settings"] |= settings
    path.write_text(json.dumps(fields | changes))


@pytest.mark.parametrize(
    "changes",
    [
        {"version": 3},
        {"kind": "model"},
        {"frame": -1},
        {"frame": "first"},
        {"camera": [1, 2]},
        {"surprise": 1},
        {"settings": {"modes": ["magic"]}},
        {"settings": {"modes": []}},
        {"settings": {"source": ""}},
        {"settings": {"source": "shapes:sett=easy"}},
        {"settings": {"modes": ["prior:X"]}},
        {"settings": {"strengths": [["time", -1.0]]}},
        {"settings": {"strengths": [["magic", 1.0]]}},
        {"settings": {"strengths": [["parts", 1.0]]}},
        {"settings": {"speed": 7.0}},
        {"settings": {"seed": None}},
        {"settings": {"seed": 10**30}},
        {"settings": {"seed": -1}},
        {"settings": {"noise_kind": "loud"}},
        {"settings": {"noise": float("nan")}},
        {"settings": {"noise": float("inf")}},
        {"settings": {"noise": 1e300}},
        {"settings": {"source": "/" + "long" * 12_500}},
        {"settings": {"source": "shapes:set=odd"}},
        {"settings": {"source": f"shapes:frames={10**11}"}},
        {"settings": {"source": f"photographs:frames={10**20}"}},
        {"settings": {"source": f"shapes:seed={10**30}"}},
        {"settings": {"modes": ["off", "both"] * 250}},
        {"settings": {"modes": ["off", "off"]}},
        {"settings": {"modes": ["off", *(f"prior:{'T+' * n}T" for n in range(20))]}},
        {"camera": [1e300, 0, 0]},
        {"playing": 1},
        {"overlays": {"grid": "yes"}},
        {"overlays": {"fog": True}},
        {"overlays": [True]},
        {"camera": [float("nan"), 0, 0]},
    ],
)
def test_what_does_not_fit_is_refused_with_a_sentence_that_names_the_file(path, changes):
    changed(path, **changes)
    with pytest.raises(UserError, match=r"lecture\.dpcn is no session") as caught:
        load_session(path)
    assert str(caught.value).endswith(".") and not str(caught.value).endswith("..")
    assert len(str(caught.value)) < 400


@pytest.mark.parametrize("content", [b"", b"[]", b"\xff\xfe", b"[" * 5000, b"x" * 200_000])
def test_what_is_no_session_at_all_is_refused(path, content):
    path.write_bytes(content)
    with pytest.raises(UserError, match="is no session"):
        load_session(path)


def test_a_missing_file_is_told(path):
    with pytest.raises(UserError, match="cannot be read"):
        load_session(path)


def test_a_session_from_before_a_setting_was_there_is_read_without_it(tmp_path):
    path = tmp_path / "old.dpcn"
    save_session(path, SESSION)
    fields = json.loads(path.read_text())
    del fields["settings"]["strengths"]
    path.write_text(json.dumps(fields))
    assert load_session(path) == SESSION


def test_a_session_from_before_pause_and_overlays_were_kept_plays_without_them(path):
    save_session(path, SESSION)
    fields = json.loads(path.read_text())
    del fields["playing"], fields["overlays"]
    path.write_text(json.dumps(fields))
    assert load_session(path) == replace(SESSION, playing=True, overlays=Overlays())


def test_parts_and_strengths_of_the_prior_are_kept(tmp_path):
    path = tmp_path / "mine.dpcn"
    settings = replace(SESSION.settings, modes=("prior:T+K",), strengths=(("time", 2.5),))
    save_session(path, replace(SESSION, settings=settings))
    assert load_session(path).settings == settings


def test_a_session_of_the_first_version_is_read_with_its_shapes_as_a_source(path):
    """Version 1 named shapes by set and frames; only other videos had a source."""
    save_session(path, SESSION)
    fields = json.loads(path.read_text()) | {"version": 1}
    fields["settings"] |= {"source": "", "shape_set": "hard", "frames": 60}
    path.write_text(json.dumps(fields))
    assert load_session(path).settings == replace(
        SESSION.settings, source=shapes_source("hard", 60)
    )
    fields["settings"]["source"] = "/films/film.mp4"
    path.write_text(json.dumps(fields))
    assert load_session(path).settings.source == "/films/film.mp4"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes in folders here")
def test_a_pipe_is_refused_at_once(path):
    os.mkfifo(path)
    with pytest.raises(UserError, match="is not a file"):
        load_session(path)
