"""Whatever goes wrong in a command or in work, the engine goes on with what it had."""

from dataclasses import replace

import pytest

from dpcn_app.live import inferred_video, video_in_use
from dpcn_app.live.controller import Controller
from dpcn_app.live.engine_commands import Change, Jump
from dpcn_app.live.settings import Settings, shapes_source
from dpcn_app.live.track import Track
from dpcn_app.video.shapes import BouncingShapes

SHORT = Settings(source=shapes_source(frames=60))


@pytest.fixture
def controller():
    made = Controller(SHORT, playing=False)
    made.snapshot()
    yield made
    made.close()


def out_of_order(*_, **__):
    raise RuntimeError("out of order")


@pytest.mark.parametrize(
    "changes",
    [
        {"seed": 10**30},
        {"noise_kind": "loud"},
        {"noise": float("nan")},
        {"source": "/" + "x" * 50_000},
        {"source": "/" + "x" * 300},
        {"source": "shapes:set=odd"},
        {"source": f"shapes:frames={10**6}"},
        {"source": f"shapes:frames={10**11}"},
        {"source": f"photographs:frames={10**9}"},
        {"modes": ("off", "both") * 250},
    ],
)
def test_settings_that_cannot_be_shown_are_told_and_nothing_is_lost(controller, changes):
    asked = replace(SHORT, **changes)
    controller.handle(Change(asked))
    snapshot = controller.snapshot()
    assert (len(snapshot.problems), snapshot.settings) == (1, SHORT)
    assert snapshot.problems[0].endswith(".") and "error inside" not in snapshot.problems[0]
    assert snapshot.refused == asked


@pytest.mark.parametrize(
    ("place", "part"),
    [
        (video_in_use, "open_settings_video"),
        (inferred_video, "make_input_video"),
        (inferred_video, "clean_track"),
    ],
)
def test_an_error_in_a_command_is_told_once_and_the_settings_before_stay(
    controller, monkeypatch, place, part
):
    with monkeypatch.context() as patch:
        patch.setattr(place, part, out_of_order)
        for seed in (1, 2):
            controller.handle(Change(replace(SHORT, seed=seed)))
    controller.handle(Jump(10))
    snapshot = controller.snapshot()
    assert (snapshot.settings, snapshot.frame.index) == (SHORT, 10)
    (problem,) = snapshot.problems
    assert problem.startswith("Watching ") and "RuntimeError: out of order" in problem


def test_a_frame_beyond_all_numbers_is_the_last_one(controller):
    controller.handle(Jump(10**20))
    assert controller.snapshot().frame.index == 59
    assert controller.snapshot().problems == ()


def test_settings_whose_frames_cannot_be_shown_are_taken_back(controller, monkeypatch):
    frame = BouncingShapes.frame

    def fail_for_seed_9(video, index):
        return out_of_order() if video.config.seed == 9 else frame(video, index)

    monkeypatch.setattr(BouncingShapes, "frame", fail_for_seed_9)
    asked = replace(SHORT, seed=9)
    controller.handle(Change(asked))
    told = controller.snapshot()
    assert (told.settings, told.refused) == (SHORT, asked)
    assert "out of order" in told.problems[0]
    controller.handle(Jump(5))
    assert controller.snapshot().frame.index == 5


def test_work_that_fails_again_and_again_is_told_once_and_others_are_carried_out(
    controller, monkeypatch
):
    with monkeypatch.context() as patch:
        patch.setattr(Track, "advance", out_of_order)
        assert all(controller.work() > 0 for _ in range(5))  # it does not spin
        controller.handle(Jump(1))
        assert controller.snapshot().frame.index == 1
    while controller.work(1.0) is not None:
        pass
    snapshot = controller.snapshot()
    assert (snapshot.busy, len(snapshot.problems)) == (None, 1)


def test_first_settings_that_fail_unexpectedly_give_way_to_the_usual_ones(monkeypatch):
    frame = BouncingShapes.frame
    monkeypatch.setattr(
        BouncingShapes,
        "frame",
        lambda video, index: out_of_order() if video.config.seed == 9 else frame(video, index),
    )
    snapshot = Controller(replace(SHORT, seed=9), playing=False).snapshot()
    assert snapshot.settings == Settings()
    assert "out of order" in snapshot.problems[0]
