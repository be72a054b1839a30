"""The believed part of a frame: what of it a belief can explain, and the causes that it has.

What layers expect from the frame before (`prior.handed_down`) follows what was seen, so that a
belief could only choose among things already seen, and would not know where they are. While a
belief is held, part D therefore asks the frame itself. From the top down, each layer looks once
more at the causes u⁰ that a first pass found below it, through the eyes of the belief: states that
it does not expect are all but shut. What is seen that way is handed down.

    γ = γ₀[(1 + e^{−Bu})/2 + κ e^{−η S(Bû)}],   x̂ = argmin E(x, u | y = u⁰ of the layer below)
    û of the layer below = [C x̂]₊ / scale

with û = the belief at the top. The believed class is expected where it is, and as it lies there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from dpcn_app.engine.belief import Belief
from dpcn_app.engine.network import Array, Network
from dpcn_app.engine.prior import Expectation, added_sparsity
from dpcn_app.engine.state import LayerState

_SHUT, _STEEPNESS = 100.0, 6.0
"""κ and η: so dear that states which are not believed stay shut, and cheap for all that are.

From (30, 3) to (1000, 10) the effect of a belief is the same within .03.
"""


def believed_causes(
    network: Network,
    belief: Belief,
    first: Sequence[LayerState],
    infer: Callable[..., LayerState],
) -> dict[int, Array]:
    """Return û of every layer (from 0), shape (G, D): the belief at the top, what it sees below.

    Parameters
    ----------
    network, belief
        The network, and the belief that is held.
    first
        What a first pass without the prior inferred in all layers below the top, layer 1 first.
    infer
        Infers a layer from inputs, as `infer_layer` does; it takes what is `added` to γ.
    """
    top = network.spec.depth - 1
    units = len(first[-1].causes) // network.spec.layers[top].group
    u_hat = belief.top_causes(network, units)
    causes = {top: u_hat}
    for index in reversed(range(1, network.spec.depth)):
        layer, below = network.layers[index], network.layers[index - 1]
        u_hat = u_hat.reshape(units, -1, u_hat.shape[1])
        gate = Expectation("D", u_hat @ layer.B.T, u_hat, _SHUT, _STEEPNESS)
        inputs = first[index - 1].causes * below.B.dtype.type(below.output_scale)
        seen = infer(layer, inputs, added=added_sparsity(layer, (gate,), None)).states
        handed = np.maximum(seen @ layer.C.T, 0) / below.output_scale
        u_hat = handed.reshape(-1, below.spec.causes).astype(below.B.dtype, copy=False)
        causes[index - 1] = u_hat
    return causes
