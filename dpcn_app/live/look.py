"""What one mode makes of a frame: its state and the pictures that are drawn of it."""

from __future__ import annotations

from dataclasses import dataclass

from dpcn_app.engine.network import Array
from dpcn_app.engine.state import NetworkState
from dpcn_app.video.source import Image


@dataclass(frozen=True, eq=False)
class Look:
    """What one mode makes of a frame.

    Parameters
    ----------
    state
        What is inferred.
    reconstruction, prediction, surprise
        Pictures: C x of layer 1; what was expected before the frame (None where nothing was); the
        frame minus what expected states explain of it (None where not asked for).
    first_unit
        The top unit that the state begins with: of a large frame it holds some units alone.
    top_causes
        Causes of all top units, shape (units, D), where the state does not hold all of them.
    partial
        Whether parts of a large frame are still coarse.
    fed
        The picture that the network fed itself in place of the frame; None where it saw the frame.
    """

    state: NetworkState
    reconstruction: Image
    prediction: Image | None = None
    surprise: Image | None = None
    first_unit: int = 0
    top_causes: Array | None = None
    partial: bool = False
    fed: Image | None = None
