"""A way of watching by its name, as the engine wants it."""

from __future__ import annotations

from dataclasses import replace

from dpcn_app.engine.network import Network
from dpcn_app.engine.top_down import OFF, TopDown
from dpcn_app.live.settings import own_strengths


def watching(mode: str, strengths: tuple[tuple[str, float], ...], network: Network) -> TopDown:
    """Return how a way of watching infers with a network.

    The moving average infers bottom-up. Strengths replace some of those that the network has.
    """
    if mode == "average":
        return OFF
    top_down, own = TopDown.named(mode), network.spec.prior
    if top_down.prior is None or own is None or not strengths:
        return top_down
    prior = replace(top_down.prior, strengths=own_strengths(own, strengths))
    return replace(top_down, prior=prior)
