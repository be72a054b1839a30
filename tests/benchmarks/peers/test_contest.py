"""How a race is run: tuning to one accuracy, then timing in turn."""

from typing import Any

import pytest

from dpcn_app.benchmarks.peers import contest
from dpcn_app.benchmarks.peers.contest import OURS, Contestant, run_heat, tune

EFFORTS = tuple(float(effort) for effort in range(1, 33))


def solver(name: str, reach: float, kinds: tuple[float, ...] = (0.0,)) -> Contestant:
    """Return a solver whose gap is 1 until its effort plus its kind is at least `reach`."""
    return Contestant(name, lambda kind, effort: effort + kind >= reach, EFFORTS, kinds)


def gap(solved: Any) -> float:
    return 1e-5 if solved else 1.0


@pytest.mark.parametrize("reach", [1, 2, 17, 31, 32])
def test_the_least_effort_that_suffices_is_found(reach: float) -> None:
    setting = tune(solver("any", reach), gap)
    assert (setting.effort, setting.qualified) == (reach, True)


def test_among_kinds_the_one_that_needs_least_effort_wins() -> None:
    setting = tune(solver("any", 20, kinds=(1, 8, 3)), gap)
    assert (setting.kind, setting.effort) == (8, 12)


def test_who_never_gets_there_is_timed_at_its_nearest() -> None:
    near = Contestant("near", lambda kind, effort: 1 / effort, EFFORTS)
    setting = tune(near, lambda distance: distance)
    assert not setting.qualified
    assert setting.effort == EFFORTS[-1]


def test_peers_are_told_from_the_fastest_to_the_slowest(monkeypatch: pytest.MonkeyPatch) -> None:
    seconds = {OURS: (1.0, 2.0), "slow": (30.0, 60.0), "fast": (2.0, 4.0)}
    monkeypatch.setattr(contest, "interleaved", lambda tasks, rounds, clock: seconds)
    counted = Contestant("fast", lambda *_: True, (1.0,), operations=lambda *_: 6e9)
    contestants = [solver(OURS, 1), solver("slow", 1), counted]
    heat = run_heat("work", "patch", 10, contestants, gap, rounds=2)
    assert [entry.name for entry in heat.entries] == [OURS, "fast", "slow"]
    assert heat.best_peer.behind.median == 2
    assert heat.best_peer.seconds.median == pytest.approx(0.3)
    assert heat.best_peer.gflops == pytest.approx(2)
    assert heat.entry("slow") is heat.entries[2]
    assert heat.entry("nobody") is None


def test_a_kind_that_needs_as_much_as_the_best_is_left_after_one_trial() -> None:
    tried: list[tuple[float, float]] = []

    def solve(kind: float, effort: float) -> bool:
        tried.append((kind, effort))
        return effort >= kind

    setting = tune(Contestant("any", solve, EFFORTS, kinds=(9, 20, 9, 4)), gap)
    assert (setting.kind, setting.effort) == (4, 4)
    assert [effort for kind, effort in tried if kind == 20] == [8]


def test_the_best_peer_is_the_fastest_even_where_it_beats_us(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seconds = {OURS: (2.0,), f"{OURS}, otherwise": (0.5,), "slow": (3.0,), "fast": (1.0,)}
    monkeypatch.setattr(contest, "interleaved", lambda tasks, rounds, clock: seconds)
    heat = run_heat("work", "patch", 1, [solver(name, 1) for name in seconds], gap, rounds=1)
    assert heat.entries[0].name == OURS
    assert heat.best_peer.name == "fast"
    assert heat.best_peer.behind.median == 0.5
