"""Files of demonstrations: read as they were written, refused where they are damaged."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from dpcn_app.engine.restoring import LayerRun, Run
from dpcn_app.errors import UserError
from dpcn_app.storage.archive import read_archive, write_archive
from dpcn_app.storage.bundled import open_model
from dpcn_app.storage.demonstrations import (
    CLEAN,
    Demonstration,
    Subject,
    frames_digest,
    load_demonstration,
    network_digest,
    save_demonstration,
)

SUBJECT = Subject("shapes:set=easy,frames=6", "structured", 1.5, 7, "network", "frames")


def layer_run(seed: int, confidence: tuple[str, ...] = ()) -> LayerRun:
    rng = np.random.default_rng(seed)
    states = rng.normal(size=(6, 2, 4, 5)).astype(np.float32)
    states[rng.random(states.shape) < 0.8] = 0
    return LayerRun(
        states,
        rng.random((6, 2, 3)).astype(np.float32),
        rng.integers(1, 80, (6, 2)),
        {part: rng.random((6, 1)).astype(np.float32) for part in confidence},
    )


@pytest.fixture
def file(tmp_path: Path) -> Path:
    runs: dict[str, Run] = {
        CLEAN: (layer_run(0), layer_run(1)),
        "prior": (layer_run(2, ("T", "D")), layer_run(3, ("K",))),
    }
    save_demonstration(tmp_path / "file.npz", Demonstration(SUBJECT, runs))
    return tmp_path / "file.npz"


def test_what_is_saved_is_read_bit_for_bit(file: Path) -> None:
    found = load_demonstration(file)
    assert found.subject == SUBJECT
    assert set(found.runs) == {CLEAN, "prior"}
    for layer, original in zip(
        found.runs["prior"], (layer_run(2, ("T", "D")), layer_run(3, ("K",))), strict=True
    ):
        for name in ("states", "causes", "iterations"):
            np.testing.assert_array_equal(getattr(layer, name), getattr(original, name))
            assert getattr(layer, name).dtype == getattr(original, name).dtype
        assert set(layer.confidence) == set(original.confidence)
        for part, c in original.confidence.items():
            np.testing.assert_array_equal(layer.confidence[part], c)


@pytest.mark.parametrize("lost", ["clean.1.active", "prior.2.causes", "prior.1.values"])
def test_a_file_that_lacks_something_is_refused(file: Path, lost: str) -> None:
    header, arrays = read_archive(file, "demonstration")
    del arrays[lost]
    write_archive(file, "demonstration", header, arrays)
    with pytest.raises(UserError, match="holds no usable demonstration"):
        load_demonstration(file)


def test_a_file_whose_parts_do_not_fit_is_refused(file: Path) -> None:
    header, arrays = read_archive(file, "demonstration")
    arrays["clean.1.values"] = arrays["clean.1.values"][:-1]
    write_archive(file, "demonstration", header, arrays)
    with pytest.raises(UserError, match="holds no usable demonstration"):
        load_demonstration(file)
    write_archive(file, "demonstration", {"source": "shapes"}, {})
    with pytest.raises(UserError, match="holds no usable demonstration"):
        load_demonstration(file)


def test_another_network_has_another_digest_whatever_differs_in_it() -> None:
    network = open_model("shapes-easy").network
    own, layer = network_digest(network), network.layers[0]
    assert own == network_digest(open_model("shapes-easy").network)
    assert own != network_digest(open_model("shapes-hard").network)
    nudged = layer.C.copy()
    nudged[0, 0] = np.nextafter(nudged[0, 0], np.float32(1))
    others = (
        replace(layer, C=nudged),
        replace(layer, output_scale=layer.output_scale * 1.0000001),
        replace(layer, M=None),
        replace(layer, spec=replace(layer.spec, sparsity=layer.spec.sparsity * 1.01)),
    )
    digests = {network_digest(network.with_layer(0, other)) for other in others}
    assert len(digests) == len(others) and own not in digests


def test_another_picture_has_another_digest() -> None:
    pictures = np.zeros((3, 4, 4), np.float32)
    own = frames_digest(pictures)
    pictures[2, 3, 3] = 1e-6
    assert frames_digest(pictures) != own


def test_a_strength_that_is_zero_leaves_the_digest_and_any_other_changes_it() -> None:
    network = open_model("shapes-easy").network
    prior = network.spec.prior
    assert prior is not None and prior.spread == 0

    def digest_with(**strengths: float) -> str:
        changed = replace(prior, **strengths)  # type: ignore[arg-type]
        return network_digest(replace(network, spec=replace(network.spec, prior=changed)))

    assert digest_with(spread=0.5) != network_digest(network) == digest_with(spread=0.0)
    assert digest_with(time=0.0) != network_digest(network)
