"""What is measured live has a name, a field and an equation."""

from dataclasses import fields

from dpcn_app.analysis.fading import Fading
from dpcn_app.analysis.scores import Scores
from dpcn_app.gui.equations import EQUATIONS
from dpcn_app.live.measures import FADING, SCORES


def test_every_score_is_shown_and_explained() -> None:
    assert set(SCORES.values()) == {field.name for field in fields(Scores)}
    assert set(SCORES.values()) <= set(EQUATIONS)


def test_what_tells_how_far_noise_fades_is_measured_and_explained() -> None:
    assert set(FADING.values()) <= {field.name for field in fields(Fading)}
    assert set(FADING.values()) <= set(EQUATIONS)
