"""How unexpected states are: the one measure that the extended prior and surprise share.

    e = e^{−η S(m)},   S(m) = m·Σm/Σm²

m is the expected size of every state of a field. S does not depend on the scale of m, and is 1
where m is the weighted mean Σm²/Σm. e is 1 where a state was not expected at all.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from dpcn_app.engine.exponential import exponential
from dpcn_app.engine.jit import kernel
from dpcn_app.engine.network import Array


def unexpectedness(expected: Array, steepness: float) -> Array:
    """Return e = e^{−η S(m)} of every state, in the shape of m, whose first axis is the field."""
    m = np.ascontiguousarray(expected).reshape(len(expected), -1)
    e = np.empty_like(m)
    _set_all(m, m.dtype.type(steepness), e)
    return e.reshape(expected.shape)


@kernel
def _set_all(m: Any, eta: Any, e: Any) -> None:
    for field in range(m.shape[0]):
        set_unexpectedness(m[field], eta, e[field])


@kernel
def set_unexpectedness(m: Any, eta: Any, e: Any) -> None:
    """Set e = e^{−η S(m)} of one field, whose states lie in a row."""
    total, squares = eta - eta, eta - eta
    for k in range(m.shape[0]):
        total += m[k]
        squares += m[k] * m[k]
    slope = -eta * total / squares if squares > 0 else squares
    for k in range(m.shape[0]):
        e[k] = exponential(slope * m[k])
