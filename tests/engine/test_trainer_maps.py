"""The last pass of a training: the maps of the extended prior."""

from dataclasses import replace

import numpy as np
import pytest

from dpcn_app.engine.inference import infer_step
from dpcn_app.engine.maps import MapFit
from dpcn_app.engine.network import Network
from dpcn_app.engine.plan import Place
from dpcn_app.engine.spec import PriorSpec
from dpcn_app.engine.state import NetworkState
from dpcn_app.engine.trainer import Trainer
from dpcn_app.errors import UserError
from tests.helpers.tiny_training import SPEC, BarsStream, differences, trainer, without_restarts

WITH_PRIOR = replace(SPEC, prior=PriorSpec())


def mapping() -> Trainer:
    return trainer(WITH_PRIOR, without_restarts())


def learnt(spec: object = WITH_PRIOR) -> Network:
    training = mapping() if spec is WITH_PRIOR else trainer(SPEC, without_restarts())
    for _ in training:
        pass
    return training.network


def test_a_network_with_the_prior_ends_with_a_pass_that_maps_all_layers() -> None:
    training = mapping()
    steps = list(training)
    assert [each.place for each in steps[-6:]] == [Place(1, "map", step=n) for n in range(6)]
    shares = [each.share for each in steps]
    assert shares == sorted(shares) and shares[-7] < shares[-6] and shares[-1] == 1
    assert training.network.mapped and not any(each.change for each in steps[-6:])


def test_a_network_without_the_prior_is_learnt_as_before_and_has_no_maps() -> None:
    plain, mapped = learnt(SPEC), learnt()
    assert not plain.mapped
    for one, other in zip(plain.layers, mapped.layers, strict=True):
        np.testing.assert_array_equal(one.B, other.B)
        np.testing.assert_array_equal(np.abs(one.C), np.abs(other.C))


def test_maps_are_fitted_to_what_the_learnt_network_infers_over_the_training_video() -> None:
    """Compared with frames inferred one after the other, starting anew with each sequence."""
    network, stream = learnt(SPEC), BarsStream()
    fits = [MapFit.empty(layer.spec.states) for layer in network.layers]
    state: NetworkState | None = None
    for step in range(stream.steps):
        before = None if stream.starts(step) else state
        state = infer_step(network, stream.patches(step), before)
        for index, fit in enumerate(fits):
            last = None if before is None else before.layers[index].states
            found = state.layers[index].states
            fits[index] = fit.seen(found, last, network.neighbours[index])
    assert any(fit.gram.any() for fit in fits)
    for fit, layer, mapped in zip(fits, network.layers, learnt().layers, strict=True):
        fitted = fit.fitted(layer)
        for name in "ABCM":
            np.testing.assert_allclose(getattr(mapped, name), getattr(fitted, name), atol=1e-5)


@pytest.mark.parametrize("steps_left", [7, 4, 1, 0])
def test_a_training_stopped_while_mapping_goes_on_to_the_same_network(steps_left: int) -> None:
    whole = len(list(mapping()))
    training = mapping()
    for _ in range(whole - steps_left):
        training.advance()
    resumed = Trainer.resume(training.checkpoint(), WITH_PRIOR, without_restarts(), BarsStream(), 0)
    for _ in resumed:
        pass
    assert resumed.network.mapped
    assert differences(learnt(), resumed.network) == []


def test_a_checkpoint_of_a_training_without_the_prior_is_refused() -> None:
    training = trainer(SPEC, without_restarts())
    training.advance()
    with pytest.raises(UserError, match="another training: its spec differs"):
        Trainer.resume(training.checkpoint(), WITH_PRIOR, without_restarts(), BarsStream(), 0)
