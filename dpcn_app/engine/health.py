"""The health of a trained layer: signs that need no labels.

If a video shows things one at a time, each for a while, then all causes should be in use, one
active at a time, each for a while. Groups below the top may see several things at once: their
scores stay lower, and still tell a better layer from a worse one.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dpcn_app.engine.network import Array

GOOD = 0.95
"""A layer whose score reaches this is healthy."""


@dataclass(frozen=True)
class Health:
    """Signs that a layer tells things apart, each from 0 (bad) to 1 (good).

    Parameters
    ----------
    coverage
        Share of groups and frames that have any active cause, where there is anything to see.
    balance
        Entropy of how often each cause is the strongest, divided by its maximum log D; 1 if D is 1.
    exclusiveness
        Mean of max_d u_d / Σ_d u_d where any cause is active.
    steadiness
        Share of frames whose strongest cause is the same as in the frame before.
    """

    coverage: float
    balance: float
    exclusiveness: float
    steadiness: float

    @property
    def score(self) -> float:
        """Product of all signs: one failing sign is enough to fail."""
        return self.coverage * self.balance * self.exclusiveness * self.steadiness

    @property
    def good(self) -> bool:
        """Whether the layer is healthy."""
        return self.score >= GOOD

    @property
    def reason(self) -> str:
        """One sentence on the weakest sign."""
        signs = {
            f"{100 * self.coverage:.0f} % of frames have an active cause": self.coverage,
            f"the causes are used unequally (evenness {100 * self.balance:.0f} %)": self.balance,
            "several causes are active at a time (the strongest has on average "
            f"{100 * self.exclusiveness:.0f} % of the sum)": self.exclusiveness,
            "the strongest cause stays the same from one frame to the next in only "
            f"{100 * self.steadiness:.0f} % of the frames": self.steadiness,
        }
        weakest = min(signs, key=lambda sign: signs[sign])
        if self.good:
            return "All causes are in use, one at a time, each for a while."
        return f"It may not tell things apart: {weakest}."


def judge(
    causes: Array, starts: NDArray[np.bool_], seen: NDArray[np.bool_] | None = None
) -> Health:
    """Return the health of a layer, judged by the causes that it inferred for a video.

    Parameters
    ----------
    causes
        u over time, shape (T, G, D).
    starts
        Whether new sequences begin at a time step, shape (T,).
    seen
        Whether anything reaches a group at a time step, shape (T, G); None where it always does.
        A group that looks at an empty part of the frame is right to have no cause.
    """
    total = causes.sum(axis=2)
    active = total > 0
    if not active.any():
        return Health(0.0, 0.0, 0.0, 0.0)
    strongest = causes.argmax(axis=2)
    balance = _balance(np.bincount(strongest[active], minlength=causes.shape[2]))
    exclusiveness = float((causes.max(axis=2)[active] / total[active]).mean())
    pairs = active[1:] & active[:-1] & ~starts[1:, None]
    same = strongest[1:] == strongest[:-1]
    steadiness = float(same[pairs].mean()) if pairs.any() else 0.0
    covered = active if seen is None else active[seen | active]
    return Health(float(covered.mean()), balance, exclusiveness, steadiness)


def _balance(counts: NDArray[np.intp]) -> float:
    """Return the entropy of the counts, divided by its maximum."""
    if len(counts) == 1:
        return 1.0
    use = counts[counts > 0] / counts.sum()
    entropy = (use * np.log(1 / use)).sum()
    return min(1.0, float(entropy / np.log(len(counts))))
