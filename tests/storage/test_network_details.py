"""What a list of networks says of each."""

import os

from dpcn_app.storage.bundled import bundled_models
from dpcn_app.storage.network_details import network_details
from tests.helpers.kept_networks import store_with


def test_bundled_kept_and_other_networks_are_told_apart(tmp_path):
    store = store_with(tmp_path, "film 10", "film 2")
    found = network_details(("natural", "film 2", "opened"), store)
    assert [each.name for each in found] == [*bundled_models(), "film 2", "film 10", "opened"]
    assert [each.bundled for each in found] == [True] * len(bundled_models()) + [False] * 3
    assert [each.kept for each in found[-3:]] == [True, True, False]
    assert found[-1].summary is found[-1].size is None and not found[-1].damaged


def test_a_file_tells_when_its_network_was_trained_and_how(tmp_path):
    store = store_with(tmp_path, "film 1")
    os.utime(store.path("film 1"), (1e9, 1e9))
    (film,) = (each for each in network_details((), store) if each.kept)
    assert film.trained is not None and film.trained.timestamp() == 1e9
    assert film.size == store.path("film 1").stat().st_size
    assert film.summary is not None and film.summary.preset == "shapes-easy"


def test_a_damaged_file_is_called_so(tmp_path):
    store = store_with(tmp_path, "film 1")
    store.path("film 1").write_text("no network")
    (film,) = (each for each in network_details((), store) if each.kept)
    assert film.damaged


def test_without_a_store_there_are_the_bundled_ones():
    assert [each.name for each in network_details((), None)] == list(bundled_models())
