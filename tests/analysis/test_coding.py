"""How well and how sparsely a frame is coded."""

import numpy as np
import pytest

from dpcn_app.analysis.coding import coding
from dpcn_app.engine.inference import infer_step
from dpcn_app.engine.network import Network
from dpcn_app.training.presets import SHAPES_NETWORK
from dpcn_app.video.patches import PatchGrid


@pytest.fixture(scope="module")
def state():
    image = np.random.default_rng(0).random((32, 32), np.float32)
    patches = PatchGrid.of(SHAPES_NETWORK, image.shape).cut(image)
    return infer_step(Network.initial(SHAPES_NETWORK, 0), patches)


def test_a_frame_is_explained_as_far_as_its_variance_is_not_left_over(state):
    frame = np.tile(np.array([0.0, 2.0], np.float32), (4, 4))
    nothing = np.zeros_like(frame)
    half = ((frame - 1) / 2).astype(np.float32)
    assert coding(frame, frame, state).explained == 1
    assert coding(frame, frame - half, state).explained == pytest.approx(0.75)
    assert coding(frame, nothing + 1, state).explained == pytest.approx(0)


def test_a_frame_of_one_grey_has_no_variance_to_explain(state):
    grey = np.full((4, 4), 0.5, np.float32)
    assert coding(grey, grey, state).explained == 1
    assert coding(grey, 0 * grey, state).explained == 0


def test_active_units_are_those_that_are_not_zero(state):
    told = coding(np.ones((2, 2), np.float32), np.ones((2, 2), np.float32), state)
    assert told.active_states == pytest.approx((state.layers[0].states != 0).mean())
    assert told.active_causes == pytest.approx((state.top_causes != 0).mean())
