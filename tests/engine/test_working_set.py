"""Working sets: precision at the edge of what single precision can hold, and shared predictions."""

from functools import partial

import numpy as np

from dpcn_app.engine.inference import infer_states
from dpcn_app.engine.network import normalise_columns


def test_inputs_too_large_for_the_tolerance_still_come_to_an_end() -> None:
    """At 10⁶, single precision cannot resolve 1e-5: the remaining moves are rounding errors."""
    rng = np.random.default_rng(2)
    C = normalise_columns(rng.normal(size=(30, 50)))
    y = 1e6 * rng.normal(size=(20, 30))
    infer = partial(infer_states, transition_weight=0.0, sparsity=1e5)
    exact, single = infer(C, y), infer(C.astype(np.float32), y.astype(np.float32))
    assert np.abs(single - exact).max() < 1e-4 * np.abs(exact).max()


def test_states_with_a_prediction_in_common_may_name_it_for_each() -> None:
    rng = np.random.default_rng(3)
    C, y = normalise_columns(rng.normal(size=(6, 9))), rng.normal(size=(4, 6))
    unsaid = infer_states(C, y, transition_weight=0.1, sparsity=0.2)
    said = infer_states(C, y, np.zeros((4, 9)), transition_weight=0.1, sparsity=0.2)
    assert unsaid.any()
    assert np.array_equal(unsaid, said)
