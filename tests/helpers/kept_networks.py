"""A store of networks in a folder of its own, and a network to keep in it."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from dpcn_app.storage.models import Model
from dpcn_app.storage.network_store import NetworkStore
from dpcn_app.video.preprocess import NONE
from tests.helpers.tiny_training import trainer

HEALTHY = {"coverage": 1.0, "balance": 0.99, "exclusiveness": 0.99, "steadiness": 0.99}


@cache
def tiny_model() -> Model:
    """Return a network of a few kilobytes, which has learnt nothing."""
    return Model(
        network=trainer().network,
        name="tiny",
        preset="shapes-easy",
        seed=1,
        recipe={"health": HEALTHY},
        scores={},
        classes=(),
        preprocessing=NONE,
    )


def store_with(folder: Path, *names: str) -> NetworkStore:
    """Return a store that keeps tiny networks."""
    store = NetworkStore(folder)
    for name in names:
        store.add(name, tiny_model())
    return store
