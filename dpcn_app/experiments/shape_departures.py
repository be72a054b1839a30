"""What learning and inference of shapes do otherwise than the paper, and how it is taken back.

Each network is scored on 300 fresh frames, clean and noisy: bottom-up, and the noisy ones top-down.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpcn_app.analysis.scores import score
from dpcn_app.engine.belief import Belief
from dpcn_app.engine.checkpoint import Checkpoint
from dpcn_app.engine.inference import Solver
from dpcn_app.engine.network import Network
from dpcn_app.engine.prior import Prior
from dpcn_app.engine.top_down import OFF, TopDown
from dpcn_app.engine.trainer import Trainer
from dpcn_app.experiments.departures import CONTROL, DepartureSet, Run, Values
from dpcn_app.experiments.shapes import fresh_video
from dpcn_app.experiments.video_run import labels, watch
from dpcn_app.training.driver import make_stream
from dpcn_app.training.presets import Preset, preset
from dpcn_app.video.source import FrameSource

MEASURES = {
    "clean_kmeans": "clean: k-means",
    "clean_silhouette": "clean: silhouette",
    "noisy_kmeans": "noisy: k-means",
    "noisy_silhouette": "noisy: silhouette",
    "top_down_kmeans": "noisy, top-down: k-means",
    "top_down_silhouette": "noisy, top-down: silhouette",
}
"""What is scored, with the titles of its columns."""

_PLAIN_LAYER_2: dict[str, Any] = {"coherence": 0.0, "cause_warm_up": 0.0, "restarts": 1}

LAYER_2: dict[str, tuple[str, dict[str, Any]]] = {
    "coherence": ("no coherence while learning", {"coherence": 0.0}),
    "warm-up": ("β in full from the start", {"cause_warm_up": 0.0}),
    "restarts": ("one start, whatever its health", {"restarts": 1}),
    "layer-2": ("none of these three", _PLAIN_LAYER_2),
}
"""What is taken back in learning layer 2: a title and settings of its `LearningSpec`."""

ALL_LAYERS: dict[str, tuple[str, dict[str, Any]]] = {
    "own-steps": ("one step size for all units", {"own_steps": False}),
    "reseeding": ("dead units left dead", {"reseeding": False}),
    "late-rates": ("rates that never fall", {"late_factor": 1.0}),
}
"""What is taken back in learning every layer."""


BOTH = TopDown(coherence=True, predictions=True)
"""The paper's top-down inference."""


@dataclass(frozen=True)
class Watching:
    """How a network is shown the test videos: its modes without and with top-down, and solver."""

    bottom_up: TopDown = OFF
    top_down: TopDown = BOTH
    solver: Solver = "exact"


def _kept_at_zero(network: Network) -> Watching:
    """Return the term ½‖u − û‖² with û = 0 in both layers, bottom-up and top-down."""
    nothing = Belief((0.0,) * network.spec.layers[-1].causes)
    kept = replace(BOTH, belief=nothing)
    return Watching(kept, kept)


def _full_weight(network: Network) -> Watching:
    return Watching(top_down=replace(BOTH, weights=(1.0,) * network.spec.depth))


def _second_pass_alone(network: Network) -> Watching:
    """Return the extended prior without what its first pass hands up."""
    assert network.spec.prior is not None
    prior = Prior(strengths=replace(network.spec.prior, first_pass=0.0, noise_floor=0.0))
    return Watching(top_down=TopDown(coherence=True, prior=prior))


WATCHING: dict[str, tuple[str, Callable[[Network], Watching]]] = {
    "zero": ("½‖u − û‖² kept with û = 0", _kept_at_zero),
    "weight": ("½‖u − û‖² of weight 1", _full_weight),
    "algorithm-1": ("Algorithm 1 as solver", lambda network: Watching(solver="paper")),
    "prior": (
        "the extended prior as top-down",
        lambda network: Watching(top_down=TopDown.named("prior")),
    ),
    "one-pass": ("the prior, its second pass alone handed up", _second_pass_alone),
}
"""What is taken back, or added, in watching with the network as it is."""

ADDITIONS = frozenset({"prior", "one-pass"})
"""What goes beyond the paper."""


