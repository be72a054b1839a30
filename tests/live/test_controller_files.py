"""The controller with videos from files."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from dpcn_app.live import choices
from dpcn_app.live.controller import Controller
from dpcn_app.live.engine_commands import Change, Jump, StartTraining, Step, StopTraining
from dpcn_app.live.input_video import make_input_video
from dpcn_app.live.kept_states import LEAST, state_bytes
from dpcn_app.live.settings import MOVING_PHOTOGRAPHS, Settings, shapes_source
from dpcn_app.storage.bundled import open_model
from dpcn_app.training.presets import preset
from dpcn_app.video.noise import Noise
from dpcn_app.video.open_file import open_video
from dpcn_app.video.preprocess import NATURAL
from tests.helpers.file_scene import write_film
from tests.helpers.working import work_until


@pytest.fixture
def film(tmp_path: Path) -> Settings:
    return Settings(source=str(write_film(tmp_path / "film.npy")), noise=0.0)


def test_a_file_is_watched_as_it_is_shown_and_not_ahead(film: Settings) -> None:
    controller = Controller(film, playing=False)
    assert controller.work() is None
    snapshot = controller.snapshot()
    assert not snapshot.video.scored
    assert (snapshot.video.name, snapshot.length) == ("film.npy", 40)
    assert snapshot.views[0].inferred == 1
    assert snapshot.views[0].frames is not None
    assert snapshot.views[0].frames.tolist() == [0]
    assert (snapshot.classes, len(snapshot.labels), snapshot.views[0].scores) == ((), 0, None)
    assert snapshot.busy is None
    controller.close()


def test_a_file_that_took_the_place_of_another_is_opened_and_inferred_anew(film: Settings) -> None:
    controller = Controller(choices.watch_video(film, film.source), playing=False)
    controller.handle(Jump(30))
    before = controller.snapshot()
    controller.handle(Change(choices.watch_video(before.settings, film.source)))
    assert controller.snapshot().frame.index == 30  # it is the same file
    write_film(Path(film.source), 20, shape=(40, 60))
    controller.handle(Change(replace(before.settings, surprise=True)))
    assert controller.snapshot().length == 40  # nobody has opened it again
    controller.handle(Change(choices.watch_video(before.settings, film.source)))
    after = controller.snapshot()
    assert (after.length, after.video.shape, after.frame.index) == (20, (40, 60), 0)
    assert after.views[0].inferred == 1
    controller.close()


def test_steps_and_jumps_reach_the_frames_of_the_file(film: Settings) -> None:
    controller = Controller(film, playing=False)
    frames = np.load(film.source)
    for command, index in ((Step(1), 1), (Jump(30), 30), (Step(-1), 29), (Jump(10**9), 39)):
        controller.handle(command)
        snapshot = controller.snapshot()
        assert snapshot.frame.index == index
        np.testing.assert_array_equal(snapshot.frame.image, frames[index])
        np.testing.assert_array_equal(snapshot.frame.before, frames[index])


def test_stepping_back_and_forward_shows_the_same_again(film: Settings) -> None:
    controller = Controller(film, playing=False)
    controller.handle(Jump(25))
    first = controller.snapshot().views[0].state.top_causes
    for step in (-1, -1, 1, 1):
        controller.handle(Step(step))
        again = controller.snapshot().views[0].state.top_causes
    np.testing.assert_array_equal(again, first)


def test_every_way_of_watching_has_its_causes_and_no_scores(film: Settings) -> None:
    controller = Controller(film, playing=False)
    modes = ("off", "both", "average")
    controller.handle(Change(Settings(source=film.source, noise=0.0, modes=modes)))
    controller.handle(Jump(15))
    views = controller.snapshot().views
    assert [view.mode for view in views] == list(modes)
    for view in views:
        assert view.scores is None
        assert np.isfinite(view.causes).all()


def test_noise_on_a_file_is_measured(film: Settings) -> None:
    noisy = Settings(source=film.source, noise_kind="gaussian", noise=0.2, modes=("off", "both"))
    snapshot = Controller(noisy, playing=False).snapshot()
    assert snapshot.video.likeness is not None
    assert 12 < snapshot.video.likeness.psnr < 20
    assert all(view.likeness is not None for view in snapshot.views)
    clean = np.load(film.source)[0]
    np.testing.assert_array_equal(snapshot.frame.clean, clean)
    expected = Noise("gaussian", 0.2, noisy.seed).put_on(clean, 0)
    np.testing.assert_array_equal(snapshot.frame.image, expected)


def test_a_region_and_a_scale_narrow_what_is_seen(film: Settings) -> None:
    settings = Settings(source=film.source, noise=0.0, region=(8, 0, 40, 80), scale=0.8)
    snapshot = Controller(settings, playing=False).snapshot()
    assert snapshot.frame.image.shape == (32, 64)
    assert snapshot.frame.before is not None and snapshot.frame.before.shape == (48, 80)
    assert snapshot.video.region == (8, 0, 40, 80)


def test_a_file_that_cannot_be_opened_leaves_what_was_there(film: Settings, tmp_path: Path) -> None:
    controller = Controller(film, playing=False)
    text = tmp_path / "text.mp4"
    text.write_text("no video\n" * 50)
    asked = Settings(source=str(text), noise=0.0)
    controller.handle(Change(asked))
    snapshot = controller.snapshot()
    assert "text.mp4" in snapshot.problems[-1]
    assert snapshot.refused == asked
    assert snapshot.settings == film
    controller.handle(Change(Settings()))
    assert controller.snapshot().refused is None


def test_frames_smaller_than_the_field_get_a_sentence_with_the_file(tmp_path: Path) -> None:
    Image.new("L", (1, 1)).save(tmp_path / "dot.png")
    controller = Controller(Settings(source=shapes_source(frames=30)), playing=False)
    controller.handle(Change(Settings(source=str(tmp_path / "dot.png"), noise=0.0, drawing=False)))
    problem = controller.snapshot().problems[-1]
    assert problem.startswith("dot.png: A frame of 1×1 pixels is smaller")


def test_damage_that_turns_up_while_watching_is_told_once(tmp_path: Path) -> None:
    for index in range(4):
        Image.effect_noise((32, 32), 50).save(tmp_path / f"{index}.png")
    (tmp_path / "2.png").write_bytes(b"none")
    controller = Controller(Settings(source=str(tmp_path), noise=0.0), playing=False)
    assert controller.snapshot().problems == ()
    controller.handle(Jump(3))
    controller.snapshot()
    problems = controller.snapshot().problems
    assert len(problems) == 1 and "2.png cannot be read" in problems[0]


def test_shapes_come_back_after_a_file(film: Settings) -> None:
    controller = Controller(film, playing=False)
    controller.handle(Change(Settings(source=shapes_source(frames=30))))
    snapshot = controller.snapshot()
    assert snapshot.video.scored
    assert (snapshot.length, snapshot.frame.index) == (30, 0)
    assert snapshot.problems == ()


def test_moving_photographs_are_watched_like_a_file() -> None:
    controller = Controller(Settings(source=MOVING_PHOTOGRAPHS, noise=0.0), playing=False)
    snapshot = controller.snapshot()
    assert not snapshot.video.scored
    assert (snapshot.video.name, snapshot.length) == ("moving photographs", 3000)


def test_a_file_plays_at_its_own_rate(film: Settings) -> None:
    controller = Controller(film, playing=True)
    controller.work()
    pause = controller.work()
    assert pause is not None and pause <= 1 / 30


def test_while_it_plays_the_next_frame_is_inferred_before_it_is_due(
    film: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dpcn_app.live.controller.move_on", lambda *_, **__: None)  # never due,
    monkeypatch.setattr("dpcn_app.live.controller.Playback.seconds_left", 1.0)  # but soon
    controller = Controller(replace(film, modes=("off", "both")), playing=True)

    def inferred() -> list[set[int]]:
        while controller.work() == 0.0:
            pass
        return [set(controller._video.track(mode)._states) for mode in ("off", "both")]

    assert inferred() == [{0}, {0}], "what is to be shown now comes first"
    assert controller.snapshot().frame.index == 0
    assert inferred() == [{0, 1}, {0, 1}]
    controller.close()


def test_a_stroke_on_a_video_that_plays_comes_before_its_next_frame(
    film: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dpcn_app.live.controller.move_on", lambda *_, **__: None)
    monkeypatch.setattr("dpcn_app.live.controller.Playback.seconds_left", 1.0)
    controller = Controller(film, playing=True)
    controller.handle(Jump(30))
    controller.snapshot()
    controller.handle(Change(choices.begin_stroke(film, "eraser", 9.0, 9.0, 9.0)))
    assert controller.work() != 0.0
    states = controller._video.track("off")._states
    assert 31 not in states
    controller.snapshot()
    assert set(states) == {28, 29, 30}, "hardly settled, but at once"
    controller.close()


def test_a_file_is_skimmed_as_fast_as_it_can_be(film: Settings) -> None:
    controller = Controller(replace(film, speed=0.0), playing=True)
    controller.snapshot()
    for _ in range(20):
        controller.work()
    assert set(controller._video.track("off")._states) == {0}, "only what is shown is inferred"
    assert controller.snapshot().frame.index == 20
    controller.close()


@pytest.mark.parametrize("index", [3, 39])
def test_nothing_is_inferred_ahead_of_a_paused_video_or_at_its_end(
    film: Settings, index: int
) -> None:
    controller = Controller(replace(film, loop=False), playing=index == 39)
    controller.handle(Jump(index))
    controller.snapshot()
    controller.work()
    assert max(controller._video.track("off")._states) == index
    assert controller.snapshot().problems == ()
    controller.close()


def test_memory_does_not_grow_with_the_frames_watched(
    film: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dpcn_app.live.track.LIVE_ROWS", 12)
    monkeypatch.setattr("dpcn_app.live.kept_states.WHOLE_BYTES", 1)
    controller = Controller(film, playing=False)
    for index in range(40):
        controller.handle(Jump(index))
        snapshot = controller.snapshot()
    assert snapshot.views[0].frames is not None
    assert snapshot.views[0].frames.tolist() == list(range(28, 40))
    assert len(controller._video.track("off")._states) == LEAST


def test_modes_share_the_memory_for_the_frames_watched(
    film: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    controller = Controller(film, playing=False)
    controller.snapshot()
    one = state_bytes(controller._video.track("off").state(0))
    monkeypatch.setattr("dpcn_app.live.kept_states.WHOLE_BYTES", 30 * one)
    for modes in (("off",), ("off", "both"), ("coherence",), ("predictions",), ("both",)):
        controller.handle(Change(replace(film, modes=modes)))
        for index in range(40):
            controller.handle(Jump(index))
            controller.snapshot()
        tracks = controller._video._tracks.values()
        assert len(tracks) <= len(modes) + 1  # one that was shown before
        shown = {id(controller._video.track(mode)) for mode in modes}
        kept = {id(track): len(track._states) for track in tracks}
        assert kept.pop(id(controller._video.track(modes[-1]))) == 30 // len(tracks)
        assert all(count <= 2 for track, count in kept.items() if track not in shown)


def test_the_models_preprocessing_is_repeated(film: Settings) -> None:
    from dataclasses import replace

    model = replace(open_model("shapes-easy"), preprocessing=NATURAL)
    viewing = make_input_video(film, model, open_video(Path(film.source)))
    image = np.load(film.source)[3]
    np.testing.assert_array_equal(viewing.seen.frame(3).image, NATURAL.apply(image))
    assert viewing.grid.centred


def test_a_network_learns_from_a_file_where_the_user_looks(film: Settings, tmp_path: Path) -> None:
    controller = Controller(film, playing=False)
    natural = preset("natural")
    look = replace(natural.preprocessing, region=(2, 3, 40, 50))
    controller.handle(
        StartTraining(
            replace(natural, preprocessing=look), 64, 1, tmp_path / "c", source=film.source
        )
    )
    work_until(controller, lambda each: each.training and each.training.progress)
    controller.handle(StopTraining())
    work_until(controller, lambda each: each.training and each.training.state == "stopped")
    stopped = controller.snapshot().training
    assert stopped is not None
    controller.handle(Change(replace(film, model=stopped.name)))
    snapshot = controller.snapshot()
    assert snapshot.problems == ()
    assert snapshot.model is not None
    assert snapshot.model.preprocessing.region == snapshot.video.region == (2, 3, 40, 50)
    controller.close()


def test_a_video_that_cannot_be_learnt_from_is_told(film: Settings, tmp_path: Path) -> None:
    controller = Controller(film, playing=False)
    gone = str(tmp_path / "gone.mp4")
    controller.handle(StartTraining(preset("natural"), 64, 1, tmp_path / "c", source=gone))
    snapshot = work_until(controller, lambda each: each.training is None)
    assert "gone.mp4" in snapshot.problems[0]
    controller.close()


def test_a_video_too_small_to_begin_with_is_told_and_shapes_are_watched(tmp_path: Path) -> None:
    np.save(tmp_path / "tiny.npy", np.zeros((5, 1, 1), np.uint8))
    settings = Settings(source=str(tmp_path / "tiny.npy"), model="natural", noise=0.0)
    controller = Controller(settings, playing=False)
    snapshot = controller.snapshot()
    assert "tiny.npy" in snapshot.problems[0]
    assert (snapshot.video.scored, snapshot.refused) == (True, settings)
    controller.close()


def test_a_frame_that_stands_still_is_made_out_once(film: Settings) -> None:
    controller = Controller(film, playing=False)
    first = controller.snapshot()
    assert controller.snapshot().views[0] is first.views[0]
    controller.handle(Step(1))
    second = controller.snapshot()
    assert second.views[0] is not first.views[0]
    controller.handle(Change(replace(film, modes=("both",))))
    assert controller.snapshot().views[0].mode == "both"
    controller.handle(Change(replace(film, region=(0, 0, 32, 40))))
    assert controller.snapshot().frame.image.shape == (32, 40)
    controller.close()


def test_who_steps_back_is_prepared_for_in_between(film: Settings) -> None:
    controller = Controller(film, playing=False)
    controller.handle(Jump(35))
    controller.snapshot()
    assert controller.work() is None
    for index in range(34, 0, -1):
        controller.handle(Step(-1))
        while controller.work() == 0.0:
            pass
        assert index - 1 in controller._video.track("off")._states
    controller.close()


def test_a_key_that_is_held_down_shows_frames_that_are_hardly_settled(tmp_path: Path) -> None:
    film = write_film(tmp_path / "long.npy", frames=120)
    controller = Controller(Settings(source=str(film), noise=0.0), playing=False)
    controller.handle(Jump(119))
    controller.snapshot()
    for _ in range(20):
        controller.handle(Step(-1))
    assert controller.snapshot().frame.index == 99
    states = controller._video.track("off")._states
    assert {97, 98, 99} <= set(states) and 96 not in states
    controller.close()
