"""What a training costs, reckoned from some of its inferences."""

from collections import Counter
from typing import Any

import pytest

from dpcn_app.benchmarks import training_cost
from dpcn_app.engine.network import Layer
from dpcn_app.engine.state import LayerState
from dpcn_app.training.presets import SHAPES_NETWORK, preset

EASY = preset("shapes-easy")


def test_a_training_is_reckoned_from_the_sampled_inferences() -> None:
    shares: list[float] = []
    _, cost = training_cost.training_cost(EASY, frames=60, every=2, seed=0, report=shares.append)
    first, second = cost.layers
    # Two steps a pass: three epochs of layer 1 and one encoding; five epochs of layer 2 and one
    # judgement, for each restart; and one pass in which both are mapped.
    assert first.inferences == 3 * 2 + 2 + 2
    assert second.inferences in {(5 * 2 + 2) * restarts + 2 for restarts in range(1, 5)}
    assert (first.sampled, second.sampled) == (3, 5)
    assert cost.steps == first.inferences + second.inferences - 2
    extra = sum(each.inferences * (each.numpy_mean - each.exact_mean) for each in cost.layers)
    assert cost.numpy_seconds == pytest.approx(cost.exact_seconds + extra)
    assert cost.numpy_to_exact == pytest.approx(cost.numpy_seconds / cost.exact_seconds)
    assert "3 of layer 1 and 5 of layer 2" in cost.explanation
    assert shares == sorted(shares) and shares[-1] == 1


def test_inferences_are_counted_as_the_trainer_makes_them(monkeypatch: pytest.MonkeyPatch) -> None:
    made: Counter[int] = Counter()
    infer_layer = training_cost.infer_layer

    def counted(layer: Layer, *arguments: Any, **options: Any) -> LayerState:
        sizes = [spec.states for spec in SHAPES_NETWORK.layers]
        made[sizes.index(layer.spec.states)] += 1
        return infer_layer(layer, *arguments, **options)

    monkeypatch.setattr("dpcn_app.engine.trainer.infer_layer", counted)
    _, _, inferences, _ = training_cost.timed_training(EASY, 60, 0, lambda share: None)
    assert inferences == made
