"""Videos named by a text."""

import pytest

from dpcn_app.errors import UserError
from dpcn_app.video.noise import Noise, Noisy
from dpcn_app.video.shapes import BouncingShapes
from dpcn_app.video.source_spec import SourceSpec, open_source, source_kind


def test_every_part_of_the_name_counts():
    source = open_source("shapes:set=hard,seed=7,noise=2.5,frames=42")
    assert isinstance(source, Noisy)
    assert isinstance(source.source, BouncingShapes)
    assert len(source) == 42
    assert source.classes == ("square", "diamond", "triangle")
    assert (source.source.config.seed, source.noise) == (7, Noise("structured", 2.5, 7))


def test_frames_of_any_size_with_any_number_of_objects_can_be_named():
    source = open_source("shapes:set=hard,size=96,objects=5,noise=2,frames=3")
    assert source.frame_shape == source.frame(2).image.shape == (96, 96)
    assert isinstance(source, Noisy) and isinstance(source.source, BouncingShapes)
    assert source.source.config.objects == 5
    mixed = open_source("shapes:set=wide,mix=square+triangle")
    assert mixed.frame_shape == (64, 64)


def test_parts_left_out_have_defaults():
    source = open_source("shapes:")
    assert len(source) == 300
    assert source.classes == ("square", "x", "diamond")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("film.mp4", "no file film.mp4"),
        ("", "names no video"),
        ("shapes:sett=easy", "not understood"),
        ("shapes:seed", "not understood"),
        ("shapes:seed=x", "no number for seed"),
        ("shapes:seed=-1", "seed"),
        ("shapes:noise=-1", "noise goes from 0 to 20"),
        ("shapes:noise=nan", "noise goes from 0 to 20"),
        ("shapes:frames=0", "at least one frame"),
        ("shapes:set=odd", "no set called 'odd'"),
        ("shapes:size=12", "do not fit a frame of 12×12"),
        ("shapes:size=-3", "between 1 and 4096 pixels"),
        ("shapes:size=1e2", "no number for size"),
        ("shapes:objects=0", "1 to 100 objects"),
        ("shapes:set=wide,around=square", "Square can only be around two .* mix=square\\+diamond"),
        ("shapes:set=wide,mix=square+diamond,around=x", "no shape called 'x' to put around"),
        ("shapes:mix=square+x,around=x", "too small for two objects"),
        ("shapes:mix=square", "two different shapes, such as square\\+x, not 'square'"),
        ("shapes:mix=x+x", "two different shapes"),
        ("shapes:mix=square+x+diamond", "two different shapes"),
        ("shapes:mix=square+triangle", "no shape called 'triangle' to mix; choose two of square"),
        ("shapes:mix=", "not understood"),
        (f"shapes:seed={10**30}", "from 0 to 2147483647"),
        (f"shapes:frames={10**11}", "at most 10,000,000"),
        (f"photographs:frames={10**20}", "at most 10,000,000"),
        ("x" * 50_000, "50,000 characters"),
        ("/" + "x" * 300, "File name too long"),
        ("/" + "x" * 300 + "/*.png", "cannot be opened: File name too long"),
    ],
)
def test_what_is_not_understood_gets_a_sentence(text, complaint):
    with pytest.raises(UserError, match=complaint):
        open_source(text)


def test_a_folder_in_a_pattern_that_may_not_be_looked_into_gets_a_sentence(monkeypatch):
    def refuse(*_, **__):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("dpcn_app.video.source_spec.open_video", refuse)
    with pytest.raises(UserError, match=r"/\*/\*/\* cannot be opened: Permission denied; choose"):
        open_source("/*/*/*")


def test_a_seed_that_the_text_leaves_open_can_be_given():
    open_seed, own_seed = open_source("shapes:", seed=5), open_source("shapes:seed=3", seed=5)
    assert isinstance(open_seed, BouncingShapes) and isinstance(own_seed, BouncingShapes)
    assert (open_seed.config.seed, own_seed.config.seed) == (5, 3)


@pytest.mark.parametrize(
    ("text", "kind", "name"),
    [
        ("shapes:set=hard,frames=30", "shapes", "shapes, hard"),
        ("shapes:set=easy,mix=square+x", "shapes", "shapes, easy, square and x"),
        ("shapes:set=hard,size=96", "shapes", "shapes, hard, 96 pixels"),
        (
            "shapes:set=wide,mix=square+diamond,around=nothing",
            "shapes",
            "shapes, wide, square and diamond, nothing around",
        ),
        ("photographs:seed=1", "photographs", "moving photographs"),
        ("clips/cat: a film.mp4", "file", "cat: a film.mp4"),
        ("shapes", "file", "shapes"),
    ],
)
def test_a_text_tells_what_kind_of_video_it_names_and_what_that_is_called(text, kind, name):
    spec = SourceSpec.parse(text)
    assert (spec.kind, spec.name, spec.text) == (kind, name, text)
    assert source_kind(text) == kind


def test_a_camera_is_named_by_its_number_and_opened_in_the_window_alone():
    spec = SourceSpec.parse("camera:2")
    assert (spec.kind, spec.text, spec.name, spec.shows_paper) == (
        "camera",
        "camera:2",
        "camera 2",
        True,
    )
    with pytest.raises(UserError, match="watched in the window alone: dpcn-app camera:2"):
        spec.open()


@pytest.mark.parametrize(
    "text", ["camera:", "camera:-1", "camera:64", "camera:99999999999", "camera:/etc/passwd"]
)
def test_what_names_no_camera_gets_a_sentence(text):
    assert source_kind(text) == "camera", "it is never opened as a file"
    with pytest.raises(UserError, match="names no camera; cameras have numbers from 0 to 63"):
        SourceSpec.parse(text)
