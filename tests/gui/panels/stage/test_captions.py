"""The words above the pictures of the stage."""

from dpcn_app.gui.panels.stage.captions import MEANINGS
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
