"""Formulas of the extended prior without their kernels: the same numbers, but for rounding."""

from collections.abc import Callable

import numpy as np
import pytest

from dpcn_app.engine.inference import infer_step
from dpcn_app.engine.maps import expected_states
from dpcn_app.engine.network import Array
from dpcn_app.engine.plain_numpy import plain_numpy, without_kernels
from dpcn_app.engine.prior import Prior, expect
from dpcn_app.engine.top_down import TopDown
from dpcn_app.engine.unexpectedness import unexpectedness
from dpcn_app.storage.bundled import open_model
from dpcn_app.video.noise import noisy_shapes
from dpcn_app.video.patches import PatchGrid
from dpcn_app.video.shapes import ShapesConfig

NETWORK = open_model("shapes-easy").network
GRID = PatchGrid.of(NETWORK.spec, (32, 32))
VIDEO = noisy_shapes(ShapesConfig.named("easy", seed=3), 2, 1.5)
STATE = infer_step(NETWORK, GRID.cut(VIDEO.frame(0).image), None, TopDown.named("prior"))


def expected() -> Array:
    layer = NETWORK.layers[0]
    return expected_states(layer, STATE.layers[0].states, NETWORK.neighbours[0])


def unexpected() -> Array:
    return unexpectedness(expected(), 2.0)


def nothing_expected() -> Array:
    return unexpectedness(np.zeros((2, 3, 4), np.float32), 2.0)


def raised() -> Array:
    parts = expect(NETWORK, STATE, Prior())
    c = np.array([0.3], np.float32)
    found = [each.raised(NETWORK.layers[n], c) for n in (0, 1) for each in parts[n]]
    assert len(found) == 3
    return np.concatenate([each.ravel() for each in found])


@pytest.mark.parametrize("formula", [expected, unexpected, nothing_expected, raised])
def test_a_formula_gives_the_same_with_and_without_its_kernel(
    formula: Callable[[], Array],
) -> None:
    compiled = formula()
    with plain_numpy():
        plain = formula()
    assert plain.dtype == compiled.dtype == np.float32
    assert plain.shape == compiled.shape
    np.testing.assert_allclose(plain, compiled, rtol=2e-5, atol=1e-5)


def test_kernels_are_spared_in_the_block_alone() -> None:
    assert not without_kernels()
    with plain_numpy():
        assert without_kernels()
        with plain_numpy(False):
            assert without_kernels()
    assert not without_kernels()
    with plain_numpy(False):
        assert not without_kernels()
