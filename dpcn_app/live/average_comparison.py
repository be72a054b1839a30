"""A sentence that compares top-down inference with the control, a plain moving average."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dpcn_app.engine.modes import mode_and_parts, mode_title
from dpcn_app.live.snapshot import Snapshot

if TYPE_CHECKING:  # takes a second to import, and the window opens before that
    from dpcn_app.analysis.scores import Scores

_SAME = 0.005
"""Scores that differ by no more than this count as equal."""


def against_average(snapshot: Snapshot) -> str:
    """Return how the best top-down mode shown compares with averaging; empty where unknown.

    The best is the one with the highest cluster accuracy, then the highest silhouette.
    """
    control = snapshot.averaged
    found = [
        (view.scores, mode_title(view.mode))
        for view in snapshot.views
        if view.scores is not None and _is_top_down(view.mode)
    ]
    if control is None or not found:
        return ""
    best, name = max(found, key=lambda each: (each[0].kmeans, each[0].silhouette))
    named, average = f"“{name}”", "a plain moving average"
    difference = best.kmeans - control.kmeans
    if abs(difference) <= _SAME:
        words = f"{named} is as accurate as {average} ({_to(best.kmeans)})"
        return f"{words}, {_clusters(best, control)}."
    ahead, behind = (best, control) if difference > 0 else (control, best)
    first, second = (named, average) if difference > 0 else (average.capitalize(), named)
    accuracy = f"{first} is more accurate than {second} ({_to(ahead.kmeans, behind.kmeans)})"
    return f"{accuracy}, {_clusters(ahead, behind)}."


def _is_top_down(mode: str) -> bool:
    return mode != "off" and not mode_and_parts(mode)[0].averaged


def _clusters(ours: Scores, theirs: Scores) -> str:
    difference = ours.silhouette - theirs.silhouette
    if abs(difference) <= _SAME:
        return f"with clusters as tight ({_to(ours.silhouette)})"
    how, joined = ("tighter", "with") if difference > 0 else ("looser", "but with")
    return f"{joined} {how} clusters ({_to(ours.silhouette, theirs.silhouette)})"


def _to(*numbers: float) -> str:
    return " against ".join(f"{each:.2f}" for each in numbers).replace("-", "−")
