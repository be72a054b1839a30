"""The list of networks: what is in it, what is read, and what is kept."""

from dataclasses import replace

import pytest

from dpcn_app.errors import UserError
from dpcn_app.live.network_list import MOST_READ, NetworkList
from dpcn_app.storage.bundled import bundled_models, open_model
from dpcn_app.storage.models import Model
from dpcn_app.storage.network_store import NetworkStore
from tests.helpers.kept_networks import store_with, tiny_model


def trained(networks: NetworkList, name: str) -> str:
    """Put a network that was trained into the list and keep it; return its name."""
    model = tiny_model()
    return networks.keep(networks.add_trained(name, model), model)


def test_kept_networks_stand_beside_the_bundled_ones_and_are_read_when_opened(
    tmp_path, monkeypatch
):
    store = store_with(tmp_path, "film 1", "film 2")
    opened: list[str] = []
    true_open = store.open

    def watched(name: str) -> Model:
        opened.append(name)
        return true_open(name)

    monkeypatch.setattr(store, "open", watched)
    networks = NetworkList(store)
    assert networks.names == (*bundled_models(), "film 1", "film 2")
    assert opened == []
    assert networks.open("film 2") is networks.open("film 2")
    assert opened == ["film 2"]
    assert networks.open("shapes-easy").preset == "shapes-easy"


def test_without_a_store_nothing_is_kept():
    networks = NetworkList(None)
    assert trained(networks, "film 1") == "film 1"
    assert networks.open("film 1").name == "film 1"
    assert not networks.is_kept("film 1")


def test_a_name_that_another_window_has_taken_meanwhile_becomes_the_next(tmp_path):
    networks = NetworkList(NetworkStore(tmp_path))
    name = networks.free_name("film")
    store_with(tmp_path, name)
    assert trained(networks, name) == "film 2"
    assert networks.is_kept("film 2")
    assert networks.names[-1] == networks.open("film 2").name == "film 2"


def test_a_folder_that_cannot_be_written_is_told_each_time_and_the_networks_stay(tmp_path):
    (tmp_path / "file").write_text("in the way")
    networks = NetworkList(NetworkStore(tmp_path / "file" / "networks"))
    for name in ("film 1", "film 2"):
        with pytest.raises(UserError, match=f"“{name}” will be lost when you quit"):
            trained(networks, name)
    assert networks.names[-2:] == ("film 1", "film 2")
    assert not networks.is_kept("film 1")
    (tmp_path / "file").unlink()
    assert networks.keep("film 1", networks.open("film 1")) == "film 1"
    assert networks.is_kept("film 1") and not networks.is_kept("film 2")


def test_what_could_not_be_kept_is_not_mistaken_for_another_network_that_has_its_name_now(tmp_path):
    (tmp_path / "networks").write_text("in the way")
    networks = NetworkList(NetworkStore(tmp_path / "networks"))
    learnt, other = tiny_model(), open_model("shapes-easy")
    name = networks.add_trained("film 1", learnt)
    networks.add(name, other)  # as from a file of that name
    (tmp_path / "networks").unlink()
    assert networks.keep(name, learnt) == "film 2"
    assert NetworkStore(tmp_path / "networks").open("film 2").preset == learnt.preset
    assert networks.open("film 1").network is other.network


def test_of_two_networks_of_one_name_both_stay(tmp_path):
    (tmp_path / "file").write_text("in the way")
    networks = NetworkList(NetworkStore(tmp_path / "file" / "networks"))
    models = [replace(tiny_model(), seed=seed) for seed in (1, 2)]
    names = [networks.add_trained("film 1 (stopped at 40 %)", model) for model in models]
    assert len(set(names)) == 2
    assert [networks.open(name).seed for name in names] == [1, 2]


def test_a_renamed_network_stays_at_its_place(tmp_path):
    store = store_with(tmp_path, "film 1", "film 2")
    networks = NetworkList(store)
    store.rename("film 1", "zebra")
    networks.rename("film 1", "zebra")
    assert networks.names[-2:] == ("zebra", "film 2")
    assert networks.open("zebra").name == "zebra"
    networks.look_again()
    assert networks.names[-2:] == ("zebra", "film 2")


def test_looking_again_finds_what_has_come_and_gone_but_leaves_the_one_in_use(tmp_path):
    store = store_with(tmp_path, "film 1", "film 2")
    networks = NetworkList(store)
    networks.add("mine", tiny_model())
    networks.open("film 1")
    store.delete("film 1")
    store.delete("film 2")
    store.add("film 3", tiny_model())
    networks.look_again(in_use="film 1")
    assert networks.names == (*bundled_models(), "film 1", "mine", "film 3")
    assert not networks.is_kept("film 1")


def test_the_network_in_use_can_be_opened_again_after_its_file_has_gone(tmp_path):
    store = store_with(tmp_path, "film 1", "film 2", "film 3")
    networks = NetworkList(store)
    own = networks.open("film 1")
    store.rename("film 1", "zebra")
    networks.look_again(in_use="film 1")
    for name in ("film 2", "film 3", "zebra"):
        networks.open(name)
    assert networks.open("film 1") is own


def test_of_many_networks_only_the_last_ones_used_stay_in_memory(tmp_path):
    networks = NetworkList(NetworkStore(tmp_path))
    networks.add("of this session", tiny_model())
    own = networks.open("of this session")
    names = [trained(networks, networks.free_name("film")) for _ in range(9)]
    models = [networks.open(name) for name in names[-MOST_READ:]]
    assert [networks.open(name) for name in names[-MOST_READ:]] == models
    in_memory = [name for name in names if networks._models[name] is not None]
    assert in_memory == names[-MOST_READ:]
    assert networks.open(names[0]).name == names[0]
    assert networks.open("of this session") is own
