"""Top-down inference against the control, a plain moving average, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dpcn_app.gui.settings import MODE_TITLES
from dpcn_app.gui.snapshot import Snapshot

if TYPE_CHECKING:  # takes a second to import, and the window is up by then
    from dpcn_app.analysis.scores import Scores

_SAME = 0.005
"""Scores that differ by less are the same in two decimals, about."""


def against_average(snapshot: Snapshot) -> str:
    """Say how the best of the top-down modes shown does against averaging; empty where unknown.

    The best is the one with the highest cluster accuracy, then the highest silhouette.
    """
    control = snapshot.averaged
    found = [
        (view.scores, MODE_TITLES[view.mode])
        for view in snapshot.views
        if view.scores is not None and view.mode not in ("off", "average")
    ]
    if control is None or not found:
        return ""
    best, name = max(found, key=lambda each: (each[0].kmeans, each[0].silhouette))
    return f"{_accuracy(best, control, name)} {_clusters(best, control, name)}"


def _accuracy(best: Scores, control: Scores, name: str) -> str:
    ours, theirs = f"{best.kmeans:.2f}", f"{control.kmeans:.2f}"
    if control.kmeans - best.kmeans > _SAME:
        return (
            f"A plain moving average is ahead on accuracy: k‑means {theirs} against {ours} "
            f"of “{name}”."
        )
    if best.kmeans - control.kmeans > _SAME:
        return f"“{name}” is ahead of a plain moving average: k‑means {ours} against {theirs}."
    return f"On accuracy a plain moving average does as well as “{name}”: k‑means {theirs}."


def _clusters(best: Scores, control: Scores, name: str) -> str:
    difference = best.silhouette - control.silhouette
    how = "as tight" if abs(difference) <= _SAME else "tighter" if difference > 0 else "looser"
    numbers = f"{best.silhouette:.2f} against {control.silhouette:.2f}".replace("-", "−")
    return f"The clusters of “{name}” are {how}: silhouette {numbers}."
