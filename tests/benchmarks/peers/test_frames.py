"""A whole frame: all versions of Algorithm 1 end at the same energy."""

from dpcn_app.benchmarks.peers import frames
from dpcn_app.benchmarks.peers.contest import LARGEST_GAP, OURS


def test_all_end_at_the_same_energy_and_the_exact_solver_no_higher() -> None:
    both, alone = frames.frame_race(rounds=1)
    for heat in (both, alone):
        exact = heat.entry(frames.EXACT)
        assert exact is not None and exact.setting.gap < 0
        for entry in heat.entries:
            assert entry.qualified
            if entry is not exact:
                assert abs(entry.setting.gap) < LARGEST_GAP
        assert heat.entries[0].name == OURS


def test_threads_are_timed_on_frames_of_many_groups() -> None:
    scalings = frames.two_threads((2,), rounds=1)
    assert [each.what for each in scalings] == [
        "frame of 16 groups, exact",
        "frame of 16 groups, paper",
        "natural frame of 288 groups, exact",
    ]
