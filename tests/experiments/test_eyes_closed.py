"""The experiment with closed eyes: what is measured, beside which control, and the verdict."""

import json
from functools import cache

import numpy as np
import pytest

from dpcn_app.analysis.dreaming import correlation, dreamt_frame, truth_of
from dpcn_app.engine.inference import infer_step
from dpcn_app.engine.top_down import TopDown
from dpcn_app.errors import UserError
from dpcn_app.experiments.eyes_closed import (
    DREAMING,
    FOLLOWED,
    HELD,
    Closings,
    EyesClosedResult,
    _checks,
    close_again_and_again,
    dream,
    mean_over_classes,
    reproduce_eyes_closed,
)
from dpcn_app.experiments.shapes import fresh_video
from dpcn_app.storage.bundled import open_model
from dpcn_app.video.patches import PatchGrid

CLASSES = ("square", "x", "diamond")


def result(
    prior: float = 6.0, held: float = 4.0, read: float = 12.0, shape_set: str = "easy"
) -> EyesClosedResult:
    """Return a result with these figures in every class."""
    values = {"prior": prior, "both": 2.0, "off": 1.0, HELD: held}
    classes = CLASSES if shape_set == "easy" else ("square", "diamond", "triangle")

    def table(modes: dict[str, float]) -> dict:
        return {
            mode: {noise: {name: [value, value + 1] for name in classes} for noise in (0.0, 1.5)}
            for mode, value in modes.items()
        }

    made = EyesClosedResult(
        shape_set=shape_set,
        noises=(0.0, 1.5),
        seeds=(1, 2),
        frames=table(values),
        exact=table(values),
        read=table({mode: read for mode in DREAMING}),
        curves={
            mode: {
                noise: {name: np.linspace(1, 0, FOLLOWED) for name in classes} for noise in (0, 1.5)
            }
            for mode in values
        },
        checks={},
        seconds=1.0,
    )
    made.checks.update(_checks(made))
    return made


@cache
def closings() -> Closings:
    network = open_model("shapes-easy").network
    return close_again_and_again(network, "easy", fresh_video("easy", 0.0, 5))


def test_a_dream_goes_on_from_a_state_without_any_frame() -> None:
    network, top_down = open_model("shapes-easy").network, TopDown.named("prior")
    video = fresh_video("easy", 0.0, 5)
    grid = PatchGrid.of(network.spec, video.frame_shape)
    state = infer_step(network, grid.cut(video.frame(0).image), None, top_down)
    pictures, causes = dream(network, state, top_down, video, 3)
    for picture, u in zip(pictures, causes, strict=True):
        fed = dreamt_frame(network, state, top_down, grid)
        state = infer_step(network, grid.cut(fed), state, top_down)
        expected = grid.whole_frame(state.layers[0].reconstruction, fed)
        np.testing.assert_array_equal(picture, expected)
        np.testing.assert_array_equal(u, state.top_causes.ravel())


def test_the_control_is_the_last_clean_frame_held() -> None:
    video = fresh_video("easy", 1.5, 5)
    starts = range(10, 90, 10)
    truths = [truth_of(video.frame(index)) for index in range(90)]
    first = [correlation(truths[start - 1], truths[start]) for start in starts]
    assert closings().curves[HELD]["square"][0] == pytest.approx(np.mean(first))
    assert HELD not in closings().read


def test_every_mode_and_class_is_measured_and_the_prior_outlives_the_papers_top_down() -> None:
    found = closings()
    for table in (found.frames, found.exact):
        assert set(table) == {*DREAMING, HELD}
        assert all(set(each) == set(CLASSES) for each in table.values())
        values = [value for each in table.values() for value in each.values()]
        assert all(0 <= value <= FOLLOWED for value in values)
    assert found.frames["prior"]["square"] > found.frames["both"]["square"]
    assert found.frames["prior"]["x"] >= found.exact["prior"]["x"]
    assert found.read["prior"]["square"] > 8


def test_the_verdict_depends_on_the_held_frame_and_on_what_is_read() -> None:
    assert result().verdict == "pass"
    assert result(held=7.0).verdict == "fail"
    assert result(prior=1.0, held=0.5).verdict == "fail"
    assert result(read=3.0).verdict == "fail"
    assert mean_over_classes(result().frames, "prior", 0.0) == 6.5


def test_the_result_fits_into_json() -> None:
    told = json.loads(json.dumps(result().as_dict()))
    assert told["frames"]["prior"]["1.5"]["x"] == [6.0, 7.0]
    assert told["experiment"] == "eyes-closed" and told["verdict"] == "pass"


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"noises": ()}, "At least one amount of noise"),
        ({"noises": (-1.0,)}, "noise goes from 0"),
        ({"seeds": (1, 1)}, "Give each seed once"),
        ({"shape_set": "round"}, "round"),
    ],
)
def test_bad_input_is_refused_before_any_work(options, complaint) -> None:
    with pytest.raises(UserError, match=complaint):
        reproduce_eyes_closed(**options)
