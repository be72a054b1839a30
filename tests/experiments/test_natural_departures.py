"""Departures in learning natural scenes, on a small layer."""

from dataclasses import asdict, replace

import numpy as np
import pytest

from dpcn_app.engine.network import Layer
from dpcn_app.experiments import motion, natural, natural_departures
from dpcn_app.experiments.departures import CONTROL, Run
from dpcn_app.experiments.natural import streams
from dpcn_app.experiments.natural_departures import (
    NATURAL_SET,
    small_first_layer,
    train_and_score,
    with_gradient_of_A,
    without_decorrelation,
)
from dpcn_app.training.presets import Preset, preset
from tests.helpers.small_natural import SMALL


def small_alone() -> Preset:
    network = replace(SMALL.network, layers=SMALL.network.layers[:1])
    return replace(SMALL, network=network, learning=SMALL.learning[:1])


def test_decorrelation_alone_is_taken_back() -> None:
    recipe = small_first_layer()
    (own,), (other,) = recipe.learning, without_decorrelation(recipe).learning
    for one, two in zip(own.stages, other.stages, strict=True):
        assert asdict(two) == asdict(one) | {"decorrelation": 0.0}
    assert replace(other, stages=own.stages) == own


def test_the_gradient_changes_A_alone_and_begins_as_the_identity() -> None:
    recipe = small_alone()
    shown, _ = streams(recipe, 64, 1, None)
    layer = Layer.initial(recipe.network.layers[0], np.random.default_rng(0))
    learnt = with_gradient_of_A(layer, shown, 12)
    assert np.array_equal(learnt.B, layer.B) and np.array_equal(learnt.C, layer.C)
    still = with_gradient_of_A(layer, shown, 12, rate=0.0)
    assert np.array_equal(still.A, np.eye(24))
    assert not np.array_equal(learnt.A, still.A)


def test_the_small_layer_is_that_of_the_preset_but_for_its_sizes() -> None:
    whole, small = preset("natural"), small_first_layer()
    own, other = whole.network.layers[0], small.network.layers[0]
    assert replace(other, inputs=own.inputs, states=own.states, causes=own.causes) == own
    assert small.learning == whole.learning[:1]
    assert small.preprocessing == whole.preprocessing


def test_a_run_scores_the_layer_and_its_other_transitions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(natural_departures, "small_first_layer", small_alone)
    monkeypatch.setattr(natural, "_DIRECTED_FRAMES", 32)
    monkeypatch.setattr(motion, "_STEPS_OF_A", 16)
    names = NATURAL_SET.batches[0]
    values = train_and_score(Run("natural", 64, 0.0, 1, names))
    assert tuple(values) == names
    assert set(values[CONTROL]) == set(NATURAL_SET.measures)
    assert values["identity"]["energy"] != values[CONTROL]["energy"]
    assert all(np.isfinite(each) for found in values.values() for each in found.values())
