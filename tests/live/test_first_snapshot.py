"""What is shown before the engine is loaded, and which videos the window opens at all."""

import pytest

from dpcn_app.errors import UserError
from dpcn_app.live.first_snapshot import (
    MOST_LABELLED,
    MOST_SCORED,
    first_snapshot,
    open_settings_video,
)
from dpcn_app.live.settings import Settings, shapes_source


def test_the_first_frame_is_there_without_inference():
    snapshot = first_snapshot(Settings(source=shapes_source(frames=60)))
    assert (snapshot.frame.index, snapshot.length, snapshot.views) == (0, 60, ())


@pytest.mark.parametrize(
    ("kind", "most"), [("shapes", MOST_SCORED), ("photographs", MOST_LABELLED)]
)
def test_a_generated_video_too_long_for_the_window_is_refused_with_a_way_out(kind, most):
    assert len(open_settings_video(Settings(source=f"{kind}:frames={most}"))) == most
    with pytest.raises(UserError, match=rf"{most:,} of such a video; .* dpcn-app infer"):
        open_settings_video(Settings(source=f"{kind}:frames={most + 1}"))


def test_settings_that_cannot_be_shown_are_refused_before_anything_is_opened():
    with pytest.raises(UserError, match="seed"):
        open_settings_video(Settings(source="/no/such/film.mp4", seed=10**30))
