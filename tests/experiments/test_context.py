"""What is around a quadrant, and what is seen in it."""

from functools import cache

import numpy as np
import pytest

from dpcn_app.analysis.kept_by_class import lit_alone
from dpcn_app.engine.inference import infer_step
from dpcn_app.engine.top_down import TopDown
from dpcn_app.experiments.context import SETTLED, Surrounded, watch_contexts
from dpcn_app.storage.bundled import open_model
from dpcn_app.video.context_shapes import ContextShapes
from dpcn_app.video.patches import PatchGrid
from dpcn_app.video.shapes import ShapesConfig

CONFIG = ShapesConfig.named("wide", seed=77)
FRAMES = 14


@cache
def watched() -> Surrounded:
    return watch_contexts(open_model("shapes-wide").network, CONFIG, FRAMES)


def mean(condition: str) -> float:
    return float(np.mean(list(watched().selectivity[condition].values())))


def test_selectivity_is_measured_in_the_quadrant_alone() -> None:
    network = open_model("shapes-wide").network
    video = ContextShapes(CONFIG, ("square", "diamond"), "diamond", FRAMES)
    grid = PatchGrid.of(network.spec, (64, 64))
    state, own, other = None, [], []
    for index in range(FRAMES):
        frame = video.frame(index)
        state = infer_step(network, grid.cut(frame.image), state, TopDown.named("prior"))
        picture = grid.whole_frame(state.layers[0].reconstruction, frame.image)
        squares, diamonds, _ = lit_alone(frame.objects)
        assert not diamonds[:32].any() and not diamonds[:, :32].any()
        if index >= SETTLED:
            own.append(picture[diamonds])
            other.append(picture[squares])
    kept, leaked = np.concatenate(own).mean(), np.concatenate(other).mean()
    assert watched().kept["context"]["diamond>square"] == pytest.approx(kept, abs=1e-5)
    found = watched().selectivity["context"]["diamond>square"]
    assert found == pytest.approx(kept - leaked, abs=1e-5)


def test_what_is_around_decides_and_the_controls_do_not() -> None:
    assert mean("context") > 0.2
    assert mean("nothing") == pytest.approx(0) == mean("third")
    assert abs(mean("placebo")) < 0.15


def test_bottom_up_nothing_is_decided_by_what_is_around() -> None:
    found = watched().selectivity["bottom-up"]
    assert found["square>triangle"] == pytest.approx(-found["triangle>square"], abs=0.02)


def test_without_the_class_around_the_orders_of_a_pair_are_opposite() -> None:
    for condition in ("nothing", "third"):
        found = watched().selectivity[condition]
        assert found["square>triangle"] == -found["triangle>square"] != 0


def test_every_pair_has_every_surrounding_and_its_pictures() -> None:
    assert all(len(pairs) == 6 for pairs in watched().selectivity.values())
    assert set(watched().examples) == {"square+diamond", "square+triangle", "diamond+triangle"}
    pictures = watched().examples["square+diamond"]
    assert set(pictures) == {"square", "diamond", "nothing", "triangle"}
    frame, seen = pictures["square"]
    assert frame.shape == seen.shape == (64, 64)
    np.testing.assert_array_equal(frame[32:, 32:], pictures["nothing"][0][32:, 32:])
