"""What a cause stands for, in a word: a class at the top, a shape or an edge's direction below."""

from __future__ import annotations

import numpy as np

from dpcn_app.analysis.cause_classes import cause_classes
from dpcn_app.analysis.field_geometry import stripes_in_words
from dpcn_app.analysis.receptive_fields import receptive_fields
from dpcn_app.engine.network import Network
from dpcn_app.live.naming import cause_name
from dpcn_app.live.reading_words import main_view
from dpcn_app.live.snapshot import Snapshot


def stands_for(snapshot: Snapshot, network: Network, layer: int, cause: int) -> str:
    """Return what a cause of a layer (both from 0) stands for; empty where that is not known.

    A top cause stands for the class in whose frames it is most on, as far as they are inferred.
    Labels only name it. In a network of three layers a cause of the second stands for the shape
    that its units see alone when it is the strongest, where that is known. Any other cause below
    the top stands for what its field shows.
    """
    told = main_view(snapshot).shapes_told
    if layer == network.spec.depth - 2 and told is not None and cause < len(told.names):
        return told.names[cause]
    if layer < network.spec.depth - 1:
        return stripes_in_words(receptive_fields(network, layer)[cause])
    view = main_view(snapshot)
    causes = network.layers[layer].spec.causes
    if view.frames is not None or not len(snapshot.labels) or view.causes.shape[1] != causes:
        return ""
    known = np.isfinite(view.causes).all(axis=1)
    classes = len(snapshot.classes)
    named = cause_classes(view.causes[known], snapshot.labels[known], classes)[cause]
    return "" if named is None else snapshot.classes[named]


def cause_title(snapshot: Snapshot, network: Network, layer: int, cause: int) -> str:
    """Return such as 'Cause 2: square', or its number alone."""
    name, meaning = cause_name(cause).capitalize(), stands_for(snapshot, network, layer, cause)
    return f"{name}: {meaning}" if meaning else name
