"""Models are found by name among the resources, or by path."""

import shutil
from pathlib import Path

import pytest

import dpcn_app
from dpcn_app.engine.network import Network
from dpcn_app.engine.spec import LayerSpec, NetworkSpec
from dpcn_app.errors import UserError
from dpcn_app.storage.bundled import bundled_models, open_model, resources
from dpcn_app.storage.models import Model, save_model


def save(path: Path, name: str) -> None:
    layer = LayerSpec(inputs=4, states=3, causes=2, offsets=((0, 0),))
    network = Network.initial(NetworkSpec((2, 2), 2, (layer,)), seed=0)
    path.parent.mkdir(parents=True, exist_ok=True)
    save_model(path, Model(network, name, "", 0, {}, {}, ()))


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package in its own folder, with two models beside it."""
    package = tmp_path / "checkout" / "dpcn_app"
    package.mkdir(parents=True)
    monkeypatch.setattr(dpcn_app, "__file__", str(package / "__init__.py"))
    for name in ("shapes-hard", "shapes-easy"):
        save(tmp_path / "checkout" / "resources" / "models" / f"{name}.npz", f"bundled {name}")
    monkeypatch.chdir(tmp_path)
    return tmp_path / "checkout"


def test_a_checkout_keeps_its_models_beside_the_package(checkout: Path) -> None:
    assert resources() == checkout / "resources"
    assert bundled_models() == ("shapes-easy", "shapes-hard")
    assert open_model("shapes-easy").name == "bundled shapes-easy"


def test_an_installed_package_keeps_its_models_inside(checkout: Path) -> None:
    shutil.move(checkout / "resources", checkout / "dpcn_app" / "resources")
    (checkout / "resources").mkdir()  # of some other package
    assert resources() == checkout / "dpcn_app" / "resources"
    assert bundled_models() == ("shapes-easy", "shapes-hard")


def test_this_installation_has_resources() -> None:
    assert resources().is_dir()


def test_a_file_is_opened_by_its_path(checkout: Path, tmp_path: Path) -> None:
    save(tmp_path / "mine.npz", "mine")
    assert open_model("mine.npz").name == "mine"
    assert open_model(tmp_path / "mine.npz").name == "mine"


def test_a_name_wins_over_a_file_and_a_path_reaches_the_file(
    checkout: Path, tmp_path: Path
) -> None:
    save(tmp_path / "shapes-easy", "mine")
    assert open_model("shapes-easy").name == "bundled shapes-easy"
    assert open_model("./shapes-easy").name == "mine"


@pytest.mark.parametrize("name", ["shape", "", "no/such.npz", "nul\0", "../shapes-easy"])
def test_an_unknown_name_is_answered_with_the_known_ones(checkout: Path, name: str) -> None:
    with pytest.raises(UserError, match="choose from shapes-easy, shapes-hard"):
        open_model(name)


def test_an_installation_without_models_says_so(checkout: Path) -> None:
    shutil.rmtree(checkout / "resources")
    assert bundled_models() == ()
    with pytest.raises(UserError, match="no models come with"):
        open_model("shapes-easy")
