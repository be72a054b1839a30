"""What was expected of a frame."""

from dataclasses import replace

import numpy as np
import pytest

from dpcn_app.analysis.expectation import expected_patches, expects_by_prior
from dpcn_app.engine.inference import infer_step
from dpcn_app.engine.top_down import TopDown
from dpcn_app.storage.bundled import open_model
from dpcn_app.training.shapes_stream import patch_grid
from dpcn_app.video.shapes import BouncingShapes, ShapesConfig

NETWORK = open_model("shapes-hard").network


def pictures(mode, *ways, frames=40):
    """Yield, frame by frame, the clean frame and what some modes would have expected of it."""
    video = BouncingShapes(ShapesConfig.named("hard", noise=1.5, seed=7), frames)
    grid = patch_grid(NETWORK.spec, video.frame_shape)
    state = None
    for index in range(frames):
        frame = video.frame(index)
        if state is not None:
            drawn = []
            for way in ways:
                patches = expected_patches(NETWORK, state, TopDown.named(way))
                assert patches.shape == state.layers[0].reconstruction.shape
                drawn.append(grid.blend(patches.reshape(-1, patches.shape[-1])))
            yield frame.clean, drawn
        state = infer_step(NETWORK, grid.cut(frame.image), state, TopDown.named(mode))


def test_the_prior_foresees_the_next_clean_frame_better_than_the_paper():
    found = []
    for clean, drawn in pictures("prior", "prior", "both"):
        found.append([np.corrcoef(clean.ravel(), each.ravel())[0, 1] for each in drawn])
    prior, paper = np.nanmean(found, axis=0)
    assert prior > paper + 0.05


def test_each_part_expects_something_else():
    _, drawn = list(pictures("prior", "prior:T", "prior:D", "prior:T+D", frames=5))[-1]
    time, handed_down, both = drawn
    assert not np.allclose(time, handed_down)
    assert not np.allclose(time, both)
    assert not np.allclose(handed_down, both)


@pytest.mark.parametrize("mode", ["off", "coherence", "prior:K"])
def test_without_a_part_in_layer_1_it_is_the_papers(mode):
    assert not expects_by_prior(NETWORK, TopDown.named(mode))
    _, (drawn, paper) = list(pictures("both", mode, "both", frames=5))[-1]
    assert np.array_equal(drawn, paper)


def test_with_all_strengths_at_zero_it_is_the_papers():
    top_down = TopDown.named("prior")
    assert top_down.prior is not None and NETWORK.spec.prior is not None
    assert expects_by_prior(NETWORK, top_down)
    weak = replace(NETWORK.spec.prior, time=0.0, handed_down=0.0)
    assert not expects_by_prior(
        NETWORK, replace(top_down, prior=replace(top_down.prior, strengths=weak))
    )
