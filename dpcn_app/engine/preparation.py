"""What has to be compiled before a network can infer and learn, in the order of need.

A machine that has never run the engine compiles its kernels for seconds. Each step below uses one
part of the engine on a tiny network, which compiles its kernels, or loads them where they have been
compiled before. The steps have words, so that a user can be told what is being waited for; they are
quick to import.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from dpcn_app.engine.network import Array, Network
    from dpcn_app.engine.top_down import TopDown


@dataclass(frozen=True)
class Preparation:
    """One part of the engine to prepare.

    Parameters
    ----------
    name
        A word for it.
    title
        What is prepared, as in 'Preparing the prior'.
    run
        Uses that part of the engine, so that its kernels are there afterwards.
    """

    name: str
    title: str
    run: Callable[[], None]


def _infer(mode: str, solver: str = "exact") -> None:
    """Infer two frames in a mode: the second one has a frame before it."""
    from dpcn_app.engine.inference import infer_step
    from dpcn_app.engine.top_down import TopDown

    network, patches = _tiny_network(), _patches()
    top_down = TopDown.named(mode)
    before = infer_step(network, patches, None, top_down, solver=solver)  # type: ignore[arg-type]
    infer_step(network, patches, before, top_down, solver=solver)  # type: ignore[arg-type]


def _expect() -> None:
    """Expect a frame after a silent one, and measure how unexpected it is; this takes no solver."""
    from dpcn_app.engine.prior import Prior, added_sparsity, expect
    from dpcn_app.engine.restoring import LayerRun, restored_state
    from dpcn_app.engine.top_down import OFF
    from dpcn_app.engine.unexpectedness import unexpectedness

    network, found = _tiny_network(), []
    for layer, groups in zip(network.layers, (4, 1), strict=True):
        x = np.zeros((1, groups, layer.spec.group, layer.spec.states), np.float32)
        u = np.zeros((1, groups, layer.spec.causes), np.float32)
        found.append(LayerRun(x, u, np.ones((1, groups), np.int64), {}))
    silent = restored_state(network, _patches(), tuple(found), 0, OFF)
    expected = expect(network, silent, Prior("T+D+K"))
    for layer, of_layer, first in zip(network.layers, expected, silent.layers, strict=True):
        added_sparsity(layer, of_layer, first)
    unexpectedness(np.ones((1, 4, 3), np.float32), 1.0)


def _learn() -> None:
    """Learn both layers of a network, with its maps."""
    from dpcn_app.engine.learning import LearningSpec
    from dpcn_app.engine.trainer import Trainer

    for _ in Trainer(_tiny_network().spec, (LearningSpec(epochs=1),) * 2, _Stream(), seed=0):
        pass


def _estimate() -> None:
    """Infer states alone, in the precision in which state estimators do."""
    from dpcn_app.engine.inference import infer_states

    C = np.eye(4)
    infer_states(C, C[:2], transition_weight=0.1, sparsity=0.1)


PREPARATIONS = (
    Preparation("bottom-up", "bottom-up inference", lambda: _infer("off")),
    Preparation("top-down", "top-down predictions", lambda: _infer("both")),
    Preparation("expectations", "expectations", _expect),
    Preparation("prior", "the prior", lambda: _infer("prior:T+D+K")),
    Preparation("learning", "learning", _learn),
    Preparation("estimation", "state estimation", _estimate),
    Preparation("algorithm", "Algorithm 1", lambda: _infer("both", "paper")),
)
"""All steps, in the order in which a user meets them."""


def preparations_for(top_down: TopDown) -> int:
    """Return how many of the preparations, from the first, inference with these parts needs."""
    name = "bottom-up"
    if top_down.prior is not None:
        name = "prior"
    elif top_down.coherence or top_down.predictions:
        name = "top-down"
    return 1 + [each.name for each in PREPARATIONS].index(name)


def _tiny_network() -> Network:
    """Return an untrained network of two layers, with maps, for frames of 8×8 pixels."""
    from dataclasses import replace

    from dpcn_app.engine.network import Network
    from dpcn_app.engine.spec import LayerSpec, NetworkSpec, PriorSpec, square_offsets

    layers = (
        LayerSpec(4, 3, 2, square_offsets(2), iterations=2),
        LayerSpec(2, 3, 2, square_offsets(4), iterations=2),
    )
    network = Network.initial(NetworkSpec((8, 8), 2, layers, prior=PriorSpec()), seed=0)
    maps = np.ones((5, 3, 3), np.float32)
    return Network(network.spec, tuple(replace(layer, M=maps) for layer in network.layers))


def _patches() -> Array:
    """Return the patches of a frame for the tiny network."""
    return np.random.default_rng(0).uniform(0, 1, (16, 4)).astype(np.float32)


class _Stream:
    """Three frames to learn from."""

    steps = 3

    def patches(self, step: int) -> Array:
        return _patches()

    def starts(self, step: int) -> bool:
        return step == 0
