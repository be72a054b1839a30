"""Training video: sequences in lockstep, drawn when asked for."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from dpcn_app.engine.learning import LearningSpec
from dpcn_app.engine.spec import LayerSpec, NetworkSpec, square_offsets
from dpcn_app.engine.trainer import Trainer
from dpcn_app.errors import UserError
from dpcn_app.training.presets import SHAPES_NETWORK
from dpcn_app.training.shapes_stream import LOCKSTEP, ShapesStream
from dpcn_app.video.patches import PatchGrid
from dpcn_app.video.shapes import BouncingShapes, ShapesConfig
from dpcn_app.video.source import Frame

EASY = ShapesConfig.named("easy", seed=3)
SMALL = NetworkSpec(
    (16, 16),
    8,
    (
        LayerSpec(64, 12, 4, square_offsets(4), sparsity=0.3, cause_sparsity=0.05, iterations=20),
        LayerSpec(4, 6, 3, square_offsets(4), 0.03, 0.1, 0.02, iterations=20),
    ),
)
SMALL_SHAPES = ShapesConfig(size=7, objects=1, frame_shape=(16, 16), seed=3)


def pixels(images: np.ndarray) -> np.ndarray:
    """Return the patches of the shapes network, one per row, cut from images by hand."""
    padded = np.pad(images, ((0, 0), (2, 2), (2, 2)))
    rows = []
    for image in padded:
        for group in ((0, 0), (0, 16), (16, 0), (16, 16)):
            for patch in ((0, 0), (0, 8), (8, 0), (8, 8)):
                top, left = group[0] + patch[0], group[1] + patch[1]
                rows.append(image[top : top + 12, left : left + 12].ravel())
    return np.stack(rows)


def test_a_batch_holds_one_frame_of_each_sequence_cut_into_patches() -> None:
    stream = ShapesStream(SHAPES_NETWORK, EASY, 900)
    assert (stream.steps, stream.frames) == (30, 900)
    source = BouncingShapes(replace(EASY, sequence_length=30), 900)
    for step in (0, 7, 29):
        batch = stream.patches(step)
        assert batch.shape == (LOCKSTEP * 16, 144)
        assert batch.dtype == np.float32
        frames = [source.frame(30 * sequence + step) for sequence in range(LOCKSTEP)]
        np.testing.assert_array_equal(batch, pixels(np.stack([frame.image for frame in frames])))
        assert [frame.label for frame in frames] == [0, 1, 2] * 10


def test_classes_take_turns_in_every_batch_and_every_round(monkeypatch: pytest.MonkeyPatch) -> None:
    labels, draw = [], BouncingShapes.frame

    def watched(source: BouncingShapes, index: int) -> Frame:
        frame = draw(source, index)
        labels.append(frame.label)
        return frame

    stream = ShapesStream(SHAPES_NETWORK, EASY, 6000)
    monkeypatch.setattr(BouncingShapes, "frame", watched)
    for step in (0, 99, 100, 199):
        stream.patches(step)
    assert labels == [0, 1, 2] * 40


def test_sequences_begin_where_the_picture_jumps() -> None:
    stream = ShapesStream(SHAPES_NETWORK, replace(EASY, sequence_length=10), 600)
    assert stream.steps == 20
    assert [step for step in range(20) if stream.starts(step)] == [0, 10]
    batches = [stream.patches(step) for step in range(20)]
    jumps = [float(np.abs(after - before).sum()) for before, after in pairwise(batches)]
    assert int(np.argmax(jumps)) == 9
    assert jumps[9] > 1.2 * max(jumps[:9] + jumps[10:])


@pytest.mark.parametrize(
    ("asked", "length", "frames", "steps"),
    [(60, 100, 60, 2), (89, 100, 60, 2), (3000, 100, 3000, 100), (5999, 100, 3000, 100),
     (6000, 100, 6000, 200), (100, 1, 90, 3)],
)  # fmt: skip
def test_frames_are_rounded_down_to_whole_rounds(
    asked: int, length: int, frames: int, steps: int
) -> None:
    stream = ShapesStream(SHAPES_NETWORK, replace(EASY, sequence_length=length), asked)
    assert (stream.frames, stream.steps) == (frames, steps)
    assert stream.patches(steps - 1).any()
    with pytest.raises(IndexError):
        stream.patches(steps)


@pytest.mark.parametrize("frames", [-1, 0, 59, 10_000_001])
def test_too_few_and_too_many_frames_are_refused(frames: int) -> None:
    with pytest.raises(UserError, match=rf"from 60 to 10,000,000 frames, not {frames}"):
        ShapesStream(SHAPES_NETWORK, EASY, frames)


def test_frames_are_drawn_when_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn, draw = [], BouncingShapes.frame

    def watched(source: BouncingShapes, index: int) -> Frame:
        drawn.append(index)
        return draw(source, index)

    monkeypatch.setattr(BouncingShapes, "frame", watched)
    stream = ShapesStream(SHAPES_NETWORK, EASY, 9_000_000)
    assert stream.steps == 300_000
    assert stream.starts(299_900)
    assert drawn == []
    stream.patches(299_999)
    assert drawn == [8_997_000 + 100 * sequence + 99 for sequence in range(LOCKSTEP)]


def test_one_seed_gives_one_video_and_another_seed_another() -> None:
    one, same, other = (
        ShapesStream(SHAPES_NETWORK, replace(EASY, seed=seed), 90) for seed in (3, 3, 4)
    )
    for step in (2, 0, 1):
        np.testing.assert_array_equal(one.patches(step), same.patches(step))
        assert (one.patches(step) != other.patches(step)).any()


def test_larger_frames_are_tiled_and_smaller_ones_refused() -> None:
    large = replace(EASY, frame_shape=(32, 64))
    batch = ShapesStream(SHAPES_NETWORK, large, 60).patches(0)
    assert batch.shape == (LOCKSTEP * 32, 144)
    assert PatchGrid.of(SHAPES_NETWORK, (32, 64)).cut(np.zeros((1, 32, 64), np.float32)).shape == (
        1,
        32,
        144,
    )
    with pytest.raises(UserError, match="smaller than the network's field"):
        ShapesStream(SHAPES_NETWORK, replace(EASY, frame_shape=(20, 20)), 60)


def test_a_network_trains_on_shapes() -> None:
    stream = ShapesStream(SMALL, replace(SMALL_SHAPES, sequence_length=3), 180)
    assert stream.steps == 6
    learning = (LearningSpec(epochs=4), LearningSpec(epochs=4, coherence=0.03, cause_warm_up=0.5))
    trainer = Trainer(SMALL, learning, stream, seed=1)
    totals = [sum(progress.energy.values()) for progress in trainer if progress.place.layer == 0]
    assert np.mean(totals[-6:]) < 0.9 * np.mean(totals[:6])
    for layer in trainer.network.layers:
        for matrix in (layer.A, layer.B, layer.C):
            assert np.isfinite(matrix).all()
            assert matrix.any()
        assert np.abs(layer.A).max() < 10
    verdict = trainer.health[1][0]
    assert 0 < verdict.coverage <= 1
