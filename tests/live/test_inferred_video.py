"""A video and what is inferred from it: how much of it stays in memory."""

from dataclasses import replace

import numpy as np
import pytest

from dpcn_app.live import kept_states
from dpcn_app.live.first_snapshot import open_settings_video
from dpcn_app.live.inferred_video import InferredVideo
from dpcn_app.live.settings import Settings, shapes_source
from dpcn_app.storage.bundled import open_model

FRAMES = 60
SETTINGS = Settings(source=shapes_source(frames=FRAMES), seed=3)
PARTS = ("T", "D", "K", "T+D", "T+K", "D+K", "T+D+K")


@pytest.fixture(scope="module")
def watched():
    """A video of shapes whose modes were looked at in turn, each to the end of the video."""
    video = InferredVideo(SETTINGS, open_model("shapes-easy"), open_settings_video(SETTINGS))
    for parts in PARTS:
        video.use(replace(SETTINGS, modes=(f"prior:{parts}",)))
        while unfinished := video.unfinished(99):
            unfinished[0].advance()
    return video


def states_kept(video):
    return sum(len(track._states) for track in video._tracks.values())


def test_states_of_modes_that_are_not_shown_any_more_do_not_stay(watched):
    assert len(watched._tracks) == len(PARTS) + 1
    anchors = 2 * len(PARTS)
    assert states_kept(watched) <= 2 * FRAMES + anchors


def test_a_network_with_large_states_takes_no_more_memory_for_a_video_of_shapes(monkeypatch):
    """One that was taught with natural scenes has a hundred times the states of one for shapes."""
    monkeypatch.setattr(kept_states, "WHOLE_BYTES", 2**20)
    modes = ("coherence", "both", "off")
    settings = replace(SETTINGS, source=shapes_source(frames=30), modes=modes, model="natural")
    video = InferredVideo(settings, open_model("natural"), open_settings_video(settings))
    while unfinished := video.unfinished(99):
        unfinished[0].advance()
    for index in (29, 3, 17):
        video.look(index, 99, hurried=False)
    assert all(len(track._states) == kept_states.LEAST for track in video.shown)


def test_a_mode_that_is_shown_again_has_its_causes_at_once(watched):
    watched.use(replace(SETTINGS, modes=("prior:T",)))
    assert watched.unfinished(99) == []
    _, (view,), _ = watched.look(45, 99, hurried=False)
    assert view.inferred == FRAMES
    np.testing.assert_array_equal(view.state.top_causes.ravel(), view.causes[45])
    assert states_kept(watched) <= 2 * FRAMES + 2 * len(PARTS)


def test_of_many_modes_those_that_were_looked_at_first_go_as_a_whole():
    video = InferredVideo(SETTINGS, open_model("shapes-easy"), open_settings_video(SETTINGS))
    for number in range(1, 31):
        video.use(replace(SETTINGS, modes=(f"both@frame {number} of off",)))
        video.look(0, 99, hurried=False)
    assert len(video._tracks) <= 20


def test_the_clean_video_keeps_the_causes_that_classes_are_read_by_and_no_states():
    settings = replace(SETTINGS, source=shapes_source(frames=120))
    video = InferredVideo(settings, open_model("shapes-easy"), open_settings_video(settings))
    while unfinished := video.unfinished(99):
        unfinished[0].advance()
    assert video.readings is not None
    assert len(video._clean._states) <= 3
    assert np.isfinite(video._clean.causes).all()
