"""Models come back from a file as they were, or are refused with a sentence."""

import json
import zipfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dpcn_app.engine.network import Network
from dpcn_app.engine.spec import LayerSpec, NetworkSpec, PriorSpec, square_offsets
from dpcn_app.errors import UserError
from dpcn_app.storage.archive import read_archive, write_archive
from dpcn_app.storage.json_fields import as_json
from dpcn_app.storage.models import Model, load_model, load_summary, save_model
from dpcn_app.video.preprocess import NONE, Preprocessing
from tests.helpers.kept_networks import tiny_model

SPEC = NetworkSpec(
    frame_shape=(12, 12),
    patch=4,
    layers=(
        LayerSpec(inputs=16, states=6, causes=5, offsets=square_offsets(4), sparsity=0.1 + 0.2),
        LayerSpec(inputs=5, states=4, causes=3, offsets=square_offsets(4)),
    ),
)

HEADER_FIELDS = ["spec", "output_scales", "name", "preset", "seed", "recipe", "scores", "classes"]
SPEC_FIELDS = ["frame_shape", "patch", "layers", "padding", "stride"]


def model(**changes: Any) -> Model:
    network = Network.initial(SPEC, seed=3)
    network = network.with_layer(0, replace(network.layers[0], output_scale=1 / 3))
    fields: dict[str, Any] = {
        "network": network,
        "name": "Shapes, easy",
        "preset": "shapes",
        "seed": 7,
        "recipe": {"epochs": [3, 4], "rate": 0.1, "note": "naïve"},
        "scores": {"kmeans": 0.97, "silhouette": 0.1 + 0.2},
        "classes": ("square", "x", "diamond"),
    }
    return Model(**{**fields, **changes})


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "file.npz"


def assert_refused(path: Path, reason: str) -> None:
    with pytest.raises(UserError, match=reason) as caught:
        load_model(path)
    assert "file.npz holds no usable model" in str(caught.value)
    assert ".;" not in str(caught.value)


def rewrite(
    path: Path,
    header: dict[str, Any] | None = None,
    spec: dict[str, Any] | None = None,
    layer: dict[str, Any] | None = None,
    arrays: dict[str, Any] | None = None,
    without: str = "",
) -> None:
    """Save a valid model, then change fields of its header or its arrays."""
    save_model(path, model())
    fields, matrices = read_archive(path, "model")
    fields["spec"]["layers"][0] |= layer or {}
    fields["spec"] |= spec or {}
    fields |= header or {}
    matrices |= arrays or {}
    for place in (fields, fields["spec"] if isinstance(fields["spec"], dict) else {}, matrices):
        place.pop(without, None)
    write_archive(path, "model", fields, matrices)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_a_model_comes_back_bit_for_bit(path: Path, dtype: type) -> None:
    saved = model(network=model().network.astype(dtype))
    save_model(path, saved)
    loaded = load_model(path)
    assert loaded.network.spec == saved.network.spec
    for ours, theirs in zip(loaded.network.layers, saved.network.layers, strict=True):
        assert ours.output_scale == theirs.output_scale
        for name in "ABC":
            assert getattr(ours, name).dtype == dtype
            assert getattr(ours, name).tobytes() == getattr(theirs, name).tobytes()
    for name in ("name", "preset", "seed", "recipe", "scores", "classes"):
        assert getattr(loaded, name) == getattr(saved, name)


def mapped_network() -> Network:
    rng = np.random.default_rng(0)
    network = Network.initial(replace(SPEC, prior=PriorSpec(time=3, parts="T+K")), seed=3)
    sizes = [layer.spec.states for layer in network.layers]
    maps = [rng.random((5, K, K)).astype(np.float32) for K in sizes]
    layers = [replace(each, M=M) for each, M in zip(network.layers, maps, strict=True)]
    return replace(network, layers=tuple(layers))


def test_maps_and_strengths_of_the_extended_prior_come_back_with_the_model(path: Path) -> None:
    network = mapped_network()
    save_model(path, model(network=network))
    loaded = load_model(path).network
    assert loaded.spec == network.spec
    for one, other in zip(loaded.layers, network.layers, strict=True):
        assert one.M is not None
        np.testing.assert_array_equal(one.M, other.M)


def test_a_network_that_was_stopped_before_its_maps_were_fitted_can_be_kept(path: Path) -> None:
    save_model(path, model(network=Network.initial(replace(SPEC, prior=PriorSpec()), seed=3)))
    assert not load_model(path).network.mapped


def test_a_model_from_before_the_extended_prior_opens_without_it(path: Path) -> None:
    save_model(path, model())
    fields, arrays = read_archive(path, "model")
    del fields["spec"]["prior"]
    write_archive(path, "model", fields, arrays)
    assert load_model(path).network.spec.prior is None


