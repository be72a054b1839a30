"""What was expected of a frame."""

from dataclasses import replace

import numpy as np
import pytest

from dpcn_app.analysis.expectation import expected_patches, expects_by_prior
from dpcn_app.engine.inference import infer_step
from dpcn_app.engine.top_down import TopDown
from dpcn_app.storage.bundled import open_model
from dpcn_app.video.noise import noisy_shapes
from dpcn_app.video.patches import PatchGrid
from dpcn_app.video.shapes import ShapesConfig

NETWORK = open_model("shapes-hard").network


def pictures(mode, *ways, frames=40):
    """Yield, frame by frame, the clean frame and what some ways would have expected of it."""
    video = noisy_shapes(ShapesConfig.named("hard", seed=7), frames, 1.5)
    grid = PatchGrid.of(NETWORK.spec, video.frame_shape)
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


@pytest.mark.parametrize("mode", ["off", "both", "prior", "prior:T+D"])
def test_what_was_inferred_afterwards_saves_work_and_changes_nothing(mode):
    top_down = TopDown.named(mode)
    video = noisy_shapes(ShapesConfig.named("hard", seed=7), 6, 1.5)
    grid = PatchGrid.of(NETWORK.spec, video.frame_shape)
    now = None
    for index in range(6):
        before, now = now, infer_step(NETWORK, grid.cut(video.frame(index).image), now, top_down)
    assert before is not None
    alone = expected_patches(NETWORK, before, top_down)
    spared = expected_patches(NETWORK, before, top_down, now)
    assert np.allclose(spared, alone, atol=1e-5 * np.abs(alone).max())


@pytest.mark.parametrize("mode", ["off", "prior"])
def test_a_frame_with_which_inference_began_has_not_foreseen_itself(mode):
    top_down = TopDown.named(mode)
    video = noisy_shapes(ShapesConfig.named("hard", seed=7), 2, 1.5)
    grid = PatchGrid.of(NETWORK.spec, video.frame_shape)
    before, now = (infer_step(NETWORK, grid.cut(video.frame(i).image), None) for i in (0, 1))
    foreseen = expected_patches(NETWORK, before, top_down, now)
    assert foreseen.any()
    assert np.array_equal(foreseen, expected_patches(NETWORK, before, top_down))


def test_with_all_strengths_at_zero_it_is_the_papers():
    top_down = TopDown.named("prior")
    assert top_down.prior is not None and NETWORK.spec.prior is not None
    assert expects_by_prior(NETWORK, top_down)
    weak = replace(NETWORK.spec.prior, time=0.0, handed_down=0.0)
    assert not expects_by_prior(
        NETWORK, replace(top_down, prior=replace(top_down.prior, strengths=weak))
    )
