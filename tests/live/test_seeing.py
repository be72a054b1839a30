"""What is seen of several classes at once, and when it switches, in words."""

from dataclasses import replace

import numpy as np
import pytest

from dpcn_app.analysis.readings import NOT_READ
from dpcn_app.engine.belief import Belief
from dpcn_app.live import choices
from dpcn_app.live.controller import Controller
from dpcn_app.live.engine_commands import Change, Jump
from dpcn_app.live.seeing import seeing_words, seen_classes, switched_at
from dpcn_app.live.settings import Settings

CLASSES = ("square", "x", "diamond")
BELIEFS = {"square": Belief((1.0, 0.0)), "x": Belief((0.0, 2.0))}
MIXED = Settings(source="shapes:set=easy,frames=40,mix=square+x", noise=0.0)


def test_every_frame_is_of_the_class_whose_belief_is_nearest():
    causes = np.array([[3.0, 1.0], [0.1, 0.2], [0.0, 0.0], [np.nan, np.nan]])
    seen = seen_classes(causes, CLASSES, BELIEFS)
    assert seen is not None and seen.tolist() == [0, 1, NOT_READ, NOT_READ]
    assert seen_classes(causes, CLASSES, {}) is None


def test_a_frame_without_causes_is_no_switch():
    assert switched_at(np.array([0, NOT_READ, 0, 1, 1, NOT_READ, 0])) == [3, 6]


@pytest.fixture(scope="module")
def beliefs_compared():
    settings = choices.compare_beliefs(replace(MIXED, modes=("prior",)), "T+D+K", ("square", "x"))
    controller = Controller(settings, playing=False)
    while controller.work(1.0) is not None:
        pass
    yield controller
    controller.close()


def test_what_is_kept_follows_the_belief(beliefs_compared):
    free, square, x = beliefs_compared.snapshot().views
    assert set(free.kept) == {"square", "x"}
    assert square.kept["square"] > square.kept["x"] + 0.3
    assert x.kept["x"] > x.kept["square"] + 0.3
    assert free.belief is None and square.belief is not None
    assert square.scores is None  # no frame is of one class


def test_it_is_told_what_each_mode_sees(beliefs_compared):
    snapshot = beliefs_compared.snapshot()
    words = seeing_words(snapshot)
    assert words.startswith("“Prior”, left alone, sees ")
    assert words.endswith(
        "Told to look for square or x, it sees that in 100 %, 100 % of the frames."
    )
    assert seeing_words(replace(snapshot, frame=replace(snapshot.frame, objects=()))) == ""


def test_switches_are_named_about_the_current_frame(beliefs_compared):
    beliefs_compared.handle(Jump(20))
    snapshot = beliefs_compared.snapshot()
    free = snapshot.views[0]

    def told(switches: list[int]) -> str:
        read = np.zeros(40, dtype=int)
        for at in switches:
            read[at:] = 1 - read[at:]
        return seeing_words(replace(snapshot, views=(replace(free, read=read),)))

    assert told([]) == "“Prior”, left alone, sees square and never switched."
    assert told([4]) == "“Prior”, left alone, sees x and switched at frame 5."
    assert told([4, 30]) == "“Prior”, left alone, sees x and switched at frames 5, 31."
    many = told([2, 4, 18, 19, 22, 24, 30])
    assert "switched 7 times, at frames …, 19, 20, 23, 25, …" in many


def test_a_stroke_on_the_demonstration_is_seen_at_any_frame():
    shown = Settings(modes=("prior", "off"))
    controller = Controller(shown, playing=False)
    controller.snapshot()
    for frame in (9, 10, 11):  # the tenth is the first that is seen at once, before it is exact
        controller.handle(Jump(frame))
        settings = choices.begin_stroke(shown, "pencil", 3.0, 9.0, float(frame))
        controller.handle(Change(settings))
        snapshot = controller.snapshot()
        assert snapshot.problems == () and snapshot.frame.index == frame
    controller.close()


def test_a_stroke_keeps_what_is_nearly_known_though_it_is_drawn_on_at_once(beliefs_compared):
    settings = choices.begin_stroke(beliefs_compared.snapshot().settings, "pencil", 3.0, 9.0, 9.0)
    beliefs_compared.handle(Change(settings))
    settings = choices.extend_stroke(settings, [(12.0, 12.0)])
    beliefs_compared.handle(Change(settings))  # before anything was inferred with the first
    snapshot = beliefs_compared.snapshot()
    assert [view.inferred for view in snapshot.views] == [40, 40, 40]
    assert snapshot.frame.painted is not None and snapshot.frame.painted[9, 9]
