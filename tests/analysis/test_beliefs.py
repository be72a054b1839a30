"""Prototypes of beliefs, and what frames are read as."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from dpcn_app.analysis.beliefs import class_beliefs, class_video, read_as, switches
from dpcn_app.engine.belief import Belief
from dpcn_app.engine.inference import infer_step
from dpcn_app.engine.network import Network
from dpcn_app.storage.bundled import open_model
from dpcn_app.video.noise import Noise, with_noise
from dpcn_app.video.patches import PatchGrid
from dpcn_app.video.shapes import BouncingShapes, ShapesConfig
from dpcn_app.video.source import frames


@cache
def trained() -> Network:
    return open_model("shapes-easy").network


def test_a_belief_is_the_mean_of_the_causes_of_its_class() -> None:
    video = BouncingShapes(ShapesConfig(sequence_length=5, seed=9), 15)
    grid = PatchGrid.of(trained().spec, video.frame_shape)
    beliefs = class_beliefs(trained(), video)
    assert list(beliefs) == ["square", "x", "diamond"]
    for label, belief in enumerate(beliefs.values()):
        state, rows = None, []
        for index in range(5 * label, 5 * label + 5):
            state = infer_step(trained(), grid.cut(video.frame(index).image), state)
            rows.append(state.top_causes[0])
        np.testing.assert_allclose(belief.causes, np.mean(rows, axis=0), rtol=1e-5)


def test_noise_does_not_enter_it() -> None:
    video = BouncingShapes(ShapesConfig(sequence_length=4, seed=9), 12)
    noisy = with_noise(video, Noise("structured", 5.0, 3))
    assert class_beliefs(trained(), video) == class_beliefs(trained(), noisy)


def test_of_several_units_only_those_that_see_anything_count() -> None:
    """Four fields side by side, all but one black."""
    near = BouncingShapes(ShapesConfig(sequence_length=4, seed=9), 4)

    class Corner(BouncingShapes):
        def frame(self, index):
            frame = near.frame(index)
            image = np.zeros((68, 68), np.float32)  # two fields of 36 with the padding, each way
            image[:32, :32] = frame.image
            return type(frame)(index, image, frame.label, image)

    wide = Corner(ShapesConfig(frame_shape=(68, 68), sequence_length=4), 4)
    one, other = class_beliefs(trained(), near), class_beliefs(trained(), wide)
    np.testing.assert_allclose(one["square"].causes, other["square"].causes, rtol=1e-5)


def test_a_class_without_a_cause_has_no_belief() -> None:
    top = trained().layers[1]
    deaf = trained().with_layer(1, replace(top, B=np.zeros_like(top.B)))
    assert class_beliefs(deaf, class_video("easy")) == {}


def test_clean_video_is_read_as_what_it_shows() -> None:
    video = BouncingShapes(ShapesConfig(sequence_length=20, seed=12), 60)
    grid = PatchGrid.of(trained().spec, video.frame_shape)
    beliefs = class_beliefs(trained(), class_video("easy"))
    causes = [infer_step(trained(), grid.cut(each.image)).top_causes[0] for each in frames(video)]
    read = read_as(np.array(causes), beliefs)
    right = [name == video.classes[video.label(index)] for index, name in enumerate(read)]
    assert np.mean(right) > 0.9


@pytest.mark.parametrize("scale", [0.01, 1, 100])
def test_a_frame_is_read_by_the_direction_of_its_causes(scale: float) -> None:
    beliefs = {"square": Belief((1.0, 0.0)), "x": Belief((0.0, 0.1))}
    causes = scale * np.array([[2.0, 1.0], [1.0, 2.0], [0.0, 0.0]])
    assert read_as(causes, beliefs) == ["square", "x", None]
    units = np.hstack([np.zeros_like(causes), causes])
    assert read_as(units, beliefs) == ["square", "x", None]
    assert read_as(causes, {}) == [None, None, None]


def test_a_switch_is_where_another_class_is_read() -> None:
    assert switches(["x", "x", None, "x", "square", None, "x"]) == [4, 6]
    assert switches([None, "x"]) == [] == switches([])
