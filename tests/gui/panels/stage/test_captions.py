"""The words above the pictures of the stage."""

from dataclasses import replace

from dpcn_app.gui.panels.stage.captions import MEANINGS, meaning_of
from dpcn_app.gui.panels.stage.stage_panel import StagePanel
from tests.helpers.stage_scene import ALONE, alone, names, words


def test_one_mode_shows_four_pictures_each_with_its_name_and_meaning(
    panel: StagePanel,
) -> None:
    panel.refresh(alone())
    assert names(panel) == ALONE
    told = words(panel)
    assert [each for each in told if each in ALONE] == ALONE
    assert {"what it sees", "what it makes of it", "what was expected", "what is left over"} <= set(
        told
    )


def test_on_a_narrow_stage_names_stay_and_meanings_that_none_could_read_are_left_out(
    panel: StagePanel,
) -> None:
    panel.refresh(alone())
    panel.resize(320, 120)
    told = words(panel)
    assert [each for each in told if each in ALONE] == ALONE
    assert not set(told) & set(MEANINGS.values())


def test_the_caption_of_the_input_says_what_outlines_and_tints_are() -> None:
    assert meaning_of("Input", tinted=False) == "what it sees"
    assert meaning_of("Input", tinted=False, outlined=True) == "in red: the noise"
    both = meaning_of("Input", tinted=True, outlined=True)
    assert both == "in pink: the surprise · in red: the noise"
    assert meaning_of("Residual", tinted=True, outlined=True) == "what is left over"


def test_outlined_noise_is_named(panel: StagePanel) -> None:
    panel.refresh(alone())
    panel.context.overlays.change(outlines=True)
    assert "in red: the noise" in words(panel)


def test_below_the_pictures_of_a_video_it_says_what_is_seen_of_it(
    with_film: StagePanel,
) -> None:
    panel, region = with_film, with_film.snapshot
    assert region is not None
    told = "Region of 48×40 pixels at full size"
    assert told in words(panel)
    reason = "Input is contrast-normalised: it shows edges, not light"
    panel.refresh(replace(region, video=replace(region.video, signed=True)))
    assert f"{told} · {reason}" in words(panel)
    panel.resize(340, 400)  # too narrow for one line
    assert {told, reason} <= set(words(panel))
