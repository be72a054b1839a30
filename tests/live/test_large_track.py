"""Large frames, inferred some top units at a time."""

import tracemalloc
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from dpcn_app.engine.top_down import TopDown
from dpcn_app.live import large_track, track
from dpcn_app.live.controller import Controller
from dpcn_app.live.engine_commands import Change, Jump, Play, Step
from dpcn_app.live.input_video import InputVideo, make_input_video
from dpcn_app.live.large_track import LargeTrack
from dpcn_app.live.settings import Settings
from dpcn_app.live.track import Track
from dpcn_app.storage.bundled import open_model
from dpcn_app.video.open_file import open_video
from tests.helpers.file_scene import write_film

MODEL = open_model("shapes-easy")
SHAPE = (160, 200)  # 5 by 7 top units


@pytest.fixture(autouse=True)
def few_units_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (track, large_track, "dpcn_app.live.input_video", "dpcn_app.live.new_track"):
        name = module if isinstance(module, str) else module.__name__
        monkeypatch.setattr(f"{name}.UNITS_AT_ONCE", 4)
    monkeypatch.setattr(large_track, "DETAILED", 10)


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    film = write_film(tmp_path / "film.npy", frames=6, shape=SHAPE)
    return Settings(source=str(film), noise=0.0, region=(0, 0, *SHAPE))


@pytest.fixture
def video(settings: Settings) -> InputVideo:
    return make_input_video(settings, MODEL, open_video(Path(settings.source)))


def whole_track(video: InputVideo, mode: str) -> Track:
    return Track(video.network, video.seen, video.grid, TopDown.named(mode), live=True)


def large(video: InputVideo, mode: str) -> LargeTrack:
    small = video.shrunk()
    top_down = TopDown.named(mode)
    coarse = Track(small.network, small.seen, small.grid, top_down, live=True)
    return LargeTrack(
        video.network, video.seen, video.grid, top_down, coarse=coarse, coarse_source=small.seen
    )


def finish(track: LargeTrack, index: int, surprise: bool = False) -> None:
    while not track.ready(index, surprise):
        track.approach(index, surprise)


@pytest.mark.parametrize("mode", ["off", "both", "prior"])
def test_a_frame_in_parts_becomes_what_it_is_at_once(video: InputVideo, mode: str) -> None:
    parts, whole = large(video, mode), whole_track(video, mode)
    for index in range(3):
        frame = video.seen.frame(index)
        finish(parts, index, surprise=True)
        made, expected = parts.look(frame, surprise=True), whole.look(frame, surprise=True)
        np.testing.assert_array_equal(made.top_causes, expected.state.top_causes)
        for name in ("reconstruction", "prediction", "surprise"):
            one, other = getattr(made, name), getattr(expected, name)
            assert (one is None) == (other is None)
            if one is not None:
                np.testing.assert_allclose(one, other, atol=1e-5)


def test_the_state_holds_some_units_in_the_middle_and_says_which(video: InputVideo) -> None:
    parts, whole = large(video, "off"), whole_track(video, "off")
    finish(parts, 0)
    frame = video.seen.frame(0)
    look, expected = parts.look(frame), whole.look(frame)
    units = len(look.state.top_causes)
    assert 4 <= units <= 10 < video.grid.units
    assert 0 < look.first_unit < video.grid.units - units
    some = slice(look.first_unit, look.first_unit + units)
    np.testing.assert_array_equal(look.state.top_causes, expected.state.top_causes[some])
    per = video.network.spec.units_per_field(1)
    groups = slice(some.start * per, some.stop * per)
    for name in ("states", "gamma", "inputs", "predicted_states"):
        one, other = getattr(look.state.layers[0], name), getattr(expected.state.layers[0], name)
        np.testing.assert_array_equal(one, other[groups])


