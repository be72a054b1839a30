"""A whole frame: all versions of Algorithm 1 end at the same energy."""

import numpy as np

from dpcn_app.benchmarks.peers import frames
from dpcn_app.benchmarks.peers.contest import LARGEST_GAP, OURS
from dpcn_app.engine.inference import infer_step


def test_all_end_at_the_same_energy_and_the_exact_solver_no_higher() -> None:
    heats = frames.frame_race(rounds=1, at_once=3, compiled=False)
    assert [heat.units for heat in heats] == [1, 3, 1, 1]
    for heat in heats:
        exact = heat.entry(frames.EXACT)
        assert exact is not None and exact.setting.gap < 0
        for entry in heat.entries:
            assert entry.qualified
            if entry is not exact:
                assert abs(entry.setting.gap) < LARGEST_GAP
        assert heat.entries[0].name == OURS


def test_frames_at_once_are_inferred_as_each_is_alone() -> None:
    one, many, _, natural = frames.frame_problems(at_once=3)
    assert len(many.patches) == 3 * len(one.patches)
    assert len(natural.patches) > 1000
    together = infer_step(many.network, many.patches, many.before)
    earlier = many.before.layers[0].inputs.reshape(many.patches.shape)
    for frame in range(3):
        own = slice(frame * len(one.patches), (frame + 1) * len(one.patches))
        before = infer_step(many.network, earlier[own])
        alone = infer_step(many.network, many.patches[own], before)
        np.testing.assert_allclose(
            together.layers[1].causes[frame : frame + 1], alone.layers[1].causes, rtol=1e-5
        )


def test_threads_are_timed_on_frames_of_many_groups() -> None:
    scalings = frames.two_threads((2,), rounds=1)
    assert [each.what for each in scalings] == [
        "frame of 16 groups, exact",
        "frame of 16 groups, paper",
        "natural frame of 288 groups, exact",
    ]
