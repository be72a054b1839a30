"""Checkpoints come back as they were."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from dpcn_app.engine.checkpoint import Checkpoint
from dpcn_app.errors import UserError
from dpcn_app.storage.archive import write_archive
from dpcn_app.storage.checkpoints import load_checkpoint, save_checkpoint


def test_a_checkpoint_comes_back_bit_for_bit(tmp_path: Path) -> None:
    arrays: dict[str, NDArray[Any]] = {
        "layer1.A": np.random.default_rng(0).normal(size=(4, 3)).astype(np.float32),
        "scalar": np.array(np.float64(-0.0)),
        "empty": np.zeros((0, 3), np.int64),
        "used": np.array([True, False]),
        "tiny": np.array([5e-324, -1.7e308]),
    }
    checkpoint = Checkpoint({"epoch": 3, "rate": 0.1 + 0.2}, arrays)
    save_checkpoint(tmp_path / "c.npz", checkpoint)
    loaded = load_checkpoint(tmp_path / "c.npz")
    assert loaded.meta == checkpoint.meta
    assert loaded.arrays.keys() == arrays.keys()
    for name, array in arrays.items():
        assert loaded.arrays[name].dtype == array.dtype
        assert loaded.arrays[name].shape == array.shape
        assert loaded.arrays[name].tobytes() == array.tobytes()


def test_a_random_generator_continues_from_a_checkpoint(tmp_path: Path) -> None:
    rng = np.random.default_rng(5)
    rng.random(10)
    save_checkpoint(tmp_path / "c.npz", Checkpoint({"rng": rng.bit_generator.state}, {}))
    continued = np.random.default_rng()
    continued.bit_generator.state = load_checkpoint(tmp_path / "c.npz").meta["rng"]
    assert continued.random() == rng.random()


@pytest.mark.parametrize("header", [{}, {"meta": []}, {"meta": {}, "more": 1}])
def test_a_checkpoint_with_another_header_is_refused(
    tmp_path: Path, header: dict[str, Any]
) -> None:
    write_archive(tmp_path / "c.npz", "checkpoint", header, {})
    with pytest.raises(UserError, match=r"c\.npz is a checkpoint with an unknown header"):
        load_checkpoint(tmp_path / "c.npz")


def test_a_model_is_no_checkpoint(tmp_path: Path) -> None:
    write_archive(tmp_path / "c.npz", "model", {}, {})
    with pytest.raises(UserError, match="is a model, not a checkpoint"):
        load_checkpoint(tmp_path / "c.npz")
