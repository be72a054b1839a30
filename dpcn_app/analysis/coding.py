"""How well, and how sparsely, a frame is coded: measures for any video, without labels."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from dpcn_app.engine.state import NetworkState
from dpcn_app.video.source import Image


@dataclass(frozen=True)
class Coding:
    """How well, and how sparsely, a frame is coded.

    Parameters
    ----------
    explained
        Share of its variance that the reconstruction explains.
    active_states, active_causes
        Shares of layer 1's states and of the top causes that are not zero.
    """

    explained: float
    active_states: float
    active_causes: float


def coding(frame: Image, reconstruction: Image, state: NetworkState) -> Coding:
    """Return how a frame y is coded, given its reconstruction ŷ.

    explained = 1 − Σ(y − ŷ)² / Σ(y − ȳ)²; for a uniform frame it is 1 if ŷ = y, and else 0.
    """
    whole, residual = float(frame.var()), frame - reconstruction
    missed = float(np.square(residual, out=residual).mean())
    explained = 1 - missed / whole if whole > 0 else float(missed == 0)
    return Coding(
        explained,
        float(np.count_nonzero(state.layers[0].states) / state.layers[0].states.size),
        float(np.count_nonzero(state.top_causes) / state.top_causes.size),
    )
