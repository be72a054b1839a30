"""Showing videos to networks."""

import numpy as np

from dpcn_app.engine.top_down import TopDown
from dpcn_app.experiments.video_run import labels, top_causes, watch
from dpcn_app.storage.bundled import open_model
from dpcn_app.video.noise import noisy_shapes
from dpcn_app.video.shapes import ShapesConfig


def video(noise=1.5, frames=12):
    return noisy_shapes(ShapesConfig.named("easy", seed=8), frames, noise)


def test_every_frame_comes_with_what_was_inferred_from_it():
    network = open_model("shapes-easy").network
    seen = list(watch(network, video()))
    assert [frame.index for frame, _ in seen] == list(range(12))
    causes = np.stack([state.top_causes.ravel() for _, state in seen])
    assert np.array_equal(causes, top_causes(network, video()))


def test_a_clean_showing_equals_a_video_without_noise():
    network = open_model("shapes-easy").network
    clean = top_causes(network, video(), clean=True)
    assert np.array_equal(clean, top_causes(network, video(noise=0.0)))
    assert not np.array_equal(clean, top_causes(network, video()))


def test_both_solvers_see_much_the_same():
    network = open_model("shapes-easy").network
    both = TopDown.named("both")
    exact = [state.top_causes for _, state in watch(network, video(), both)]
    paper = [state.top_causes for _, state in watch(network, video(), both, solver="paper")]
    assert np.allclose(np.stack(exact), np.stack(paper), atol=0.3)


def test_labels_are_those_of_the_frames():
    assert labels(video(frames=101)).tolist() == [0] * 100 + [1]
