"""What the user wants to see over and around the pictures; it changes nothing that is inferred."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Overlays:
    """Switches of the view; a session keeps them.

    Parameters
    ----------
    grid
        Whether patches and groups are drawn over the input.
    outlines
        Whether the noise objects are outlined.
    common_scale
        Whether the clouds of a comparison have the same axes, so that their sizes can be compared;
        otherwise each fills its own, so that their forms can be.
    """

    grid: bool = False
    outlines: bool = False
    common_scale: bool = False
