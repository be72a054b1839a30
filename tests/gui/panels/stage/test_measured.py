"""The numbers with the pictures of the stage."""

from dpcn_app.gui.panels.stage.stage_panel import StagePanel
from dpcn_app.live.measures import FADING
from dpcn_app.live.settings import Settings
from tests.helpers.stage_scene import compared, watched, words


def test_in_a_comparison_numbers_tell_how_far_noise_has_faded(panel: StagePanel) -> None:
    panel.refresh(compared())
    told = words(panel)
    fading = compared().views[0].fading
    assert fading is not None
    for name in FADING:
        assert told.count(name) == 2


def test_noise_on_a_file_is_told_in_decibels_above_input_and_reconstruction(
    panel: StagePanel, film: str
) -> None:
    noisy = Settings(source=film, noise_kind="gaussian", noise=0.2)
    panel.refresh(watched(noisy))
    assert sum(each.startswith("PSNR") for each in words(panel)) == 2
    panel.refresh(
        watched(Settings(source=film, noise_kind="gaussian", noise=0.2, modes=("off", "both")))
    )
    assert words(panel).count("PSNR") == 3
