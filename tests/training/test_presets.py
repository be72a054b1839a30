"""Presets: the paper's networks, ready to be trained."""

from dataclasses import replace

import numpy as np
import pytest

from dpcn_app.engine.trainer import Trainer
from dpcn_app.errors import UserError
from dpcn_app.training.presets import NATURAL_NETWORK, PRESETS, SHAPES_NETWORK, preset
from dpcn_app.training.shapes_stream import ShapesStream
from dpcn_app.video.shapes import SHAPE_SETS, ShapesConfig


def test_the_shapes_network_looks_at_four_blocks_of_four_patches() -> None:
    assert SHAPES_NETWORK.field == (36, 36)
    assert SHAPES_NETWORK.field_of(1) == (20, 20)
    patches = SHAPES_NETWORK.corners((32, 32), 0)
    assert len(patches) == 16
    assert len(np.unique(patches, axis=0)) == 16
    assert sorted(set(patches[:, 0])) == [0, 8, 16, 24]
    assert len(SHAPES_NETWORK.corners((32, 32), 1)) == 4
    assert [(layer.states, layer.causes) for layer in SHAPES_NETWORK.layers] == [(100, 40), (60, 3)]


def test_every_preset_can_be_found_by_its_name() -> None:
    shapes = {f"shapes-{name}" for name in SHAPE_SETS}
    assert set(PRESETS) == {*shapes, "natural"}
    assert {"shapes-easy", "shapes-hard", "shapes-wide", "shapes-levels"} <= shapes
    for name in PRESETS:
        assert preset(name).name == name
        assert preset(name).shapes in (*SHAPE_SETS, "")


def test_an_unknown_preset_is_refused_with_the_names_of_all() -> None:
    with pytest.raises(UserError, match=r"no preset called 'shapes'; .* shapes-easy, shapes-hard"):
        preset("shapes")


def test_the_top_of_a_wide_network_sees_the_whole_frame() -> None:
    for name in ("shapes-wide", "shapes-wide-easy"):
        network = preset(name).network
        assert network.frame_shape == SHAPE_SETS[preset(name).shapes].frame_shape == (64, 64)
        assert network.field == (68, 68)
        assert len(network.unit_corners((64, 64))) == 1
        patches = network.corners((64, 64), 0)
        assert len(np.unique(patches, axis=0)) == len(patches) == 64
        assert sorted(set(patches[:, 0])) == [0, 8, 16, 24, 32, 40, 48, 56]
        assert network.layers[0].offsets == SHAPES_NETWORK.layers[0].offsets


def test_the_levels_see_patches_quarters_and_the_whole_frame() -> None:
    network = preset("shapes-levels").network
    assert [network.field_of(layer) for layer in (1, 2, 3)] == [(20, 20), (36, 36), (68, 68)]
    assert [len(network.corners((64, 64), layer)) for layer in (1, 2, 3)] == [16, 4, 1]
    quarters = network.corners((64, 64), 2)
    assert quarters.tolist() == [[0, 0], [0, 32], [32, 0], [32, 32]]
    assert [layer.causes for layer in network.layers] == [40, 4, 2]
    assert len(SHAPE_SETS["levels"].shapes) == 4 and len(SHAPE_SETS["levels"].classes) == 2


@pytest.mark.parametrize("name", ["shapes-easy", "shapes-hard", "shapes-wide", "shapes-levels"])
def test_every_preset_trains(name: str) -> None:
    """The whole plan, once, on sequences of two frames: all values stay finite."""
    chosen = preset(name)
    stream = ShapesStream(chosen.network, ShapesConfig.named(chosen.shapes), 60)
    learning = tuple(replace(each, epochs=2) for each in chosen.learning)
    trainer = Trainer(chosen.network, learning, stream, seed=0)
    causes = [progress.energy["cause_sparsity"] for progress in trainer]
    assert trainer.done
    assert max(causes) < 10
    for layer in trainer.network.layers:
        assert all(np.isfinite(matrix).all() for matrix in (layer.A, layer.B, layer.C))
        np.testing.assert_allclose(np.linalg.norm(layer.C, axis=0), 1, rtol=1e-5)
        assert layer.C.dtype == np.float32
    for number, each in enumerate(chosen.learning[1:], 1):
        assert 1 <= len(trainer.health[number]) <= each.restarts


def test_the_video_of_a_preset_is_long_enough_for_whole_sequences() -> None:
    for name in ("shapes-easy", "shapes-hard"):
        chosen = preset(name)
        config = ShapesConfig.named(chosen.shapes)
        stream = ShapesStream(chosen.network, config, chosen.frames)
        assert stream.frames == chosen.frames
        assert stream.steps % config.sequence_length == 0


def test_the_natural_network_sees_17_pixels_with_layer_1_and_20_with_layer_2() -> None:
    assert NATURAL_NETWORK.field_of(1) == (17, 17)
    assert NATURAL_NETWORK.field == (20, 20)
    assert [(layer.states, layer.causes) for layer in NATURAL_NETWORK.layers] == [
        (400, 100),
        (200, 50),
    ]
    assert len(NATURAL_NETWORK.corners((20, 20), 0)) == 16
    tiled = NATURAL_NETWORK.unit_corners((64, 50))
    covered = {(int(top), int(left)) for top, left in tiled}
    assert len(covered) == 4 * 3
    assert tiled.max(axis=0).tolist() == [44, 30]
