"""Surprise is where the frame was not expected."""

from dataclasses import replace

import numpy as np
import pytest

from dpcn_app.analysis.surprise import expected_part, unexpected_states
from dpcn_app.engine.inference import infer_step
from dpcn_app.engine.network import Network
from dpcn_app.engine.top_down import TopDown
from dpcn_app.storage.bundled import open_model
from dpcn_app.training.shapes_stream import patch_grid
from dpcn_app.video.shapes import BouncingShapes, ShapesConfig


def without_maps(network: Network) -> Network:
    return replace(network, layers=tuple(replace(each, M=None) for each in network.layers))


def watch(network, mode, frames=30, noise=1.5):
    """Yield the states before and now, the frame, and the grid that blends patches."""
    video = BouncingShapes(ShapesConfig.named("easy", noise=noise, seed=5), frames)
    grid = patch_grid(network.spec, video.frame_shape)
    before = None
    for index in range(frames):
        frame = video.frame(index)
        now = infer_step(network, grid.cut(frame.image), before, TopDown.named(mode))
        if before is not None:
            yield before, now, frame, grid
        before = now


@pytest.mark.parametrize(("mode", "maps"), [("off", True), ("prior", True), ("off", False)])
def test_noise_is_more_of_a_surprise_than_the_objects(mode, maps):
    network = open_model("shapes-easy").network
    network = network if maps else without_maps(network)
    noise, objects = [], []
    for before, now, frame, grid in watch(network, mode):
        part = expected_part(network, before, now)
        surprise = frame.image - grid.blend(part.reshape(-1, part.shape[-1]))
        lit = frame.clean >= 0.5
        objects.append(surprise[lit])
        noise.append(surprise[(frame.image >= 0.5) & ~lit])
    assert np.concatenate(noise).mean() > np.concatenate(objects).mean() + 0.2


def test_after_an_empty_frame_everything_is_a_surprise():
    network = open_model("shapes-easy").network
    spec = network.spec
    grid = patch_grid(spec, (32, 32))
    before = infer_step(network, grid.cut(np.zeros((32, 32), np.float32)))
    assert (unexpected_states(network, before) == 1).all()
    now = infer_step(network, grid.cut(np.ones((32, 32), np.float32)), before)
    assert not expected_part(network, before, now).any()
