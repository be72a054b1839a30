"""Departures in learning and watching shapes: each is taken back alone, and truly so."""

from dataclasses import asdict

import numpy as np
import pytest

from dpcn_app.engine.energy import energy
from dpcn_app.engine.inference import infer_step
from dpcn_app.engine.top_down import expected_causes
from dpcn_app.experiments import shapes
from dpcn_app.experiments.departures import CONTROL, Run
from dpcn_app.experiments.shape_departures import (
    ALL_LAYERS,
    LAYER_2,
    SHAPE_SETS,
    WATCHING,
    Watching,
    scored,
    taken_back,
    train_and_score,
    trained,
    with_layer_2_anew,
)
from dpcn_app.experiments.shapes import fresh_video
from dpcn_app.storage.bundled import open_model
from dpcn_app.training.presets import preset
from dpcn_app.video.patches import PatchGrid
from tests.helpers.tiny_training import differences

RUN = Run("easy", 60, 1.5, 5, (CONTROL,))


def settings_that_differ(name: str) -> dict[str, set[int]]:
    """Return the settings that taking something back changes, each with its layers."""
    own, other = preset("shapes-hard"), taken_back(preset("shapes-hard"), name)
    assert other.network == own.network
    found: dict[str, set[int]] = {}
    for number, pair in enumerate(zip(own.learning, other.learning, strict=True), 1):
        one, two = map(asdict, pair)
        for key in one:
            if one[key] != two[key]:
                found.setdefault(key, set()).add(number)
    return found


def test_each_departure_is_taken_back_alone() -> None:
    assert settings_that_differ(CONTROL) == {}
    for name, (_, changes) in LAYER_2.items():
        assert settings_that_differ(name) == {key: {2} for key in changes}
    for name, (_, changes) in ALL_LAYERS.items():
        assert settings_that_differ(name) == {key: {1, 2} for key in changes}


@pytest.mark.parametrize("name", ["coherence", "restarts", "layer-2"])
def test_a_second_layer_learnt_anew_is_that_of_a_whole_training_bit_for_bit(name: str) -> None:
    _, below = trained(preset("shapes-easy"), RUN)
    recipe = taken_back(preset("shapes-easy"), name)
    whole, _ = trained(recipe, RUN)
    assert differences(with_layer_2_anew(recipe, RUN, below), whole) == []


def test_the_term_kept_at_zero_pulls_all_causes_towards_nothing() -> None:
    """û = 0 at the top opens no state, so that what the paper prints hands down nothing at all."""
    network = open_model("shapes-easy").network
    frame = fresh_video("easy", 1.5, 7).frame(0)
    patches = PatchGrid.of(network.spec, frame.image.shape).cut(frame.image)
    kept = WATCHING["zero"][1](network).bottom_up
    state = infer_step(network, patches, infer_step(network, patches), kept)
    assert not any(causes.any() for causes in expected_causes(network, state, kept.belief))
    for layer, spec in zip(state.layers, network.spec.layers, strict=True):
        assert layer.top_down_weight == np.float32(spec.top_down_weight)
        pulled = energy(
            layer.layer,
            layer.inputs,
            layer.states,
            layer.causes,
            layer.predicted_states,
            np.zeros_like(layer.causes),
            spec.top_down_weight,
        )
        np.testing.assert_allclose(layer.energy.total, pulled.total, rtol=1e-5)


def test_a_run_scores_everything_that_shares_its_first_layer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(shapes, "TEST_FRAMES_PER_SHAPE", 10)
    names = (CONTROL, "coherence", "weight")
    values = train_and_score(Run("easy", 60, 1.5, 5, names))
    assert tuple(values) == names
    measures = SHAPE_SETS["easy"].measures
    assert all(set(found) == set(measures) for found in values.values())
    for name in ("clean_kmeans", "noisy_silhouette"):  # the weight acts on top-down alone
        assert values["weight"][name] == values[CONTROL][name]


def test_every_row_has_a_title_and_is_in_one_batch() -> None:
    for kind in SHAPE_SETS.values():
        listed = [name for batch in kind.batches for name in batch]
        assert sorted(listed) == sorted(kind.titles)
        assert listed[0] == CONTROL


def test_the_second_pass_is_alone_only_where_layer_2_hears_both() -> None:
    assert "one-pass" in SHAPE_SETS["easy"].titles
    assert "one-pass" not in SHAPE_SETS["hard"].titles
    network = open_model("shapes-easy").network
    prior = WATCHING["one-pass"][1](network).top_down.prior
    assert prior is not None and prior.check(network).first_pass == 0
    assert network.spec.prior is not None and network.spec.prior.first_pass > 0


def test_the_solver_that_is_asked_for_watches() -> None:
    network, video = open_model("shapes-easy").network, fresh_video("easy", 1.5, 7)
    exact, paper = (scored(network, video, Watching(solver=each)) for each in ("exact", "paper"))
    assert exact != paper
    assert exact["clean_kmeans"] == pytest.approx(paper["clean_kmeans"], abs=0.05)
