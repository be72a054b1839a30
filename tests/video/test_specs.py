"""Videos named by a text."""

import pytest

from dpcn_app.errors import UserError
from dpcn_app.video.shapes import BouncingShapes
from dpcn_app.video.specs import open_source


def test_every_part_of_the_name_counts():
    source = open_source("shapes:set=hard,seed=7,noise=2.5,frames=42")
    assert isinstance(source, BouncingShapes)
    assert len(source) == 42
    assert source.classes == ("square", "diamond", "triangle")
    assert (source.config.seed, source.config.noise) == (7, 2.5)


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
        ("shapes:noise=-1", "Noise must be"),
        ("shapes:noise=nan", "Noise must be"),
        ("shapes:frames=0", "at least one frame"),
        ("shapes:set=odd", "no set called 'odd'"),
    ],
)
def test_what_is_not_understood_gets_a_sentence(text, complaint):
    with pytest.raises(UserError, match=complaint):
        open_source(text)
