"""A network's states put together again from what a solver had found, without a solver.

Only states, causes, iterations and the prior's confidence take a solver. All else that a
`NetworkState` holds follows from them, the frame and the frame before by plain NumPy, so that what
was inferred once can be shown in full where no kernel is compiled.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dpcn_app.engine.energy import sparsity
from dpcn_app.engine.network import Array, Network, frozen
from dpcn_app.engine.plain_numpy import plain_numpy
from dpcn_app.engine.prior import Expectation, expect, trust_at_top
from dpcn_app.engine.sparse_frames import SparseFrames
from dpcn_app.engine.state import Added, LayerState, NetworkState
from dpcn_app.engine.top_down import TopDown, predicted_causes


@dataclass(frozen=True, eq=False)
class LayerRun:
    """What a solver has found for the frames of a video, of one layer.

    Parameters
    ----------
    states, causes
        x and u of every frame, shapes (T, G, N, K) and (T, G, D); x may be without its zeros.
    iterations
        Iterations used by each group, shape (T, G).
    confidence
        c of each part of the extended prior in use, by its letter, shape (T, fields); not read for
        the first frame.
    handed_up
        What the layer above was told, shape (T, G, D); None where it is u in the scale of that
        layer.
    """

    states: Array | SparseFrames
    causes: Array
    iterations: NDArray[np.int64]
    confidence: dict[str, Array]
    handed_up: Array | None = None

    def __len__(self) -> int:
        return len(self.states)


Run = tuple[LayerRun, ...]
"""What a solver has found for the frames of a video, layer 1 first."""


def recorded(states: list[NetworkState]) -> Run:
    """Return the run of a video whose frames have been inferred."""
    layers = []
    for number, each in enumerate(zip(*(state.layers for state in states), strict=True), 1):
        last = each[-1].added
        confidence = {
            part: np.stack(
                [np.zeros_like(c) if at.added is None else at.added.confidence[part] for at in each]
            )
            for part, c in (last.confidence if last is not None else {}).items()
        }
        layers.append(
            LayerRun(
                np.stack([at.states for at in each]),
                np.stack([at.causes for at in each]),
                np.stack([at.iterations for at in each]),
                confidence,
                _handed_up([(state.layers[number - 1], state.layers[number:]) for state in states]),
            )
        )
    return tuple(layers)


def _handed_up(layers: list[tuple[LayerState, tuple[LayerState, ...]]]) -> Array | None:
    """Return what a layer handed up, where that is more than its causes; given what is above it."""
    told = [above[0].inputs.reshape(at.causes.shape) for at, above in layers if above]
    plain = all(np.array_equal(y, _scaled(at)) for y, (at, _) in zip(told, layers, strict=False))
    return None if plain else np.stack(told)


def _scaled(layer: LayerState) -> Array:
    scaled: Array = layer.causes * layer.layer.B.dtype.type(layer.layer.output_scale)
    return scaled


def restored_state(
    network: Network, frame_patches: Array, run: Run, index: int, top_down: TopDown
) -> NetworkState:
    """Return what `infer_step` had returned for frame `index` of a run, but for rounding.

    Parameters
    ----------
    network
        The parameters.
    frame_patches
        Patches of that frame.
    run, index
        What was found, and which frame of it.
    top_down
        Which top-down parts had taken part.
    """
    weights = top_down.layer_weights(network)
    before = _bare(network, run, index - 1) if index > 0 else None
    predicted: tuple[Array | None, ...] = (None,) * network.spec.depth
    expected: tuple[tuple[Expectation, ...], ...] = ((),) * network.spec.depth
    prior = top_down.prior
    strengths = None if prior is None else prior.check(network)
    with plain_numpy():
        if before is not None:
            placebo = prior is not None and prior.placebo
            predicted = predicted_causes(network, before, weights, placebo=placebo)
            if prior is not None:
                expected = expect(network, before, prior)
        inputs = frame_patches
        layers: list[LayerState] = []
        for number, (layer, found) in enumerate(zip(network.layers, run, strict=True)):
            spec, causes, u_hat = layer.spec, found.causes[index], predicted[number]
            c = {each.part: found.confidence[each.part][index] for each in expected[number]}
            raised = {each.part: each.raised(layer, c[each.part]) for each in expected[number]}
            x_before = np.zeros_like(found.states[index]) if index == 0 else found.states[index - 1]
            trust = None
            if 0 < number == network.spec.depth - 1 and u_hat is not None:
                trust = trust_at_top(layers[-1].added, strengths)
            layers.append(
                LayerState(
                    layer=layer,
                    inputs=frozen(inputs.reshape(-1, spec.group, spec.inputs)),
                    states=frozen(found.states[index]),
                    causes=frozen(causes),
                    gamma=frozen(sparsity(layer, causes)),
                    predicted_states=frozen(x_before @ layer.A_rows),
                    predicted_causes=frozen(np.zeros_like(causes) if u_hat is None else u_hat),
                    top_down_weight=0.0 if u_hat is None else weights[number],
                    iterations=frozen(found.iterations[index]),
                    added=Added(raised, c) if raised else None,
                    trust=trust,
                )
            )
            inputs = _scaled(layers[-1]) if found.handed_up is None else found.handed_up[index]
    return NetworkState(tuple(layers))


def _bare(network: Network, run: Run, index: int) -> NetworkState:
    """Return the states and causes of a frame, all that a prediction of the next one is made of."""
    nothing = np.zeros(0, network.layers[0].C.dtype)
    return NetworkState(
        tuple(
            LayerState(
                layer=layer,
                inputs=nothing,
                states=found.states[index],
                causes=found.causes[index],
                gamma=nothing,
                predicted_states=nothing,
                predicted_causes=nothing,
                top_down_weight=0.0,
                iterations=found.iterations[index],
            )
            for layer, found in zip(network.layers, run, strict=True)
        )
    )
