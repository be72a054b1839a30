"""How unexpected states are: the one measure that the extended prior and surprise share.

    e = e^{−η S(m)},   S(m) = m·Σm/Σm²

m is the expected size of every state of a field. S does not depend on the scale of m, and is 1
where m is the weighted mean Σm²/Σm. e is 1 where a state was not expected at all.
"""

from __future__ import annotations

import numpy as np

from dpcn_app.engine.network import Array
from dpcn_app.engine.plain_numpy import without_kernels


def unexpectedness(expected: Array, steepness: float) -> Array:
    """Return e = e^{−η S(m)} of every state, in the shape of m, whose first axis is the field."""
    m = np.ascontiguousarray(expected).reshape(len(expected), -1)
    if without_kernels():
        squares = (m * m).sum(axis=1, keepdims=True)
        scale = m.sum(axis=1, keepdims=True) / np.where(squares > 0, squares, 1)
        plain: Array = np.exp(-m.dtype.type(steepness) * scale * m)
        return plain.reshape(expected.shape)
    from dpcn_app.engine.prior_kernels import set_all_unexpectedness  # slow to import

    e = np.empty_like(m)
    set_all_unexpectedness(m, m.dtype.type(steepness), e)
    return e.reshape(expected.shape)
