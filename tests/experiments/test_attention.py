"""The attention experiment: what is measured, by whom the picture is seen, and the verdict."""

import json
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from dpcn_app.analysis.beliefs import class_beliefs, class_video
from dpcn_app.analysis.kept_by_class import lit_alone
from dpcn_app.engine.inference import infer_step
from dpcn_app.engine.top_down import TopDown
from dpcn_app.errors import UserError
from dpcn_app.experiments.attention import (
    MODES,
    SETTLED,
    AttentionResult,
    Watched,
    _checks,
    ordered_pairs,
    reproduce_attention,
    watch_pairs,
)
from dpcn_app.experiments.shapes import TEST_SEED
from dpcn_app.experiments.workers import HERE
from dpcn_app.storage.bundled import open_model
from dpcn_app.video.mixed_shapes import MixedShapes
from dpcn_app.video.patches import PatchGrid
from dpcn_app.video.shapes import ShapesConfig

FRAMES = 15


@cache
def watched() -> Watched:
    return watch_pairs(open_model("shapes-easy").network, "easy", 0.0, 3, FRAMES)


def test_selectivity_is_what_is_kept_of_the_believed_class_and_not_of_the_other() -> None:
    network = open_model("shapes-easy").network
    video = MixedShapes(
        ShapesConfig.named("easy", seed=3 + TEST_SEED), ("square", "diamond"), FRAMES
    )
    grid = PatchGrid.of(network.spec, video.frame_shape)
    belief = class_beliefs(network, class_video("easy"))["diamond"]
    state, own, other = None, [], []
    for index in range(FRAMES):
        frame = video.frame(index)
        held = replace(TopDown.named("prior"), belief=belief)
        state = infer_step(network, grid.cut(frame.image), state, held)
        picture = grid.whole_frame(state.layers[0].reconstruction, frame.image)
        squares, _, diamonds = lit_alone(frame.objects)
        if index >= SETTLED:
            own.append(picture[diamonds])
            other.append(picture[squares])
    kept, leaked = np.concatenate(own).mean(), np.concatenate(other).mean()
    assert watched().kept["belief"]["diamond>square"] == pytest.approx(kept, abs=1e-5)
    found = watched().selectivity["belief"]["diamond>square"]
    assert found == pytest.approx(kept - leaked, abs=1e-5)


def test_a_belief_decides_and_its_controls_do_not() -> None:
    means = {mode: np.mean(list(watched().selectivity[mode].values())) for mode in MODES}
    assert means["belief"] > 0.4
    assert abs(means["matched-placebo"]) < 0.15
    assert means["prior"] == pytest.approx(0) == means["off"]
    assert min(watched().read["belief"].values()) > 0.9


def test_without_a_belief_the_orders_of_a_pair_are_opposite() -> None:
    for mode in ("prior", "off"):
        found = watched().selectivity[mode]
        assert found["square>x"] == -found["x>square"] != 0


def test_pictures_of_one_frame_are_kept() -> None:
    pictures = watched().examples["square+x"]
    names = ["frame", "belief square", "belief x", "matched-placebo square"]
    assert {*names, "prior", "off"} <= pictures.keys()
    assert not np.array_equal(pictures["belief square"], pictures["belief x"])


def test_a_class_that_cannot_be_believed_is_left_alone() -> None:
    network = open_model("shapes-easy").network
    top = network.layers[1]
    deaf = network.with_layer(1, replace(top, B=np.zeros_like(top.B)))
    found = watch_pairs(deaf, "easy", 0.0, 3, 8)
    assert found.selectivity["belief"] == found.selectivity["prior"]
    assert set(found.read["belief"].values()) == {0.0}


def result(shape_set: str = "hard", **belief: float) -> AttentionResult:
    """A result in which a belief has selectivity .6 for all pairs but those given, controls 0."""
    pairs = ordered_pairs(shape_set)
    named = {pair.replace(">", "_"): pair for pair in pairs}
    values = dict.fromkeys(pairs, 0.6) | {named[name]: value for name, value in belief.items()}
    nothing = {pair: [0.0, 0.0] for pair in pairs}
    selectivity = {mode: {noise: dict(nothing) for noise in (0.0, 1.5)} for mode in MODES}
    for noise in (0.0, 1.5):
        selectivity["belief"][noise] = {pair: [at - 0.1, at + 0.1] for pair, at in values.items()}
    return AttentionResult(
        shape_set=shape_set,
        noises=(0.0, 1.5),
        seeds=(1, 2),
        selectivity=selectivity,
        kept=selectivity,
        read=selectivity,
        switches=selectivity,
        examples={},
        checks={},
        seconds=1,
    )


def test_a_belief_that_reaches_all_figures_passes() -> None:
    assert len(_checks(result())) == 4 and all(_checks(result()).values())


def test_one_weak_pair_fails_the_hard_set_and_not_the_easy_one() -> None:
    assert list(_checks(result("hard", diamond_triangle=0.1)).values()).count(False) == 1
    assert all(_checks(result("easy", diamond_x=0.1)).values())
    two = result("easy", diamond_x=0.1, x_diamond=0.15, square_x=1.0)
    assert list(_checks(two).values()).count(False) == 1


@pytest.mark.parametrize(("value", "failed"), [(0.49, 1), (0.39, 2)])
def test_a_weak_belief_fails(value: float, failed: int) -> None:
    weak = result("hard", **{pair.replace(">", "_"): value for pair in ordered_pairs("hard")})
    assert list(_checks(weak).values()).count(False) == failed


@pytest.mark.parametrize("value", [0.06, -0.06])
def test_a_placebo_that_acts_fails(value: float) -> None:
    acting = result()
    acting.selectivity["matched-placebo"][0.0] = {pair: [value, value] for pair in acting.pairs}
    assert list(_checks(acting).values()).count(False) == 1


def test_json_is_ordered_by_mode_noise_and_pair() -> None:
    document = json.loads(json.dumps(result(square_diamond=0.3).as_dict()))
    found = document["selectivity"]["belief"]["0"]["square>diamond"]
    assert found == [pytest.approx(0.2), pytest.approx(0.4)]
    assert set(document["selectivity"]) == {"belief", "matched-placebo", "prior", "off"}
    assert set(document["selectivity"]["off"]) == {"0", "1.5"}


def test_a_small_training_gives_a_value_a_seed(monkeypatch) -> None:
    monkeypatch.setattr("dpcn_app.experiments.attention.FRAMES", 12)
    told = []
    found = reproduce_attention(
        "easy",
        (0.0,),
        (5,),
        60,
        lambda share, words: told.append((share, words)),
        workers=HERE,
    )
    assert all(len(values) == 1 for values in found.selectivity["belief"][0.0].values())
    assert told[-1] == (1.0, "seed 5: done")
    assert found.verdict == "fail"  # nothing is learnt from 60 frames


def test_bad_input_is_refused_before_anything_is_trained() -> None:
    for words, arguments in (
        ("At least one amount of noise", ("hard", ())),
        ("At least one seed", ("hard", (0.0,), ())),
        ("Give each seed once", ("hard", (0.0,), (1, 1))),
        ("no set called 'odd'", ("odd",)),
        ("Structured noise goes from 0", ("hard", (-1.0,))),
    ):
        with pytest.raises(UserError, match=words):
            reproduce_attention(*arguments)
