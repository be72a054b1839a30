"""Why a state is on or off, in a sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:  # the engine takes seconds to load, and the window opens before that
    from dpcn_app.analysis.activation_reasons import Reasons


def why(reasons: Reasons, digits: int = 2) -> str:
    """Return a sentence that says why a state is on or off."""

    def number(value: float) -> str:
        return f"{value:.{digits}f}".replace("-", "−")

    notable = 0.5 * 10**-digits
    explained = reasons.evidence - reasons.left
    words, subject = f"Evidence {number(reasons.evidence)}", "it"
    if abs(explained) >= notable:
        less = f", less {number(explained)} that other states explain"
        more = f", and {number(-explained)} more, as other states explain too much"
        words += less if explained > 0 else more
        subject = f"the {number(reasons.left)} left" if explained > 0 else number(reasons.left)
    price = number(reasons.price)
    if reasons.on:
        words += (
            f": {subject} beats the price {price}. The state is on, x = {number(reasons.value)}."
        )
    else:
        words += f": {subject} does not beat the price {price}. The state is off."
    return words + _what_the_prior_did(reasons, number(reasons.paper + reasons.transition))


def _what_the_prior_did(reasons: Reasons, paper: str) -> str:
    """Return what the extended prior changed, all other states fixed; empty for nothing."""
    if not reasons.added:
        return ""
    if reasons.on != reasons.on_without_prior:
        return f" By the paper's price, {paper}, it would be {'off' if reasons.on else 'on'}."
    if reasons.on and reasons.gamma < reasons.paper:
        return f" It was expected: the paper's price is higher, {paper}."
    return ""
