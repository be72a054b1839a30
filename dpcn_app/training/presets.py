"""Named networks and how each is trained: the paper's experiments as values."""

from __future__ import annotations

from dataclasses import dataclass, replace

from dpcn_app.engine.learning import LearningSpec
from dpcn_app.engine.spec import LayerSpec, NetworkSpec, PriorSpec, grid_offsets, square_offsets
from dpcn_app.engine.stages import Stage
from dpcn_app.errors import UserError
from dpcn_app.video.preprocess import NATURAL, NONE, Preprocessing

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
    prior=PriorSpec(
        time=11.5,
        time_relief=0.25,
        handed_down=1.0,
        predictions=0.006,
        first_pass=0.65,
        noise_floor=1.0,
    ),
)
"""§3.2: 16 patches of 12×12, 4 px overlap, in 4 groups of 20×20; 3 causes see the whole frame."""

_HARD_NETWORK = replace(
    SHAPES_NETWORK,
    layers=(
        replace(SHAPES_NETWORK.layers[0], transition_weight=0.05, sparsity=0.5),
        SHAPES_NETWORK.layers[1],
    ),
    prior=PriorSpec(handed_down=3.0, handed_down_steepness=2.25, spread=0.3, letting_go=1.0),
)
"""The same for shapes that share edges: lower prices in layer 1 keep more of their thin outlines.

The extended prior alone is enough for them: what is handed down is strong, reaches a little beyond
the unit that saw it, and is let go of where it is not found. On the easy set, where X and diamond
share diagonals, feedback reinforces the wrong shape in strong noise unless the paper's predictions
act as well, and layer 2 hears only of causes that were found before the prior acted too, and rise
above the noise.
"""


def _widened(network: NetworkSpec, prior: PriorSpec) -> NetworkSpec:
    """Return a network for frames of 64×64 whose second layer sees all of them: 16 groups.

    What its top expects is handed down to all of them: a shape may enter any.
    """
    top = replace(network.layers[1], offsets=grid_offsets(16, 4))
    return replace(network, frame_shape=(64, 64), layers=(network.layers[0], top), prior=prior)


_WIDE_NETWORK = _widened(_HARD_NETWORK, PriorSpec(handed_down=4.0, first_pass=0.5, spread=0.8))
_WIDE_EASY_NETWORK = _widened(
    SHAPES_NETWORK,
    PriorSpec(
        time=11.5,
        time_relief=0.25,
        handed_down=2.0,
        predictions=0.007,
        first_pass=0.5,
        spread=0.8,
    ),
)

_LEVELS_NETWORK = replace(
    SHAPES_NETWORK,
    frame_shape=(64, 64),
    layers=(
        SHAPES_NETWORK.layers[0],
        replace(SHAPES_NETWORK.layers[1], causes=4, cause_sparsity=0.01, top_down_weight=0.003),
        LayerSpec(
            inputs=4,
            states=8,
            causes=2,
            offsets=square_offsets(32),
            transition_weight=0.03,
            sparsity=0.1,
            cause_sparsity=0.01,
            smoothing=0.05,
            iterations=100,
            top_down_weight=0.01,
        ),
    ),
    prior=PriorSpec(time=11.5, time_relief=0.25, handed_down=1.0, first_pass=0.5, spread=0.8),
)
"""Three levels for frames of 64×64: edges, the shapes in each quarter, and the scene they make.

What layer 3 predicts may only nudge layer 2: at the weight of the other layers it replaces what is
seen, and in noise the network settles on a scene that is not there. For the same reason the prior
leaves these predictions out; what it hands down reaches every quarter, as a shape may enter any.
"""

NATURAL_NETWORK = NetworkSpec(
    frame_shape=(64, 64),
    patch=15,
    layers=(
        LayerSpec(
            inputs=225,
            states=400,
            causes=100,
            offsets=square_offsets(2),
            transition_weight=0.3,
            sparsity=1.5,
            cause_sparsity=0.3,
            smoothing=0.5,
            iterations=40,
            top_down_weight=0.1,
        ),
        LayerSpec(
            inputs=100,
            states=200,
            causes=50,
            offsets=square_offsets(3),
            transition_weight=0.06,
            sparsity=0.5,
            cause_sparsity=0.02,
            smoothing=0.1,
            iterations=40,
            top_down_weight=0.01,
        ),
    ),
)
"""§3.1: 4 patches of 15×15 see 17×17 pixels, 4 such groups 20×20; tiled over any larger frame.

The β are initial values: learning changes them until causes are active 7 % of the time.
"""


@dataclass(frozen=True)
class Preset:
    """A network and how it is trained.

    Parameters
    ----------
    name
        As given on the command line.
    shapes
        The set of bouncing shapes that it is trained on; empty for natural scenes, which are moving
        photographs unless another video is given.
    network
        Its geometry and weights.
    learning
        How each layer is learnt.
    frames
        Length of the training video.
    preprocessing
        Preprocessing of the training video's frames.
    """

    name: str
    shapes: str
    network: NetworkSpec
    learning: tuple[LearningSpec, ...]
    frames: int = 3000
    preprocessing: Preprocessing = NONE


_SHAPES_LEARNING = (
    LearningSpec(epochs=3),
    LearningSpec(epochs=5, coherence=0.03, cause_warm_up=0.9, restarts=4),
)
_LEVELS_LEARNING = (*_SHAPES_LEARNING, replace(_SHAPES_LEARNING[1], restarts=12))
_HARD_LEARNING = (
    LearningSpec(epochs=4, dictionary_rate=0.4, late_factor=0.1),
    _SHAPES_LEARNING[1],
)

_NATURAL_LEARNING = (
    LearningSpec(
        epochs=5,
        stages=(
            Stage("C", share=0.4, inputs=2),
            Stage("A", share=0.26, inputs=1),
            Stage("B", share=0.24, rate=0.04, last_rate=0.004),
            Stage("AB", share=0.1, rate=0.004, last_rate=0.002, transitions=True),
        ),
    ),
    LearningSpec(
        epochs=5,
        stages=(
            Stage("C", share=0.35),
            Stage("A", share=0.15, inputs=1),
            Stage("B", share=0.4, rate=0.04, last_rate=0.004),
            Stage("AB", share=0.1, rate=0.004, last_rate=0.002, transitions=True),
        ),
    ),
)

PRESETS: dict[str, Preset] = {
    preset.name: preset
    for preset in (
        Preset("shapes-easy", "easy", SHAPES_NETWORK, _SHAPES_LEARNING),
        Preset("shapes-hard", "hard", _HARD_NETWORK, _HARD_LEARNING, 6000),
        Preset("shapes-wide", "wide", _WIDE_NETWORK, _HARD_LEARNING, 1500),
        Preset("shapes-wide-easy", "wide-easy", _WIDE_EASY_NETWORK, _SHAPES_LEARNING, 1500),
        Preset("shapes-levels", "levels", _LEVELS_NETWORK, _LEVELS_LEARNING),
        Preset("natural", "", NATURAL_NETWORK, _NATURAL_LEARNING, 1280, NATURAL),
    )
}


def preset(name: str) -> Preset:
    """Return a preset by name."""
    if name not in PRESETS:
        raise UserError(f"There is no preset called {name!r}; choose from {', '.join(PRESETS)}.")
    return PRESETS[name]
