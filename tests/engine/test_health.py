"""Signs of health that need no labels."""

import numpy as np
import pytest

from dpcn_app.engine.health import GOOD, Health, judge
from dpcn_app.engine.network import Array

STARTS = np.arange(12) % 4 == 0  # three sequences of four steps
SIGNS = ("coverage", "balance", "exclusiveness", "steadiness")


def perfect(groups: int = 2) -> Array:
    """Return causes that are each active in one sequence only, shape (12, groups, 3)."""
    causes = np.zeros((12, groups, 3), np.float32)
    for step in range(12):
        causes[step, :, step // 4] = 1 + 0.1 * step
    return causes


def assert_only_falls(health: Health, sign: str, to: float) -> None:
    signs = {name: getattr(health, name) for name in SIGNS}
    expected = dict.fromkeys(SIGNS, 1.0) | {sign: to}
    assert signs == pytest.approx(expected)
    assert health.score == pytest.approx(to)


def test_causes_that_take_turns_score_one_and_are_called_good() -> None:
    health = judge(perfect(), STARTS)
    assert health.score == pytest.approx(1, abs=1e-12)
    assert health.score <= 1
    assert health.good
    assert health.reason == "All causes are in use, one at a time, each for a while."


def test_coverage_falls_with_every_frame_that_has_no_cause() -> None:
    causes = perfect()
    causes[[3, 7, 11], 1] = 0  # the last frame of each sequence, in one of two groups
    assert_only_falls(judge(causes, STARTS), "coverage", 21 / 24)


def test_a_group_that_sees_nothing_does_not_lower_coverage() -> None:
    causes = perfect()
    causes[[3, 7, 11], 1] = 0
    seen = np.ones((12, 2), bool)
    seen[[3, 7, 11], 1] = False
    assert judge(causes, STARTS, seen) == judge(perfect(), STARTS)
    causes[2, 0] = 0  # here something was to be seen
    assert judge(causes, STARTS, seen).coverage == pytest.approx(20 / 21)


def test_what_reaches_every_group_is_judged_as_if_nothing_was_said_of_it() -> None:
    causes = np.random.default_rng(0).random((12, 2, 3)) * (np.arange(12) % 5 > 0)[:, None, None]
    assert judge(causes, STARTS, np.ones((12, 2), bool)) == judge(causes, STARTS)


def test_balance_falls_where_one_cause_has_more_than_its_share() -> None:
    causes = perfect()
    causes[8:] = causes[4:8]
    share = np.array([1 / 3, 2 / 3])
    entropy = -(share * np.log(share)).sum() / np.log(3)
    assert_only_falls(judge(causes, STARTS), "balance", float(entropy))


def test_balance_is_zero_where_one_cause_does_everything() -> None:
    causes = np.zeros((12, 1, 3))
    causes[..., 1] = 1
    health = judge(causes, STARTS)
    assert health.balance == 0
    assert "(evenness 0 %)" in health.reason  # and not -0 %


def test_exclusiveness_falls_where_several_causes_are_active_at_once() -> None:
    causes = perfect()
    causes[causes == 0] = 0.25
    expected = np.mean([(1 + 0.1 * step) / (1.5 + 0.1 * step) for step in range(12)])
    assert_only_falls(judge(causes, STARTS), "exclusiveness", float(expected))


def test_steadiness_falls_with_every_change_within_a_sequence() -> None:
    causes = perfect()
    causes[[2, 6, 10]] = causes[[6, 10, 2]]  # each sequence flickers: two changes of three
    assert_only_falls(judge(causes, STARTS), "steadiness", 1 / 3)


def test_changes_where_sequences_begin_are_not_held_against_steadiness() -> None:
    assert judge(perfect(), STARTS).steadiness == 1
    continuous = STARTS & (np.arange(12) == 0)
    assert judge(perfect(), continuous).steadiness == pytest.approx(9 / 11)


def test_frames_without_a_cause_say_nothing_about_steadiness() -> None:
    causes = perfect()
    causes[1] = 0
    assert judge(causes, STARTS).steadiness == 1


def test_causes_that_are_all_zero_score_zero() -> None:
    health = judge(np.zeros((12, 2, 3)), STARTS)
    assert health == Health(0, 0, 0, 0)
    assert not health.good


def test_a_single_cause_cannot_be_unbalanced() -> None:
    assert judge(np.ones((12, 2, 1)), STARTS).score == 1


@pytest.mark.parametrize("active", [True, False])
def test_a_single_frame_can_be_judged(active: bool) -> None:
    health = judge(np.full((1, 1, 3), float(active)), np.array([True]))
    assert health.score == 0
    assert health.coverage == active


@pytest.mark.parametrize(
    ("sign", "words"),
    [
        ("coverage", "42 % of frames have an active cause"),
        ("balance", "the causes are used unequally (evenness 42 %)"),
        ("exclusiveness", "several causes are active at a time (the strongest has on average 42 %"),
        ("steadiness", "from one frame to the next in only 42 % of the frames"),
    ],
)
def test_the_reason_names_the_weakest_sign(sign: str, words: str) -> None:
    health = Health(**(dict.fromkeys(SIGNS, 0.9) | {sign: 0.42}))
    assert words in health.reason


def test_good_begins_at_the_threshold() -> None:
    assert Health(GOOD, 1, 1, 1).good
    assert not Health(GOOD - 1e-6, 1, 1, 1).good