def taken_back(recipe: Preset, name: str) -> Preset:
    """Return a preset that learns without one departure."""
    if name in LAYER_2:
        changed = replace(recipe.learning[-1], **LAYER_2[name][1])
        return replace(recipe, learning=(*recipe.learning[:-1], changed))
    changes = ALL_LAYERS[name][1] if name in ALL_LAYERS else {}
    learning = tuple(replace(each, **changes) for each in recipe.learning)
    return replace(recipe, learning=learning)


# --- training -------------------------------------------------------------------------------------


def trained(recipe: Preset, run: Run) -> tuple[Network, Checkpoint]:
    """Train a preset; return its network, and where its training stood at the start of layer 2."""
    stream = make_stream(recipe, run.frames, run.seed)
    trainer = Trainer(recipe.network, recipe.learning, stream, run.seed)
    below: Checkpoint | None = None
    for progress in trainer:
        if below is None and progress.place.layer + 1 == recipe.network.depth:
            below = trainer.checkpoint()
    assert below is not None
    return trainer.network, below


def with_layer_2_anew(recipe: Preset, run: Run, below: Checkpoint) -> Network:
    """Return the network that `trained` would return, if only layer 2 is learnt otherwise.

    A training that is resumed while it encodes for layer 2 begins that layer from nothing, and its
    random numbers do not depend on layer 1.
    """
    settings = below.meta["settings"] | {"learning": [asdict(each) for each in recipe.learning]}
    begun = Checkpoint(below.meta | {"settings": settings}, below.arrays)
    stream = make_stream(recipe, run.frames, run.seed)
    trainer = Trainer.resume(begun, recipe.network, recipe.learning, stream, run.seed)
    for _ in trainer:
        pass
    return trainer.network


# --- scoring --------------------------------------------------------------------------------------


def scored(network: Network, video: FrameSource, watching: Watching) -> dict[str, float]:
    """Return all measures of a network."""

    def causes(top_down: TopDown, clean: bool = False) -> NDArray[np.float32]:
        seen = watch(network, video, top_down, clean=clean, solver=watching.solver)
        return np.stack([state.top_causes.ravel() for _, state in seen])

    truth, clean = labels(video), causes(watching.bottom_up, clean=True)
    noisy, top_down = causes(watching.bottom_up), causes(watching.top_down)
    measures: dict[str, float] = {}
    for name, each in {"clean": clean, "noisy": noisy, "top_down": top_down}.items():
        found = score(each, truth, clean)
        measures |= {
            f"{name}_kmeans": float(found.kmeans),
            f"{name}_silhouette": float(found.silhouette),
        }
    return measures


def train_and_score(run: Run) -> Values:
    """Do a run: the control with all that shares its layer 1, or one network of its own."""
    own = preset(f"shapes-{run.kind}")
    video = fresh_video(run.kind, run.noise, run.seed)
    recipe = taken_back(own, run.names[0])
    network, below = trained(recipe, run)
    values = {}
    for name in run.names:
        other = with_layer_2_anew(taken_back(own, name), run, below) if name in LAYER_2 else network
        watching = WATCHING[name][1](network) if name in WATCHING else Watching()
        values[name] = scored(other, video, watching)
    return values


def _kind(recipe: Preset) -> DepartureSet:
    """Return all departures; two passes only where the recipe's layer 2 hears both."""
    titles = {CONTROL: "as it is"}
    titles |= {name: each[0] for name, each in (LAYER_2 | ALL_LAYERS).items()}
    titles |= {name: each[0] for name, each in WATCHING.items()}
    alone = [*ALL_LAYERS, "one-pass"]
    shared = (CONTROL, *LAYER_2, *(name for name in WATCHING if name != "one-pass"))
    if recipe.network.prior is None or not recipe.network.prior.first_pass:
        del titles["one-pass"], alone[-1]
    batches = (shared, *((name,) for name in alone))
    return DepartureSet(
        titles, batches, MEASURES, recipe.frames, train_and_score, additions=ADDITIONS
    )


SHAPE_SETS = {name: _kind(preset(f"shapes-{name}")) for name in ("easy", "hard")}
"""The departures measured on the sets of shapes."""