def test_a_prior_from_before_it_could_keep_the_papers_predictions_leaves_them_out(
    path: Path,
) -> None:
    save_model(path, model(network=mapped_network()))
    fields, arrays = read_archive(path, "model")
    del fields["spec"]["prior"]["predictions"]
    write_archive(path, "model", fields, arrays)
    assert load_model(path).network.spec.prior == PriorSpec(time=3, parts="T+K")


def test_a_model_with_some_of_its_maps_is_refused(path: Path) -> None:
    save_model(path, model(network=mapped_network()))
    fields, arrays = read_archive(path, "model")
    del arrays["layer2.M"]
    write_archive(path, "model", fields, arrays)
    assert_refused(path, "layer2.M is missing")


def test_strengths_that_make_no_prior_are_refused(path: Path) -> None:
    rewrite(path, spec={"prior": as_json(PriorSpec()) | {"time": -1.0}})
    assert_refused(path, "time must lie from 0 to 1000")


def test_preprocessing_comes_back_with_the_model(path: Path) -> None:
    seen = Preprocessing((1, 2, 30, 40), 0.5, 0.7, 3.0, 1 / 3, centre_patches=True, flat=0.5)
    save_model(path, model(preprocessing=seen))
    assert load_model(path).preprocessing == seen


def test_a_model_from_before_preprocessing_has_none(path: Path) -> None:
    rewrite(path, without="preprocessing")
    assert load_model(path).preprocessing == NONE


@pytest.mark.parametrize(
    "wrong",
    [{"contrast": -1.0}, {"region": [0, 0, 5, 0]}, {"scale": "large"}, {"colour": True}],
)
def test_preprocessing_that_cannot_be_done_is_refused(path: Path, wrong: dict[str, Any]) -> None:
    rewrite(path, header={"preprocessing": as_json(NONE) | wrong})
    assert_refused(path, "gion|contrast|scale|colour")


def test_a_model_saved_again_is_the_same_file(path: Path) -> None:
    save_model(path, model())
    again = path.with_name("again.npz")
    save_model(again, load_model(path))
    assert again.read_bytes() == path.read_bytes()


def test_a_file_shows_its_matrices_and_header_to_any_reader(path: Path) -> None:
    save_model(path, model())
    with zipfile.ZipFile(path) as file:
        names = {name.removesuffix(".npy") for name in file.namelist()}
    assert names == {"header", *(f"layer{n}.{name}" for n in (1, 2) for name in "ABC")}
    with np.load(path, allow_pickle=False) as arrays:
        header = json.loads(arrays["header"].tobytes())
    assert (header["format"], header["kind"], header["version"]) == ("dpcn_app", "model", 1)
    assert header["spec"]["layers"][0]["states"] == 6


def test_loaded_matrices_are_closed_to_writing(path: Path) -> None:
    save_model(path, model())
    with pytest.raises(ValueError, match="read-only"):
        load_model(path).network.layers[0].A[0, 0] = 1


@pytest.mark.parametrize("name", [*HEADER_FIELDS, *SPEC_FIELDS])
def test_a_missing_field_is_refused(path: Path, name: str) -> None:
    rewrite(path, without=name)
    assert_refused(path, f"lacks the field {name}")


def test_an_unknown_field_is_refused(path: Path) -> None:
    rewrite(path, header={"extra": 1})
    assert_refused(path, "unknown field 'extra'")
    rewrite(path, spec={"extra": 1})
    assert_refused(path, "NetworkSpec has the unknown field 'extra'")
    rewrite(path, layer={"extra": 1})
    assert_refused(path, "LayerSpec has the unknown field 'extra'")


@pytest.mark.parametrize(
    "changes",
    [
        {"header": {"name": 3}},
        {"header": {"seed": 1.5}},
        {"header": {"seed": True}},
        {"header": {"scores": {"kmeans": "good"}}},
        {"header": {"classes": [1]}},
        {"header": {"classes": "square"}},
        {"header": {"output_scales": ["1", 1]}},
        {"header": {"spec": [1]}},
        {"spec": {"patch": "4"}},
        {"spec": {"frame_shape": [12]}},
        {"spec": {"layers": {}}},
        {"layer": {"states": 6.0}},
        {"layer": {"offsets": [[0, 0, 0]]}},
        {"layer": {"sparsity": "0.1"}},
    ],
)
def test_a_field_of_the_wrong_type_is_refused(path: Path, changes: dict[str, Any]) -> None:
    rewrite(path, **changes)
    assert_refused(path, "wrong type")


