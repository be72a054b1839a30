"""The problems that a layer solves while it is learnt."""

from dataclasses import replace

import numpy as np

from dpcn_app.benchmarks.replay import LearningReplay, encode
from dpcn_app.engine.learning import LearningSpec
from dpcn_app.engine.spec import LayerSpec, NetworkSpec, square_offsets
from dpcn_app.engine.trainer import Trainer

SPEC = NetworkSpec(
    (16, 16),
    4,
    (
        LayerSpec(16, 12, 6, square_offsets(4), 0.1, 0.2, 0.02, 0.05, 20),
        LayerSpec(6, 8, 3, square_offsets(8), 0.03, 0.05, 0.01, 0.05, 20),
    ),
)
LEARNING = (LearningSpec(epochs=2), LearningSpec(epochs=2, coherence=0.03, cause_warm_up=0.5))
SEED = 4


class Noise:
    """Two sequences of four steps: random patches, three frames at a time."""

    steps = 8

    def patches(self, step: int) -> np.ndarray:
        return np.random.default_rng(step).random((3 * 16, 16), np.float32)

    def starts(self, step: int) -> bool:
        return step % 4 == 0


def test_the_replay_learns_bit_for_bit_what_the_trainer_learns() -> None:
    stream = Noise()
    trainer = Trainer(SPEC, LEARNING, stream, SEED)
    for _ in trainer:
        pass
    starts = [stream.starts(step) for step in range(stream.steps)]
    inputs = [stream.patches(step) for step in range(stream.steps)]
    for index, learnt in enumerate(trainer.network.layers):
        replay = LearningReplay(SPEC.layers[index], LEARNING[index], inputs, starts, SEED, index)
        assert len(list(replay)) == LEARNING[index].epochs * stream.steps
        for name in "ABC":
            np.testing.assert_array_equal(getattr(replay.layer, name), getattr(learnt, name))
        inputs = encode(learnt, inputs, starts)


def test_problems_forget_the_past_where_sequences_start() -> None:
    stream = Noise()
    starts = [stream.starts(step) for step in range(stream.steps)]
    inputs = [stream.patches(step) for step in range(stream.steps)]
    learning = replace(LEARNING[0], coherence=0.05)
    replay = LearningReplay(SPEC.layers[0], learning, inputs, starts, SEED)
    for number, problem in enumerate(replay):
        assert (problem.previous_states is None) == (number % 4 == 0)
        assert (problem.predicted_causes is None) == (number % 4 == 0)
        assert problem.top_down_weight == (0 if number % 4 == 0 else 0.05)
