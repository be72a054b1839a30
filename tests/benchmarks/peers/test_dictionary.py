"""Learning compared with scikit-learn: the same batches, falling errors, time to equal error."""

import pytest

from dpcn_app.benchmarks.peers import dictionary
from dpcn_app.benchmarks.peers.dictionary import LearningCurve, dictionary_race


def test_both_learn_from_the_same_start() -> None:
    pytest.importorskip("sklearn")
    race = dictionary_race(90)
    assert race.peer is not None and race.peer_seconds is not None
    assert race.ours.errors[0] == race.peer.errors[0]
    for curve in (race.ours, race.peer):
        assert curve.errors[-1] < 0.8 * curve.errors[0]
        assert list(curve.seconds) == sorted(curve.seconds)
        assert curve.errors[-1] <= race.equal_error
    assert race.behind == pytest.approx(race.peer_seconds / race.our_seconds)
    assert race.patches == race.frames * 16


def test_without_scikit_learn_ours_learns_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dictionary, "peer", lambda module: None)
    race = dictionary_race(60)
    assert race.peer is None and race.behind is None
    assert race.our_seconds == race.ours.seconds[-1]


def test_the_time_to_an_error_is_when_it_is_first_as_low() -> None:
    curve = LearningCurve("any", (0, 1, 2, 3), (5.0, 4.0, 2.0, 3.0))
    assert curve.seconds_to(4.0) == 1
    assert curve.seconds_to(3.5) == 2
    assert curve.seconds_to(1.0) is None