def test_parts_are_laid_over_a_coarse_picture(settings: Settings, tmp_path: Path) -> None:
    film = np.zeros((2, *SHAPE), np.float32)
    film[:, 20:80, 20:26] = film[:, 100:140, 100:108] = film[:, 60:66, 60:180] = 1
    np.save(tmp_path / "bars.npy", film)
    video = make_input_video(settings, MODEL, open_video(tmp_path / "bars.npy"))
    parts, frame = large(video, "off"), video.seen.frame(0)
    first = parts.look(frame)
    assert not parts.ready(0, False)
    assert 0 < parts.share(0) < 0.3
    truth = frame.image - frame.image.mean()
    assert (first.reconstruction * truth).sum() > 0.3 * (truth**2).sum()
    finish(parts, 0)
    last = parts.look(frame).reconstruction
    errors = [float(((each - frame.image) ** 2).mean()) for each in (first.reconstruction, last)]
    assert errors[1] < errors[0]
    corners = video.grid.corners.reshape(video.grid.units, -1, 2)
    top, left = corners[video.grid.units // 2 // 4 * 4].min(axis=0) + 12
    inner = slice(top, top + 8), slice(left, left + 8)  # of a unit that was inferred first
    np.testing.assert_allclose(first.reconstruction[inner], last[inner], atol=1e-5)


def test_of_the_coarse_pictures_only_the_last_states_are_kept(video: InputVideo) -> None:
    track = large(video, "off")
    for index in range(6):
        track.look(video.seen.frame(index))  # at its beginning: most of it is coarse
        finish(track, index)
    assert 0 < len(track._coarse._states) <= 2


def test_states_of_a_frame_are_put_together_once_and_kept_once(video: InputVideo) -> None:
    track, frame = large(video, "both"), video.seen.frame(1)
    half_way = track.look(frame).state
    finish(track, 1)
    state = track.look(frame).state
    assert track.look(frame).state is state
    assert len(state.top_causes) > len(half_way.top_causes)
    assert track._at is not None and track._at._details == {}


def test_nothing_is_inferred_before_it_is_asked_for(video: InputVideo) -> None:
    track = large(video, "both")
    assert not track.look_ahead(0) and not track.prepare(0)
    assert track.reached == 0 and not track.ready(0, surprise=False)


def test_few_frames_are_kept_and_stepping_back_finds_the_one_before(
    video: InputVideo, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(large_track, "COMPACT_BYTES", 1)
    parts = large(video, "both")
    for index in range(4):
        finish(parts, index)
    known = parts.look(video.seen.frame(3)).top_causes
    assert list(parts._frames) == [2, 3]
    finish(parts, 2)
    finish(parts, 3)
    np.testing.assert_array_equal(parts.look(video.seen.frame(3)).top_causes, known)


# --- in the controller ----------------------------------------------------------------------------


def test_a_large_frame_comes_bit_by_bit_between_commands(settings: Settings) -> None:
    controller = Controller(settings, playing=False)
    first = controller.snapshot()
    assert first.frame_done is not None and first.busy == first.frame_done
    assert first.views[0].partial
    assert first.views[0].reconstruction.shape == SHAPE
    assert len(first.views[0].top_causes) == 35
    shares = []
    while controller.work() == 0.0:
        done = controller.snapshot().frame_done
        shares += [] if done is None else [done]
    assert shares == sorted(shares) and len(shares) >= 6
    last = controller.snapshot()
    assert (last.frame_done, last.busy) == (None, None)
    assert not last.views[0].partial
    whole = whole_track(controller._video.input, "off").look(last.frame)
    np.testing.assert_allclose(last.views[0].reconstruction, whole.reconstruction, atol=1e-5)
    controller.close()


def test_another_command_ends_the_work_on_a_frame(settings: Settings) -> None:
    controller = Controller(settings, playing=False)
    controller.work()
    controller.handle(Change(replace(settings, region=(0, 0, 0, 0))))
    snapshot = controller.snapshot()
    assert snapshot.frame_done is None
    assert max(snapshot.frame.image.shape) < 100
    assert controller.work() is None
    controller.close()


def test_playing_waits_for_each_frame(settings: Settings) -> None:
    controller = Controller(replace(settings, speed=0.0, loop=False), playing=False)
    controller.handle(Play(True))
    complete = []
    while controller.work() is not None:
        snapshot = controller.snapshot()
        if snapshot.frame_done is None and snapshot.frame.index not in complete:
            complete.append(snapshot.frame.index)
    assert complete == list(range(6))
    controller.close()


def test_a_frame_that_takes_a_moment_shows_the_one_before_meanwhile(settings: Settings) -> None:
    controller = Controller(replace(settings, region=(0, 0, 64, 100)), playing=False)
    while controller.work() == 0.0:
        pass
    before = controller.snapshot()
    controller.handle(Step(1))
    assert controller.snapshot().views == before.views
    while controller.work() == 0.0:
        pass
    assert controller.snapshot().frame.index == 1
    controller.close()


def test_the_tint_of_surprise_and_other_modes_reach_large_frames(settings: Settings) -> None:
    modes = ("off", "both", "average")
    controller = Controller(replace(settings, modes=modes, surprise=True), playing=False)
    controller.handle(Jump(1))
    while controller.work() == 0.0:
        pass
    views = controller.snapshot().views
    assert [view.mode for view in views] == list(modes)
    assert all(view.surprise is not None and view.prediction is not None for view in views)
    controller.close()


def test_memory_is_that_of_some_pictures_and_not_of_all_states(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (track, large_track):
        monkeypatch.setattr(module, "UNITS_AT_ONCE", 18)
    shape = (420, 640)
    noise = np.random.default_rng(0).uniform(0, 1, shape).astype(np.float32)
    np.save(tmp_path / "large.npy", noise[None].repeat(2, axis=0))
    settings = Settings(source=str(tmp_path / "large.npy"), region=(0, 0, *shape), noise=0.0)
    model = open_model("natural")
    video = make_input_video(settings, model, open_video(Path(settings.source)))
    states = video.grid.units * 16 * 400 * 4  # bytes of layer 1's states alone
    parts = large(video, "off")
    tracemalloc.start()
    try:
        for _ in range(12):
            parts.approach(1, False)
        parts.look(video.seen.frame(1))
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < states + 12 * noise.nbytes
    assert video.grid.units == 1040
