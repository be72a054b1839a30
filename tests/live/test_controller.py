"""The controller: what the engine thread runs, tested without a thread."""

import itertools
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from dpcn_app.live import choices, inferred_video
from dpcn_app.live.controller import Controller
from dpcn_app.live.engine_commands import (
    AddModel,
    Change,
    Jump,
    Play,
    Step,
)
from dpcn_app.live.settings import Settings, shapes_source
from dpcn_app.storage.bundled import open_model

SHORT = Settings(source=shapes_source(frames=120))


@pytest.fixture
def controller():
    return Controller(SHORT, playing=False)


def finish(controller):
    while controller.work(1.0) is not None:
        pass
    return controller.snapshot()


def test_all_frames_are_inferred_in_the_background(controller):
    snapshot = finish(controller)
    assert snapshot.busy is None
    assert snapshot.views[0].inferred == 120
    assert snapshot.views[0].scores is not None


def test_frames_are_read_as_classes_once_the_clean_video_is_inferred(controller):
    first = controller.snapshot()
    assert first.readings is None and first.views[0].read is None
    controller.handle(Change(replace(SHORT, noise=0.0)))
    clean = finish(controller)
    read = clean.views[0].read
    assert read is not None and (read == clean.labels).mean() > 0.95
    controller.handle(Change(replace(SHORT, noise=4.0)))
    assert controller.snapshot().views[0].read is None
    noisy = finish(controller)
    assert 0.4 < (noisy.views[0].read == noisy.labels).mean() < 0.95


def test_classes_are_gathered_though_every_frame_comes_only_just_in_time(monkeypatch):
    monkeypatch.setattr(inferred_video.InferredVideo, "look_ahead", lambda *_: True)
    controller = Controller(Settings(source=shapes_source(frames=12)), playing=True)
    gathered = controller._video.beliefs
    for _ in range(1000):
        assert controller.work() == 0.0
    assert set(gathered.gathered) == {"square", "x", "diamond"}
    controller.close()


def test_steps_go_forward_and_back_and_stop_at_the_ends(controller):
    for command, expected in (
        (Step(1), 1),
        (Step(-5), 0),
        (Jump(50), 50),
        (Step(-1), 49),
        (Jump(10**9), 119),
        (Step(1), 119),
    ):
        controller.handle(command)
        assert controller.snapshot().frame.index == expected


def test_top_down_changes_the_cloud_and_raises_the_silhouette():
    controller = Controller(Settings(), playing=False)
    before = finish(controller).views[0]
    controller.handle(Change(Settings(modes=("both",))))
    after = finish(controller).views[0]
    assert after.scores.silhouette - before.scores.silhouette >= 0.15
    controller.handle(Change(Settings()))
    again = controller.snapshot().views[0]
    assert np.array_equal(again.causes, before.causes)  # kept, not inferred again


def test_compare_shows_two_modes_of_the_same_frame(controller):
    controller.handle(Change(replace(SHORT, modes=("off", "both"))))
    snapshot = finish(controller)
    assert [view.mode for view in snapshot.views] == ["off", "both"]
    assert not np.array_equal(snapshot.views[0].causes, snapshot.views[1].causes)


def test_the_moving_average_smooths_the_bottom_up_causes(controller):
    controller.handle(Change(replace(SHORT, modes=("off", "average"))))
    off, average = finish(controller).views
    jumps = [np.abs(np.diff(view.causes, axis=0)).mean() for view in (off, average)]
    assert jumps[1] < jumps[0] / 2


def test_pictures_have_the_size_of_the_frame(controller):
    controller.handle(Jump(5))
    snapshot = controller.snapshot()
    view = snapshot.views[0]
    for picture in (view.reconstruction, view.prediction, view.residual):
        assert picture.shape == snapshot.frame.image.shape
    assert np.allclose(view.residual, snapshot.frame.image - view.reconstruction)
    controller.handle(Jump(0))
    assert controller.snapshot().views[0].prediction is None


def test_other_settings_show_another_video(controller):
    first = controller.snapshot().frame.image
    controller.handle(Change(replace(SHORT, seed=99)))
    assert not np.array_equal(controller.snapshot().frame.image, first)
    controller.handle(Change(replace(SHORT, source=shapes_source("hard", 40), model="shapes-hard")))
    assert controller.snapshot().classes == ("square", "diamond", "triangle")


def test_what_cannot_be_done_becomes_a_problem_and_nothing_is_lost(controller):
    controller.handle(Change(replace(SHORT, model="no such network")))
    snapshot = controller.snapshot()
    assert "no such network" in snapshot.problems[0]
    assert snapshot.settings == SHORT


def test_a_model_from_a_file_joins_the_list(controller):
    controller.handle(AddModel("mine", open_model("shapes-hard")))
    controller.handle(Change(replace(SHORT, model="mine")))
    snapshot = controller.snapshot()
    assert "mine" in snapshot.models
    assert snapshot.model.preset == "shapes-hard"


