"""How long what was seen lives on behind closed eyes, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from dpcn_app.engine.modes import mode_title
from dpcn_app.live.naming import counted

if TYPE_CHECKING:  # the engine takes seconds to load, and the window opens before that
    import numpy as np
    from numpy.typing import NDArray

    from dpcn_app.live.snapshot import Snapshot, View


def hidden_frames(snapshot: Snapshot) -> int:
    """Return how many frames after closing still show the class that was seen last."""
    found = next(view.living_on for view in snapshot.views if view.living_on is not None)
    length = len(found.held)
    if not len(snapshot.labels):
        return length
    hidden = snapshot.labels[found.closed : found.closed + length]
    other = (hidden != snapshot.labels[found.closed - 1]).nonzero()[0]
    return int(other[0]) if len(other) else length


def living_words(snapshot: Snapshot, views: Sequence[View]) -> str:
    """Return for how many frames the correlation stays above a half, by mode and if held."""
    from dpcn_app.analysis.dreaming import RECOGNISABLE

    shown = hidden_frames(snapshot)
    found = next(view.living_on for view in views if view.living_on is not None)
    label = int(snapshot.labels[found.closed - 1]) if len(snapshot.labels) else -1
    begin = f"{snapshot.classes[label].capitalize()}, above" if label >= 0 else "Above"
    parts = [
        f"{mode_title(view.mode)} {_above(view.living_on.dreamt[:shown])}"
        for view in views
        if view.living_on is not None
    ]
    least = f"{RECOGNISABLE:g}".lstrip("0")
    held = _above(found.held[:shown])
    return f"{begin} {least}: {', '.join(parts)}; the last frame held {held}."


def _above(correlations: NDArray[np.float64]) -> str:
    """Return for how many frames a curve stays up; 'or more' where its end is not known."""
    from dpcn_app.analysis.dreaming import frames_recognisable

    count = frames_recognisable(correlations)
    open_end = count == len(correlations) or correlations[count] != correlations[count]
    return f"for {counted(count, 'frame')}{' or more' if open_end else ''}"
