"""A track with closed eyes: what it takes over, what it is fed, and how long that lives on."""

from typing import Any

import numpy as np
import pytest

from dpcn_app.analysis.dreaming import BLUR, correlation, dreamt_frame
from dpcn_app.engine import inference
from dpcn_app.engine.inference import infer_step
from dpcn_app.engine.top_down import TopDown
from dpcn_app.errors import UserError
from dpcn_app.live.closed_track import MEASURED, with_eyes
from dpcn_app.live.large_track import LargeTrack
from dpcn_app.live.track import Track
from dpcn_app.storage.bundled import open_model
from dpcn_app.video.noise import noisy_shapes
from dpcn_app.video.patches import PatchGrid
from dpcn_app.video.shapes import ShapesConfig

NETWORK = open_model("shapes-easy").network
VIDEO: Any = noisy_shapes(ShapesConfig.named("easy", seed=7), 60, 1.5)
GRID = PatchGrid.of(NETWORK.spec, (32, 32))


def seeing(mode="prior", **options):
    return Track(NETWORK, VIDEO, GRID, TopDown.named(mode), **options)


def closing(track: Track, at: int) -> Any:
    return with_eyes(track, at)


def same(one, other):
    return all(
        np.array_equal(a.states, b.states) and np.array_equal(a.causes, b.causes)
        for a, b in zip(one.layers, other.layers, strict=True)
    )


@pytest.mark.parametrize("mode", ["off", "both", "prior"])
def test_hidden_frames_are_inferred_from_what_the_mode_itself_expects(mode):
    track = closing(seeing(mode), 20)
    top_down, state = TopDown.named(mode), None
    for index in range(25):
        image = VIDEO.frame(index).image
        if index >= 20:
            image = dreamt_frame(NETWORK, state, top_down, GRID)
            assert np.array_equal(track.fed(index), image)
        state = infer_step(NETWORK, GRID.cut(image), state, top_down)
        assert same(track.state(index), state)
    assert track.fed(19) is None


def test_frames_that_were_seen_are_taken_over_and_not_inferred_again(monkeypatch):
    open_eyed = seeing()
    before = open_eyed.state(59)
    inferred = []
    step = inference.infer_step

    def counted(*arguments, **options):
        inferred.append(1)
        return step(*arguments, **options)

    monkeypatch.setattr(inference, "infer_step", counted)
    closed = closing(open_eyed, 30)
    assert closed.reached == 30
    assert closed.state(29) is open_eyed.state(29)
    assert np.array_equal(closed.seen()[0][:30], open_eyed.causes[:30])
    assert not inferred
    while not closed.complete:
        closed.advance()
    assert len(inferred) == 30
    assert not np.array_equal(closed.causes[35:], open_eyed.causes[35:])
    assert with_eyes(open_eyed, -1).state(59) is before
    assert with_eyes(open_eyed, 30) is closed
    assert with_eyes(open_eyed, 31) is not closed


def test_a_closed_track_is_inferred_in_order_while_the_frames_before_are_not_known_yet():
    whole = closing(seeing(), 20)
    whole.state(59)
    track = closing(seeing(), 20)
    for count in range(60):
        assert track.reached == count
        track.advance()
    assert track.complete
    assert np.array_equal(track.seen()[0], whole.seen()[0])


def test_eyes_that_close_after_the_end_stay_open():
    track = seeing()
    assert with_eyes(track, 60) is track
    assert with_eyes(track, -1) is track


def test_the_likeness_to_the_hidden_frames_is_measured_beside_the_last_frame_held():
    track = closing(seeing(), 20)
    track.state(26)
    found = track.living_on
    assert found.closed == 20 and found.known == 7
    assert len(found.dreamt) == min(MEASURED, 40)
    clean = [VIDEO.frame(index).clean for index in range(30)]
    for at in range(7):
        state = track.state(20 + at)
        picture = GRID.whole_frame(state.layers[0].reconstruction, clean[0])
        assert found.dreamt[at] == pytest.approx(correlation(picture, clean[20 + at]))
        assert found.held[at] == pytest.approx(correlation(clean[19], clean[20 + at], BLUR))
    assert np.isnan(found.dreamt[7:]).all()
    assert found.dreamt[0] > 0.5 and seeing().living_on is None


def test_leak_kept_and_scores_are_not_told_of_what_was_never_seen():
    track = closing(seeing(), 5)
    track.state(59)
    assert track.fading is None
    assert track.scores(np.arange(60) % 2, None) is None


def test_a_glimpse_behind_closed_eyes_begins_near_where_they_were_closed(monkeypatch):
    other = seeing("off")
    other.state(59)
    track = closing(seeing(), 50)
    inferred = []
    step = inference.infer_step

    def counted(*arguments, **options):
        inferred.append(1)
        return step(*arguments, **options)

    monkeypatch.setattr(inference, "infer_step", counted)
    glimpsed = track.glimpse(52, other)
    assert len(inferred) <= 15
    again = track.glimpse(52, other)
    assert again is glimpsed
    assert track.fed(52) is not None and track.fed(50) is not None
    assert len(inferred) <= 15


def test_a_live_track_follows_from_the_closing_and_a_far_jump_begins_in_the_dark():
    track = closing(seeing(live=True), 12)
    near = track.state(14)
    exact = closing(seeing(live=True), 12)
    assert same(near, exact.state(14))
    frames = track.seen()[1]
    assert list(frames[-3:]) == [12, 13, 14] and (frames[:-3] < 12).all()
    track._replayed = 10
    assert not track.state(50).top_causes.any()


def test_looking_ahead_goes_on_behind_closed_eyes():
    track = closing(seeing(live=True), 12)
    track.state(10)
    for index in (11, 12, 13):
        assert track.look_ahead(index)
        assert not track.look_ahead(index)
    assert track._seeing.reached == 12
    exact = closing(seeing(live=True), 12)
    assert same(track.state(13), exact.state(13))


def test_the_microscope_is_given_what_the_network_was_fed():
    track = closing(seeing(), 20)
    state = track.state(23)
    frame = VIDEO.frame(23)
    patches, before = track.question(frame, state, 0)
    again = infer_step(NETWORK, patches, before, TopDown.named("prior"))
    assert same(again, state)
    seen = track.question(VIDEO.frame(10), track.state(10), 0)
    assert np.array_equal(seen[0], GRID.cut(VIDEO.frame(10).image))


def test_a_look_behind_closed_eyes_is_of_what_was_fed():
    track = closing(seeing(), 20)
    look = track.look(VIDEO.frame(23), surprise=True)
    assert np.array_equal(look.fed, track.fed(23))
    assert look.surprise.shape == look.fed.shape
    assert track.look(VIDEO.frame(19)).fed is None


def test_frames_that_are_inferred_in_parts_are_refused_with_a_sentence():
    large = LargeTrack(
        NETWORK, VIDEO, GRID, TopDown(), coarse=seeing("off", live=True), coarse_source=VIDEO
    )
    assert with_eyes(large, -1) is large
    with pytest.raises(UserError, match="look at a smaller region"):
        with_eyes(large, 2)
