"""Named networks and how each is trained: the paper's experiments as values."""

from __future__ import annotations

from dataclasses import dataclass

from dpcn_app.engine.learning import LearningSpec
from dpcn_app.engine.spec import LayerSpec, NetworkSpec, square_offsets
from dpcn_app.errors import UserError

SHAPES_NETWORK = NetworkSpec(
    frame_shape=(32, 32),
    patch=12,
    padding=2,
    layers=(
        LayerSpec(
            inputs=144,
            states=100,
            causes=40,
            offsets=square_offsets(8),
            transition_weight=0.1,
            sparsity=0.7,
            cause_sparsity=0.1,
            smoothing=0.05,
            iterations=80,
            top_down_weight=0.01,
        ),
        LayerSpec(
            inputs=40,
            states=60,
            causes=3,
            offsets=square_offsets(16),
            transition_weight=0.03,
            sparsity=0.1,
            cause_sparsity=0.02,
            smoothing=0.05,
            iterations=100,
            top_down_weight=0.01,
        ),
    ),
)
"""§3.2: 16 patches of 12×12, 4 px overlap, in 4 groups of 20×20; 3 causes see the whole frame."""


@dataclass(frozen=True)
class Preset:
    """A network and how it is trained.

    Parameters
    ----------
    name
        As given on the command line.
    shapes
        The set of bouncing shapes that it is trained on.
    network
        Its geometry and weights.
    learning
        How each layer is learnt.
    frames
        Length of the training video.
    """

    name: str
    shapes: str
    network: NetworkSpec
    learning: tuple[LearningSpec, ...]
    frames: int = 3000


_SHAPES_LEARNING = (
    LearningSpec(epochs=3),
    LearningSpec(epochs=5, coherence=0.03, cause_warm_up=0.9, restarts=4),
)

PRESETS: dict[str, Preset] = {
    preset.name: preset
    for preset in (
        Preset("shapes-easy", "easy", SHAPES_NETWORK, _SHAPES_LEARNING),
        Preset("shapes-hard", "hard", SHAPES_NETWORK, _SHAPES_LEARNING),
    )
}


def preset(name: str) -> Preset:
    """Return a preset by name."""
    if name not in PRESETS:
        raise UserError(f"There is no preset called {name!r}; choose from {', '.join(PRESETS)}.")
    return PRESETS[name]
