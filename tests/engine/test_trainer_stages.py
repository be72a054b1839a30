"""Training in stages: what each one learns, and the same result however stopped."""

import numpy as np
import pytest

from dpcn_app.engine.network import Layer, Network
from dpcn_app.engine.stages import stage_at
from dpcn_app.engine.trainer import Progress, Trainer
from tests.helpers.tiny_stages import LEARNING, STAGES
from tests.helpers.tiny_training import SPEC, BarsStream, differences


def trainer(seed: int = 0) -> Trainer:
    return Trainer(SPEC, LEARNING, BarsStream(), seed)


def steps(learner: Trainer) -> list[tuple[Progress, Network, Network]]:
    """Return every step of learning layer 1, with the network before and after it."""
    taken = []
    while not learner.done:
        before = learner.network
        progress = learner.advance()
        if progress.place.layer == 0:
            taken.append((progress, before, learner.network))
    return taken


def changed(before: Layer, after: Layer) -> set[str]:
    return {
        name for name in "ABC" if not np.array_equal(getattr(before, name), getattr(after, name))
    }


def test_each_stage_changes_what_it_learns_and_nothing_else() -> None:
    taken = steps(trainer())
    for progress, before, after in taken[1:]:  # the first step gives all matrices their start
        place = progress.place
        stage, _ = stage_at(STAGES, (place.epoch + place.step / 6) / 4)
        assert changed(before.layers[0], after.layers[0]) <= set(stage.learns)
    assert changed(taken[1][1].layers[0], taken[-1][2].layers[0]) == set("ABC")


def test_a_stage_infers_some_inputs_alone_and_uses_the_transition_only_where_it_says() -> None:
    for progress, _, _ in steps(trainer()):
        stage, _ = stage_at(STAGES, (progress.place.epoch + progress.place.step / 6) / 4)
        assert progress.state.states.shape[1] == (1 if stage.inputs else 4)
        weight = progress.state.layer.spec.transition_weight
        assert weight == (SPEC.layers[0].transition_weight if stage.transitions else 0)


def test_there_are_no_causes_before_their_stage() -> None:
    for progress, _, _ in steps(trainer()):
        if progress.place.epoch < 2:
            assert not progress.state.causes.any()


def test_columns_have_the_lengths_that_they_may_and_no_weight_is_negative() -> None:
    network = trainer_done().network
    for layer in network.layers:
        np.testing.assert_allclose(np.linalg.norm(layer.C, axis=0), 1, rtol=1e-5)
        assert (layer.B >= 0).all()
        lengths = np.linalg.norm(layer.B, axis=0)  # they even out the use of the causes
        assert (lengths >= 0.2 - 1e-5).all() and (lengths <= 2 + 1e-5).all()


def test_the_price_of_causes_is_learnt_and_kept_in_the_network() -> None:
    network = trainer_done().network
    assert network.layers[0].spec.cause_sparsity != SPEC.layers[0].cause_sparsity
    assert network.spec.layers[0] == network.layers[0].spec


def trainer_done(seed: int = 0) -> Trainer:
    learner = trainer(seed)
    for _ in learner:
        pass
    return learner


def test_a_layer_learnt_in_stages_is_not_judged() -> None:
    assert not any(trainer_done().health.values())


@pytest.mark.parametrize("stop", [1, 7, 9, 10, 11, 15, 19, 20, 23, 24, 27, 33, 45, 50])
def test_a_training_in_stages_resumes_to_the_same_network_bit_for_bit(stop: int) -> None:
    """Within each stage, and where one follows another, in both layers."""
    whole, stopped = trainer_done(), trainer()
    for _ in range(stop):
        stopped.advance()
    resumed = Trainer.resume(stopped.checkpoint(), SPEC, LEARNING, BarsStream(), 0)
    for _ in resumed:
        pass
    assert differences(whole.network, resumed.network) == []
    assert whole.network.spec == resumed.network.spec


def test_another_seed_learns_another_network() -> None:
    assert differences(trainer_done(0).network, trainer_done(1).network)


def test_the_share_of_the_work_never_falls() -> None:
    shares = [progress.share for progress in trainer()]
    assert shares == sorted(shares)
    assert shares[-1] == 1
