"""What the transitions of a layer expect, in a sentence."""

from __future__ import annotations

from dpcn_app.analysis.transition_weights import own_weight
from dpcn_app.engine.network import Array
from dpcn_app.live.naming import state_name

_MOSTLY = 0.25  # share of others up to which states expect mostly themselves


def transition_words(A: Array, layer: int, state: int | None) -> str:
    """Return how far states expect themselves, and why: one state, or all of the layer."""
    whole = own_weight(A)
    what = "atom" if layer == 0 else "state"
    told = (
        f"mean weight {whole.mean:.2f} on itself, {_percent(whole.others)} of all weight on others"
    )
    if state is None:
        if whole.others > _MOSTLY:
            return f"Each {what} expects others next, and itself: {told}."
        return (
            f"Each {what} expects mostly itself next: {told}. Learning finds this where things "
            "rest or move every way: no direction is a better guess than the same, only weaker."
        )
    own = own_weight(A, state)
    return (
        f"{state_name(layer, state)} expects itself with weight {own.mean:.2f}; others have "
        f"{_percent(own.others)} of its weight. Pictures show what it adds to itself."
    )


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %" if share >= 0.01 else f"{100 * share:.1f} %"
