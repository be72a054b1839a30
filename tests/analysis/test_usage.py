"""How much each state is used."""

import numpy as np

from dpcn_app.analysis.usage import Usage


def test_usage_counts_every_moment_once_and_starts_afresh_with_another_network() -> None:
    usage, first, second = Usage(), object(), object()
    states = np.zeros((1, 2, 3))
    states[0, 0, 1] = -2.0
    assert usage.watch(first, 0, states)
    assert not usage.watch(first, 0, states)
    usage.watch(first, 1, 0 * states)
    np.testing.assert_allclose(usage.mean, [0, 1, 0])
    np.testing.assert_allclose(usage.now, 0)
    usage.watch(second, 1, states)
    np.testing.assert_allclose(usage.mean, [0, 2, 0])
    np.testing.assert_array_equal(usage.places, [0, 1, 0])
