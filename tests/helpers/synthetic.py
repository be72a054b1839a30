"""Small networks and inputs that the engine's tests share: made, not learnt."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np

from dpcn_app.engine.energy import Energy, energy
from dpcn_app.engine.network import Array, Layer, Network, normalise_columns
from dpcn_app.engine.spec import LayerSpec, NetworkSpec, square_offsets
from dpcn_app.engine.state import LayerState
from dpcn_app.video.noise import noisy_shapes
from dpcn_app.video.patches import PatchGrid
from dpcn_app.video.shapes import ShapesConfig

SHAPES_SPEC = NetworkSpec(
    frame_shape=(32, 32),
    patch=12,
    padding=2,
    layers=(
        LayerSpec(144, 100, 40, square_offsets(8), 0.1, 0.7, 0.1, 0.05, 80, 0.01),
        LayerSpec(40, 60, 3, square_offsets(16), 0.03, 0.1, 0.02, 0.05, 100, 0.01),
    ),
)
"""The network of bouncing shapes, as RECIPE.md has it."""


def invariant_matrix(rng: np.random.Generator, states: int, causes: int, used: float) -> Array:
    """Return a sparse B, non-negative, with unit columns, none of them empty."""
    B = rng.uniform(0.2, 1, (states, causes)) * (rng.random((states, causes)) < used)
    B[rng.integers(0, states, causes), np.arange(causes)] += 0.5
    return normalise_columns(B)


def random_layer(
    rng: np.random.Generator, spec: LayerSpec, dtype: type[np.floating[Any]] = np.float64
) -> Layer:
    """Return a layer with a Gaussian dictionary, a noisy diagonal A and a sparse B."""
    K = spec.states
    A = 0.8 * np.eye(K) + 0.05 * rng.normal(size=(K, K))
    B = invariant_matrix(rng, K, spec.causes, 0.3)
    C = normalise_columns(rng.normal(size=(spec.inputs, K)))
    return Layer(spec, A, B, C).astype(dtype)


def small_spec(**changes: Any) -> LayerSpec:
    """Return a layer of 4 inputs of 16 values, 24 states and 6 causes."""
    spec = LayerSpec(16, 24, 6, square_offsets(4), 0.1, 0.3, 0.05, 0.05, 400, 0.05)
    return replace(spec, **changes)


def small_inputs(rng: np.random.Generator, layer: Layer, groups: int) -> Array:
    """Return inputs that a few states of the layer make, with noise, shape (G, N, P)."""
    spec = layer.spec
    shape = (groups, spec.group, spec.states)
    states = rng.normal(size=shape) * (rng.random(shape) < 0.2)
    noise = 0.05 * rng.normal(size=(groups, spec.group, spec.inputs))
    return np.asarray(states @ layer.C.T + noise, dtype=layer.C.dtype)


@cache
def shapes_patches(frames: int, noise: float = 1.5) -> Array:
    """Return the patches of a video of the easy set, shape (frames, 16, 144)."""
    source = noisy_shapes(ShapesConfig.named("easy", seed=1), frames, noise)
    grid = PatchGrid((32, 32), SHAPES_SPEC.corners((32, 32), 0), 12, padding=2)
    return grid.cut(np.stack([source.frame(index).image for index in range(frames)]))


@cache
def shapes_network(dtype: type[np.floating[Any]] = np.float32) -> Network:
    """Return a network with pieces of shapes for a dictionary."""
    rng = np.random.default_rng(5)
    patches = shapes_patches(60).reshape(-1, 144)
    patches = patches[patches.sum(axis=1) > 6]
    atoms = patches[rng.choice(len(patches), 100, replace=False)].T
    below, above = SHAPES_SPEC.layers
    first = Layer(
        below,
        0.8 * np.eye(100),
        invariant_matrix(rng, 100, 40, 0.1),
        normalise_columns(atoms + rng.normal(0, 0.05, atoms.shape)),
        output_scale=0.25,
    )
    parts = np.abs(rng.normal(size=(40, 60))) * (rng.random((40, 60)) < 0.15) + 1e-3
    second = Layer(
        above,
        0.8 * np.eye(60),
        invariant_matrix(rng, 60, 3, 0.4),
        normalise_columns(parts),
    )
    return Network(SHAPES_SPEC, (first, second)).astype(dtype)


def energy_at(state: LayerState, states: Array, causes: Array) -> Energy:
    """Evaluate the energy of the problem that a state solved, at other states and causes."""
    return energy(
        state.layer,
        state.inputs,
        states,
        causes,
        state.predicted_states,
        state.predicted_causes,
        state.top_down_weight,
        added=None if state.added is None else state.added.total(state.states.shape[1]),
    )
