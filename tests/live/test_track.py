"""States kept frame by frame: stepping back is exact."""

import numpy as np
import pytest

from dpcn_app.engine import inference
from dpcn_app.engine.top_down import TopDown
from dpcn_app.experiments.video_run import top_causes
from dpcn_app.live import kept_states
from dpcn_app.live.track import Track
from dpcn_app.storage.bundled import open_model
from dpcn_app.video.noise import noisy_shapes
from dpcn_app.video.patches import PatchGrid
from dpcn_app.video.shapes import ShapesConfig


def make_track(frames=70, mode="both", **options):
    network = open_model("shapes-easy").network
    video = noisy_shapes(ShapesConfig.named("easy", seed=7), frames, 1.5)
    return Track(
        network, video, PatchGrid.of(network.spec, (32, 32)), TopDown.named(mode), **options
    )


def same(one, other):
    return all(
        np.array_equal(a.states, b.states) and np.array_equal(a.causes, b.causes)
        for a, b in zip(one.layers, other.layers, strict=True)
    )


def test_fifty_steps_back_and_forward_give_bit_identical_states():
    track = make_track()
    first = [track.state(index) for index in range(60)]
    for index in (*range(59, 9, -1), *range(10, 60)):
        assert same(track.state(index), first[index])


def test_states_that_were_forgotten_are_replayed_exactly(monkeypatch):
    monkeypatch.setattr(kept_states, "KEPT", 5)
    monkeypatch.setattr(kept_states, "ANCHOR", 8)
    whole, short = make_track(), make_track()
    expected = [whole.state(index) for index in range(40)]
    for index in (39, 3, 38, 20, 0, 17):
        assert same(short.state(index), expected[index])


def test_a_jump_infers_everything_before_it():
    track = make_track()
    track.state(30)
    assert track.reached == 31
    assert np.isfinite(track.causes[:31]).all()
    assert np.isnan(track.causes[31:]).all()


def test_a_track_sees_what_a_plain_showing_sees():
    track = make_track(frames=25)
    while not track.complete:
        track.advance()
    network = open_model("shapes-easy").network
    plain = top_causes(
        network, noisy_shapes(ShapesConfig.named("easy", seed=7), 25, 1.5), TopDown.named("both")
    )
    assert np.array_equal(track.causes, plain)


def test_a_clean_track_ignores_the_noise():
    clean = make_track(frames=8, mode="off", clean=True)
    quiet = noisy_shapes(ShapesConfig.named("easy", seed=7), 8, 0.0)
    clean.state(7)
    network = open_model("shapes-easy").network
    assert np.array_equal(clean.causes, top_causes(network, quiet))


@pytest.mark.parametrize("labels", [np.zeros(70, int), np.full(70, -1)])
def test_one_class_or_no_labels_give_no_scores(labels):
    track = make_track()
    track.state(30)
    assert track.scores(labels, None) is None


def test_who_steps_back_in_a_live_track_finds_frames_inferred_already():
    track = make_track(frames=200, live=True)
    track.state(150)
    for index in range(149, 0, -1):
        while track.prepare(index):
            pass
        known = track._states.get(index - 1)
        assert known is not None
        assert track.state(index - 1) is known


def test_looking_ahead_infers_the_next_frame_of_a_live_track_once():
    track = make_track(frames=20, live=True)
    track.state(3)
    assert track.look_ahead(4)
    ahead = track._states.get(4)
    assert ahead is not None
    assert not track.look_ahead(4)
    assert track.state(4) is ahead
    plain = make_track(frames=20, live=True)
    assert same(ahead, [plain.state(index) for index in range(5)][-1])


def test_nothing_is_looked_ahead_for_where_all_is_inferred_anyway():
    track = make_track(frames=20)
    track.state(3)
    assert not track.look_ahead(4)
    assert track.reached == 4


@pytest.mark.parametrize("ahead", [True, False])
def test_a_video_that_plays_costs_one_inference_a_frame_though_few_states_are_kept(
    monkeypatch, ahead
):
    monkeypatch.setattr(kept_states, "WHOLE_BYTES", 1)
    inferred = []
    step = inference.infer_step

    def counted(*arguments, **options):
        inferred.append(1)
        return step(*arguments, **options)

    monkeypatch.setattr(inference, "infer_step", counted)
    video = noisy_shapes(ShapesConfig.named("easy", seed=7), 20, 1.5)
    track = make_track(frames=20, live=True)
    for index in range(12):
        track.look(video.frame(index), surprise=True)
        if ahead:
            track.look_ahead(index + 1)
    assert len(inferred) == 12 + ahead


def test_frames_are_prepared_one_at_a_call():
    track = make_track(frames=200, live=True)
    track.state(150)
    before = set(track._states)
    assert track.prepare(145)
    assert len(set(track._states) - before) == 1


def test_a_run_that_the_user_has_turned_away_from_is_given_up():
    track = make_track(frames=200, live=True)
    track.state(150)
    track.prepare(142)
    track.state(90)
    before = set(track._states)
    assert track.prepare(85)
    assert max(set(track._states) - before) < 85