@pytest.mark.parametrize(
    "changes",
    [
        {"spec": {"frame_shape": [10**9, 10**9]}},
        {"spec": {"frame_shape": [12, 10**30]}},
        {"spec": {"padding": 10**12}},
        {"spec": {"frame_shape": [3000, 3000], "stride": 1}},
        {"spec": {"patch": 0, "frame_shape": [10**9, 12]}},
        {"spec": {"frame_shape": [200, 200], "stride": 1}, "layer": {"offsets": [[0, 0]] * 30}},
    ],
)
def test_an_absurd_geometry_is_refused_before_it_is_laid_out(
    path: Path, changes: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    rewrite(path, **changes)
    monkeypatch.setattr(NetworkSpec, "unit_corners", lambda *_: pytest.fail("was laid out"))
    assert_refused(path, "4 million patches")


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"layer": {"states": 10_000}}, "50 million parameters"),
        ({"layer": {"states": 10**30}}, "states"),
        ({"layer": {"causes": 0}}, "causes"),
        ({"layer": {"inputs": 17}}, "17"),
        ({"layer": {"offsets": []}}, "input"),
        ({"layer": {"offsets": [[0, 0]] * 10_001}}, "offsets is too long"),
        ({"layer": {"sparsity": -1.0}}, "sparsity"),
        ({"spec": {"layers": []}}, "layer"),
        ({"spec": {"patch": -4}}, "patch"),
        ({"spec": {"patch": 10**30}}, "patch"),
        ({"spec": {"stride": -1}}, "stride"),
        ({"spec": {"frame_shape": [-12, 12]}}, "frame"),
        ({"header": {"output_scales": [1.0]}}, "1 output scales for 2 layers"),
        ({"header": {"output_scales": [1.0, 0.0]}}, "output scale"),
        ({"header": {"seed": -1}}, "seed"),
        ({"header": {"seed": 2**64}}, "seed"),
    ],
)
def test_a_value_that_makes_no_network_is_refused_by_its_name(
    path: Path, changes: dict[str, Any], reason: str
) -> None:
    rewrite(path, **changes)
    assert_refused(path, reason)


def test_too_many_layers_are_refused(path: Path) -> None:
    tiny = LayerSpec(inputs=1, states=1, causes=1, offsets=((0, 0),))
    network = Network.initial(NetworkSpec((1, 1), 1, (tiny,) * 101), seed=0)
    with pytest.raises(UserError, match="100 layers"):
        save_model(path, model(network=network))


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"without": "layer2.B"}, "layer2.B is missing"),
        ({"arrays": {"layer3.A": np.eye(2)}}, "layer3.A is missing or not part"),
        ({"arrays": {"extra": np.eye(2)}}, "extra is missing or not part"),
        ({"arrays": {"layer1.A": np.eye(5, dtype=np.float32)}}, "Matrix A"),
        ({"arrays": {"layer1.A": np.zeros(36, np.float32)}}, "Matrix A"),
        ({"arrays": {"layer1.B": -np.ones((6, 5), np.float32)}}, "negative"),
        ({"arrays": {"layer1.A": np.eye(6)}}, "float32"),
        ({"arrays": {"layer1.A": np.eye(6, dtype=np.int64)}}, "float32"),
    ],
)
def test_matrices_that_do_not_fit_are_refused(
    path: Path, changes: dict[str, Any], reason: str
) -> None:
    rewrite(path, **changes)
    assert_refused(path, reason)


def test_a_checkpoint_is_no_model(path: Path) -> None:
    write_archive(path, "checkpoint", {}, {})
    with pytest.raises(UserError, match="is a checkpoint, not a model"):
        load_model(path)


def test_a_network_of_mixed_precision_is_not_saved(path: Path) -> None:
    network = model().network
    with pytest.raises(UserError, match="float32"):
        mixed = network.with_layer(0, network.layers[0].astype(np.float64))
        save_model(path, model(network=mixed))
    assert not path.exists()


def test_a_damaged_model_ends_in_a_sentence_or_loads(path: Path) -> None:
    save_model(path, model())
    with zipfile.ZipFile(path) as file:
        members = {info.filename: file.read(info) for info in file.infolist()}
    rng = np.random.default_rng(1)
    loaded = 0
    for _ in range(300):
        # Packed again, so that the damage passes the checksum and reaches the checks after it.
        name = "header.npy" if rng.random() < 0.7 else str(rng.choice(list(members)))
        damaged = bytearray(members[name])
        for position in rng.integers(len(damaged), size=rng.integers(1, 3)):
            damaged[position] = rng.integers(32, 127)
        with zipfile.ZipFile(path, "w") as file:
            for each, content in members.items():
                file.writestr(each, bytes(damaged) if each == name else content)
        try:
            loaded += isinstance(load_model(path), Model)
        except UserError as error:
            assert "file.npz" in str(error)
    assert 0 < loaded < 300


def test_a_summary_tells_how_a_model_was_trained_without_its_matrices(tmp_path):
    path = tmp_path / "tiny.npz"
    save_model(path, tiny_model())
    summary = load_summary(path)
    assert summary.preset == "shapes-easy"
    assert summary.recipe == tiny_model().recipe
    path.write_bytes(path.read_bytes()[:-30])
    with pytest.raises(UserError, match="damaged"):
        load_summary(path)
    write_archive(path, "model", {"preset": 3}, {})
    with pytest.raises(UserError, match="does not say how its model was trained"):
        load_summary(path)
