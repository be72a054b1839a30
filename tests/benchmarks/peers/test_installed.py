"""Peers that are there take part, and the others stay out."""

from collections.abc import Callable
from typing import Any

import pytest

from dpcn_app.benchmarks.peers import installed
from dpcn_app.benchmarks.peers.contest import OURS
from dpcn_app.benchmarks.peers.lasso import lasso_contestants
from tests.helpers.small_races import PEERS, small


@pytest.mark.parametrize("module", ["spams", "sklearn", "sporco", "torch"])
@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::PendingDeprecationWarning")
def test_a_peer_that_is_not_installed_stays_out(
    module: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole: Callable[[str], Any] = installed.import_module

    def without(name: str) -> Any:
        if name == module:
            raise ImportError(name)
        return whole(name)

    monkeypatch.setattr(installed, "import_module", without)
    names = {each.name for each in lasso_contestants(small(temporal=False))}
    assert names.isdisjoint({name for name, needs in PEERS.items() if needs == module})
    assert {OURS, "NumPy FISTA"} <= names
    assert installed.versions()[installed.PACKAGES[module]] is None
