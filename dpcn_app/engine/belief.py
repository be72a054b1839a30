"""A belief held from outside: what the network is told to look for, whatever it sees.

The top-down flow begins at the top with û = u_{t−1}. While a belief is held, û is the belief
instead, in every top unit and in every frame, the first one included: coherence, the paper's
predictions and the parts D and K of the extended prior all follow from it. What D hands down is
then the believed part of the frame itself: see `engine.believed_part`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from dpcn_app.engine.network import Array, Network
from dpcn_app.errors import UserError


@dataclass(frozen=True)
class Belief:
    """Top causes that are held in place of u_{t−1}; equal beliefs have equal numbers.

    Parameters
    ----------
    causes
        û of every top unit, D numbers.
    """

    causes: tuple[float, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "causes", _sizes(self.causes))

    def check(self, network: Network) -> None:
        """Refuse a network with another number of top causes."""
        top = network.spec.layers[-1].causes
        if len(self.causes) != top:
            raise UserError(
                f"A belief of {len(self.causes)} causes was given to a network with {top} top "
                "causes; make a belief from this network's own causes."
            )

    def top_causes(self, network: Network, units: int) -> Array:
        """Return û of all top units, shape (units, D)."""
        self.check(network)
        held: Array = np.tile(np.array(self.causes, network.layers[-1].B.dtype), (units, 1))
        return held


def _sizes(values: Iterable[float]) -> tuple[float, ...]:
    """Return the numbers as a tuple; refuse what is no list of finite numbers of 0 or more."""
    try:
        numbers = tuple(map(float, values))
    except (TypeError, ValueError):
        raise UserError("The causes of a belief must be numbers.") from None
    wrong = [number for number in numbers if not 0 <= number < np.inf]
    if wrong or not numbers:
        found = f"{wrong[0]:g}" if wrong else "none at all"
        raise UserError(
            f"The causes of a belief must be finite numbers of zero or more, not {found}."
        )
    return numbers
