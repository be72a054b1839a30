"""What a unit stands for, from a network's weights alone: receptive fields and priors.

A cause lowers the threshold of the states with a weight in its column of B, at every place in its
group. A weighted sum of their pictures would be blurred, as states of opposite signs cancel. So the
picture of a cause is the first principal component of the weighted pictures, over all places.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from dpcn_app.analysis.principal_fields import Picture, principal_fields
from dpcn_app.engine.network import Array, Layer, Network
from dpcn_app.engine.spec import NetworkSpec


class Region(NamedTuple):
    """A part of a frame where an atom is active: pixels of the frame, and the state's |x|."""

    top: int
    left: int
    height: int
    width: int
    strength: float


def state_pictures(network: Network, layer: int) -> Picture:
    """Return the picture of each state of a layer (from 0), shape (K, height, width).

    In layer 1 these are the columns of C; above it, the fields of the causes below, combined by C.
    """
    C = network.layers[layer].C
    if layer == 0:
        return C.T.reshape(-1, network.spec.patch, network.spec.patch)
    pictures: Picture = np.tensordot(C.T, receptive_fields(network, layer - 1), axes=1)
    return pictures


def receptive_fields(network: Network, layer: int) -> Picture:
    """Return the pictures of all causes of a layer.

    Column d of B weights the pictures of the layer's states (see `state_pictures`). They are placed
    wherever an input of the group lies, and the first principal component of all of them is the
    field, of unit length and with the sign that makes its strongest parts positive.

    Parameters
    ----------
    network
        The network.
    layer
        Number of the layer, from 0.

    Returns
    -------
    Shape (D, height, width), of the size of `NetworkSpec.field_of(layer + 1)`. A cause without
    weights has a field of zeros.
    """
    parameters = network.layers[layer]
    spec = parameters.spec
    pictures = state_pictures(network, layer)
    return principal_fields(pictures, spec.offsets, spec.reach, parameters.B)


def strongest_atoms(layer: Layer, cause: int, count: int = 10) -> list[tuple[int, float]]:
    """Return the states with the largest weights in a cause's column of B, and the weights."""
    return _largest(layer.B[:, cause], count)


def gamma_drop(layer: Layer, cause: int) -> Array:
    """Return how far γ of each state falls when the cause is 1: γ₀/2·(1 − e^{−B_kd})."""
    drop: Array = layer.spec.sparsity / 2 * -np.expm1(-layer.B[:, cause])
    return drop


def active_regions(
    spec: NetworkSpec,
    frame_shape: tuple[int, int],
    states: Array,
    atom: int,
    first_unit: int = 0,
) -> list[Region]:
    """Return where in the frame an atom of layer 1 is active, strongest first.

    Parameters
    ----------
    spec, frame_shape
        Where patches lie, and the frame's height and width.
    states
        x of layer 1, shape (G, N, K).
    atom
        Column of layer 1's dictionary.
    first_unit
        The top unit that the states begin with.

    Returns
    -------
    Regions in pixels of the frame without its padding, clipped to it.
    """
    if not 0 <= atom < states.shape[-1]:
        return []
    strengths = np.abs(states[..., atom]).ravel()
    regions = []
    corners = spec.corners(frame_shape, 0)[first_unit * spec.units_per_field(0) :] - spec.padding
    for patch in np.flatnonzero(strengths)[np.argsort(-strengths[strengths > 0], kind="stable")]:
        corner = corners[patch]
        start = np.maximum(corner, 0)
        size = np.minimum(corner + spec.patch, frame_shape) - start
        if (size > 0).all():
            place = (int(start[0]), int(start[1]), int(size[0]), int(size[1]))
            regions.append(Region(*place, float(strengths[patch])))
    return regions


def _largest(values: Array, count: int) -> list[tuple[int, float]]:
    order = np.argsort(-np.abs(values), kind="stable")[:count]
    return [(int(index), float(values[index])) for index in order]
