"""What a page can show of what is open, and the words that ask for it."""

from dataclasses import replace

import pytest

from dpcn_app.errors import UserError
from dpcn_app.lessons.library import find_lesson
from dpcn_app.live.settings import Settings, shapes_source
from dpcn_app.sharing.page_order import PageOrder, offered_modes

SHORT = Settings(source=shapes_source(frames=12), modes=("off",))


def usual(modes):
    return {mode for mode, on in modes.items() if on}


def test_what_is_open_is_offered_with_bottom_up_top_down_and_prior():
    modes = offered_modes(replace(SHORT, modes=("average",)), "T+D")
    assert usual(modes) == {"off", "both", "prior", "average"}
    assert usual(offered_modes(SHORT, "")) == {"off", "both"}


def test_beliefs_are_offered_and_usual_only_where_one_is_held():
    beliefs = {"prior@square", "prior@x", "prior@diamond"}
    modes = offered_modes(SHORT, "T+D")
    assert beliefs <= set(modes) and not beliefs & usual(modes)
    held = offered_modes(replace(SHORT, modes=("prior@x",)), "T+D")
    assert beliefs <= usual(held) and len(held) == 6


def test_a_video_without_classes_has_no_beliefs_to_offer():
    settings = Settings(model="natural", source="photographs:seed=1,frames=3", noise=0)
    assert usual(offered_modes(settings, "")) == set(offered_modes(settings, "")) == {"off", "both"}


def test_a_lesson_on_the_same_video_brings_its_modes():
    lesson = find_lesson("5")
    assert {"coherence", "predictions", "average"} <= usual(offered_modes(Settings(), "T", lesson))
    assert "coherence" not in offered_modes(SHORT, "T", lesson)  # another video


def test_its_words_name_modes_and_frames_counted_from_one():
    words = PageOrder(replace(SHORT, modes=("off", "prior@x")), first=4, frames=12).words
    assert words == ["--modes", "off,prior@x", "--frames", "5-16"]


@pytest.mark.parametrize("frames", [1, 3_001])
def test_too_few_and_too_many_frames_are_refused(frames):
    with pytest.raises(UserError, match="2 to 3,000 frames"):
        PageOrder(SHORT, frames=frames).check()
