"""The moving average as a mode of a study, with a weight: `average:0.2`.

It is the control without top-down: the top causes of bottom-up inference, averaged over time.
Several weights stand in one table, so that the best for each measure can be seen.
"""

from __future__ import annotations

from dpcn_app.analysis.scores import AVERAGE_WEIGHT
from dpcn_app.engine.modes import MODES
from dpcn_app.errors import UserError


def average_weight(mode: str) -> float | None:
    """Return the weight α of the newest frame in a moving average; None for all other modes."""
    name, colon, text = mode.partition(":")
    if name not in MODES or not MODES[name].averaged:
        return None
    if not colon:
        return AVERAGE_WEIGHT
    try:
        weight = float(text)
    except ValueError:
        weight = 0.0
    if not 0 < weight <= 1:
        raise UserError(f"The weight of an average is above 0 and at most 1, as in {name}:0.2.")
    return weight