def test_a_live_track_makes_room_for_causes_as_frames_come(monkeypatch):
    live, whole = make_track(live=True), make_track()
    assert len(live.causes) < 70
    for index in range(70):
        live.state(index)
        whole.state(index)
    causes, frames = live.seen()
    assert frames.tolist() == list(range(70))
    np.testing.assert_array_equal(causes, whole.causes)
    monkeypatch.setattr("dpcn_app.live.track.LIVE_ROWS", 50)
    short = make_track(live=True)
    for index in range(70):
        short.state(index)
    causes, frames = short.seen()
    assert frames.tolist() == list(range(20, 70))
    np.testing.assert_array_equal(causes, whole.causes[20:])


def test_a_live_frame_that_is_not_kept_whole_is_inferred_again_from_what_it_came_from(monkeypatch):
    """Going back, and after jumps, where the frame before may have come later than the frame."""
    monkeypatch.setattr(kept_states, "WHOLE_BYTES", 1)
    track = make_track(frames=200, live=True)
    jumps = (150, 149, 148, 60, 61, 151, 40, 39, 62, 152)
    first = {index: track.state(index) for index in jumps}
    for index in reversed(jumps):
        assert same(track.state(index), first[index])


def test_a_track_that_rests_keeps_no_glimpse():
    whole, other = make_track(mode="off"), make_track()
    whole.state(69)
    other.glimpse(50, whole)
    assert other._glimpses.at(50) is not None
    other.rest()
    assert other._glimpses.at(50) is None


def test_where_the_video_begins_or_all_is_inferred_anyway_nothing_is_prepared():
    live, whole = make_track(live=True), make_track()
    live.state(5)
    assert not live.prepare(5)
    whole.state(30)
    assert not whole.prepare(30)


def test_who_is_in_a_hurry_waits_for_three_frames_only():
    track = make_track(frames=200, live=True)
    track.state(150, hurried=True)
    assert set(track._states) == {148, 149, 150}
    track.state(154, hurried=True)
    assert set(track._states) == {148, 149, 150, 152, 153, 154}


def test_a_glimpse_is_near_to_what_is_inferred_and_is_not_kept():
    whole, other, late = make_track(mode="prior"), make_track(mode="off"), make_track(mode="prior")
    exact = whole.state(60)
    other.state(60)
    seen = late.glimpse(60, other)
    assert late.reached == 0
    assert np.isnan(late.causes).all()
    assert np.abs(seen.top_causes - exact.top_causes).max() < 0.05 * exact.top_causes.max()
    assert late.glimpse(60, other) is seen
    assert same(late.state(60), exact)
    assert late.glimpse(60, other) is late.state(60)


@pytest.fixture
def inferred(monkeypatch):
    """Return a list that grows with every frame that is inferred."""
    step = inference.infer_step
    done: list[None] = []

    def counted(*given, **more):
        done.append(None)
        return step(*given, **more)

    monkeypatch.setattr(inference, "infer_step", counted)
    return done


def test_glimpses_of_frames_in_turn_infer_one_frame_each(inferred):
    other, late = make_track(mode="off"), make_track(mode="prior")
    other.state(69)
    late.glimpse(40, other)
    inferred.clear()
    for index in range(41, 69):
        late.glimpse(index, other)
    assert len(inferred) == 28


def test_a_stroke_that_is_drawn_on_costs_one_frame_each_time(inferred):
    other, late = make_track(mode="off"), make_track(mode="prior")
    other.state(69)
    seen = late.glimpse(40, other)
    for _ in range(5):
        before, late = late, make_track(mode="prior")
        late.draw_on(before)
        inferred.clear()
        assert np.allclose(late.glimpse(40, other).top_causes, seen.top_causes)
        late.glimpse(41, other)  # the video plays meanwhile
        assert len(inferred) == 2


def test_a_track_that_has_come_to_every_frame_keeps_no_glimpses():
    late, other = make_track(frames=40, mode="prior"), make_track(frames=40, mode="off")
    other.state(39)
    late.glimpse(30, other)
    assert late._glimpses.at(30) is not None
    while not late.complete:
        late.advance()
    assert late._glimpses.at(30) is None


def test_where_the_other_track_knows_nothing_a_glimpse_is_exact():
    late = make_track(mode="prior")
    assert same(late.glimpse(30, make_track(mode="off")), make_track(mode="prior").state(30))


def test_a_track_that_has_rested_gives_the_same_states_and_causes_again():
    track = make_track(frames=70, mode="prior")
    first = [track.state(index) for index in range(70)]
    causes, of_layer = track.causes.copy(), [each for _, each in track.layer_causes(0)]
    track.rest()
    assert len(track._states) == 0
    assert track.complete and np.array_equal(track.causes, causes)
    assert same(track.state(63), first[63])
    again = dict(track.layer_causes(0))
    assert sorted(again) == list(range(70))
    assert all(np.array_equal(again[each], of_layer[each]) for each in again)


def test_the_memory_of_live_states_counts_what_a_prior_adds_and_what_is_drawn_of_them():
    track = make_track(mode="prior", live=True)
    state = track.state(12)
    layers = state.layers
    drawn = layers[0].reconstruction.nbytes
    added = sum(each.nbytes for layer in layers for each in layer.added.parts.values())
    assert added > 0
    assert (
        track._states._whole_bytes >= sum(layer.states.nbytes for layer in layers) + drawn + added
    )
