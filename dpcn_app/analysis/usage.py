"""How much each state is used: now, and over the frames seen so far."""

from __future__ import annotations

import numpy as np

from dpcn_app.engine.network import Array

MEMORY = 100
"""Frames after which a frame's weight has fallen to about a third."""


class Usage:
    """Running mean of every state's Σ|x| over groups and inputs, brought up to date by each frame.

    Attributes
    ----------
    now
        Σ|x| in the last frame, shape (K,).
    mean
        Its running mean, shape (K,): a plain mean at first, an exponential one later.
    places
        In how many inputs (patches, in layer 1) each state is active in the last frame, shape (K,).
    """

    def __init__(self) -> None:
        self._source: object = None
        self._moment: object = None
        self._frames = 0
        self.now: Array = np.zeros(0)
        self.mean: Array = np.zeros(0)
        self.places = np.zeros(0, dtype=int)

    def watch(self, source: object, moment: object, states: Array) -> bool:
        """Take in the states of a frame, shape (G, N, K); return whether they were new.

        A source other than the last one (by identity) restarts the means; a frame with the same
        moment as the last call is not counted again.
        """
        if source is not self._source:
            self._source, self._moment, self._frames = source, None, 0
            self.mean = np.zeros(states.shape[-1])
        if moment == self._moment:
            return False
        self._moment = moment
        strengths = np.abs(states)
        self.now = strengths.sum(axis=(0, 1))
        self.places = (strengths > 0).sum(axis=(0, 1))
        self._frames = min(self._frames + 1, MEMORY)
        self.mean = self.mean + (self.now - self.mean) / self._frames
        return True
