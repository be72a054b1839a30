"""Which keys the hint above the stage names."""

from dataclasses import replace

from dpcn_app.gui.window_parts.centre import hint_words
from dpcn_app.live.settings import Settings

ASKED = Settings(source="shapes:set=wide,mix=square+diamond,around=diamond", noise=0.0)


def test_with_something_around_the_prior_comes_first_and_beliefs_after_it() -> None:
    words = hint_words(ASKED)
    assert words.startswith("Lower right square over diamond, elsewhere diamond: press <b>P</b>")
    assert "<b>1</b> to look for square" in hint_words(replace(ASKED, modes=("prior",)))
    assert hint_words(replace(ASKED, modes=("prior@square",))) == ""


def test_noise_has_a_hint_until_a_key_is_pressed() -> None:
    assert "<b>T</b>" in hint_words(Settings())
    assert hint_words(Settings(modes=("both",))) == "" == hint_words(Settings(noise=0.0))
