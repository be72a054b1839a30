"""What a layer hands up to the layer above: its causes, or what two passes of it agree on.

Where the extended prior makes two passes, with causes u₁ and u₂, the layer above may hear of both:

    y = scale [h − θ δ]₊,   h = g √(‖m‖/‖g‖),   g = u₁ʷ u₂¹⁻ʷ,   m = w u₁ + (1 − w) u₂

over the field of each top unit. A cause counts as far as both passes found it, so that what the
prior wrongly expects is not taken for seen; the less they agree, the less is said. δ, the mean of
|u₁ − u₂|, tells how noisy the frame is, without labels: an object that was expected is found by
both passes alike, and noise by the first alone. Causes that do not rise above θ δ are not heard.
"""

from __future__ import annotations

import numpy as np

from dpcn_app.engine.network import Array, Layer
from dpcn_app.engine.spec import PriorSpec
from dpcn_app.engine.state import LayerState


def handed_up(
    state: LayerState, first: LayerState | None, strengths: PriorSpec | None, fields: int
) -> Array:
    """Return the inputs of the layer above.

    Parameters
    ----------
    state
        What the layer inferred last.
    first
        What its first pass found; None where there was one pass alone.
    strengths
        The extended prior's w (`first_pass`) and θ (`noise_floor`); None without it.
    fields
        Number of top units.
    """
    if first is None or strengths is None:
        return _scaled(state.layer, state.causes)
    w, theta = strengths.first_pass, strengths.noise_floor
    one, two = (each.causes.reshape(fields, -1) for each in (first, state))
    heard = _found_twice(one, two, w) if w else two
    if theta:
        delta = np.abs(one - two).mean(axis=1, keepdims=True)
        heard = np.maximum(heard - theta * delta, 0).astype(two.dtype, copy=False)
    return _scaled(state.layer, heard.reshape(state.causes.shape))


def _found_twice(one: Array, two: Array, w: float) -> Array:
    """Return g √(‖m‖/‖g‖), a field in each row."""
    both, mean = one**w * two ** (1 - w), w * one + (1 - w) * two
    length, whole = (np.linalg.norm(each, axis=1, keepdims=True) for each in (both, mean))
    found: Array = both * np.sqrt(whole / np.where(length > 0, length, 1))
    return found


def _scaled(layer: Layer, causes: Array) -> Array:
    scaled: Array = causes * layer.B.dtype.type(layer.output_scale)
    return scaled