def test_playing_goes_on_by_itself_and_loops():
    controller = Controller(replace(SHORT, source=shapes_source(frames=5), speed=0.0), playing=True)
    seen = []
    for _ in range(12):
        controller.work()
        seen.append(controller.snapshot().frame.index)
    assert seen == [(number + 1) % 5 for number in range(12)]


def test_without_loop_playing_ends_at_the_last_frame_and_begins_again_on_play():
    controller = Controller(
        replace(SHORT, source=shapes_source(frames=4), speed=0.0, loop=False), playing=True
    )
    for _ in range(8):
        controller.work()
    assert controller.snapshot().frame.index == 3
    assert not controller.snapshot().playing
    controller.handle(Play(True))
    assert controller.snapshot().frame.index == 0


def test_a_stroke_shows_at_once_and_the_whole_video_is_inferred_anew(controller):
    before = finish(controller)
    controller.handle(Jump(100))
    unpainted = controller.snapshot()
    painted = choices.begin_stroke(before.settings, "eraser", 30.0, 16.0, 16.0)
    controller.handle(Change(painted))
    at_once = controller.snapshot()
    assert at_once.busy == 0.0 and at_once.frame.painted is not None
    assert np.abs(at_once.views[0].reconstruction - unpainted.views[0].reconstruction).max() > 0.5
    assert np.isfinite(at_once.views[0].causes).all()  # those of before, until they are known anew
    after = finish(controller)
    assert (after.views[0].causes != before.views[0].causes).any()
    near = np.abs(at_once.views[0].reconstruction - after.views[0].reconstruction).max()
    assert near < 0.05
    fresh = Controller(painted, playing=False)
    assert np.array_equal(finish(fresh).views[0].causes, after.views[0].causes)


@pytest.mark.parametrize("step", [0.2 / looks + 1e-6 for looks in range(1, 9)])
def test_the_video_is_inferred_anew_whenever_the_time_for_a_stroke_runs_out(
    controller, monkeypatch, step
):
    """Also where it runs out between two looks at the clock."""
    before = finish(controller)
    ticks = itertools.count()
    clock = SimpleNamespace(monotonic=lambda: step * next(ticks))
    monkeypatch.setattr(inferred_video, "time", clock)
    controller.handle(Change(choices.begin_stroke(before.settings, "eraser", 30.0, 16.0, 16.0)))
    changed = finish(controller).views[0].causes != before.views[0].causes
    assert changed.any(axis=1).mean() > 0.5


def test_painted_pixels_count_as_noise(controller):
    before = finish(controller).views[0].fading
    everywhere = choices.begin_stroke(SHORT, "pencil", 100.0, 16.0, 16.0)
    controller.handle(Change(everywhere))
    after = finish(controller).views[0].fading
    assert before is not None and after is not None
    assert after.kept == 0.0 and after.leak > 0  # no object is left, and all is noise


def test_a_belief_decides_what_is_seen_of_two_shapes_at_once():
    mixed = replace(SHORT, source="shapes:set=easy,mix=square+x,frames=40", noise=0.0)
    controller = Controller(mixed, playing=False)
    kept = {}
    for belief in ("square", "x"):
        controller.handle(Change(replace(mixed, modes=(f"prior@{belief}",))))
        finish(controller)
        controller.handle(Jump(20))
        snapshot = controller.snapshot()
        assert not snapshot.problems
        square, x, _ = (picture >= 0.5 for picture in snapshot.frame.objects)
        seen = snapshot.views[0].reconstruction
        kept[belief] = float(seen[square & ~x].mean() - seen[x & ~square].mean())
    assert kept["square"] > 0.3 and kept["x"] < -0.3


def test_a_belief_shows_its_effect_before_the_video_is_inferred_with_it(controller):
    finish(controller)
    controller.handle(Jump(100))
    controller.handle(Change(replace(SHORT, modes=("prior@square",))))
    at_once = controller.snapshot().views[0]
    assert at_once.inferred < 100
    exact = finish(controller).views[0]
    assert exact.inferred == 120
    assert np.abs(at_once.reconstruction - exact.reconstruction).max() < 0.1


def test_a_belief_that_the_network_does_not_know_is_refused_and_all_stays(controller):
    before = finish(controller)
    controller.handle(Change(replace(SHORT, modes=("prior@triangle",))))
    snapshot = controller.snapshot()
    assert "knows no 'triangle'" in snapshot.problems[-1]
    assert snapshot.settings == before.settings and snapshot.busy is None
    controller.handle(Change(replace(SHORT, noise=0.0, modes=("prior@cause 9",))))
    assert controller.snapshot().settings == before.settings


def test_what_was_believed_in_a_frame_can_be_held():
    controller = Controller(SHORT, playing=False)
    finish(controller)
    controller.handle(Change(replace(SHORT, modes=("prior@frame 31 of off",))))
    assert not controller.snapshot().problems
