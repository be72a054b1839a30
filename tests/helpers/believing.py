"""A belief to hold over a trained network, and what that network has seen before it."""

from functools import cache

from dpcn_app.engine.inference import infer_step
from dpcn_app.engine.network import Network
from dpcn_app.engine.spec import PriorSpec
from dpcn_app.engine.state import NetworkState
from dpcn_app.engine.top_down import TopDown
from dpcn_app.storage.bundled import open_model
from tests.helpers.synthetic import shapes_patches

CAUSES = (0.5, 0.0, 2.0)
STRENGTHS = PriorSpec(3, 2, 0.25, 1.5, 1, 2, 3, belief=2.5, belief_steepness=1.5)


@cache
def trained() -> Network:
    """Return a network that knows shapes."""
    return open_model("shapes-easy").network


@cache
def before() -> NetworkState:
    """What the prior infers of the fourth frame of a noisy video."""
    state = None
    for patches in shapes_patches(4):
        state = infer_step(trained(), patches, state, TopDown.named("prior"))
    assert state is not None
    return state
