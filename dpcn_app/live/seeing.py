"""What the network sees where several classes are shown at once: which, and when it switches."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from dpcn_app.analysis.readings import NOT_READ
from dpcn_app.engine.modes import belief_in, mode_title

if TYPE_CHECKING:  # the engine takes seconds to load, and the window opens before that
    from dpcn_app.engine.belief import Belief
    from dpcn_app.live.snapshot import Snapshot, View

_TOLD = 4  # switches that are named one by one

Classes = NDArray[np.intp]


def seen_classes(
    causes: NDArray[np.floating], classes: tuple[str, ...], beliefs: Mapping[str, Belief]
) -> Classes | None:
    """Return the class that each row of causes (T, D) is nearest to, as `View.read` has them.

    None while no belief is known; `NOT_READ` for rows that are NaN, or in which no cause is on.
    """
    if not beliefs:
        return None
    from dpcn_app.analysis.beliefs import read_as  # slow to import: the window is painted before

    names = read_as(np.nan_to_num(causes), beliefs)
    return np.array([NOT_READ if name is None else classes.index(name) for name in names])


def switched_at(read: Classes) -> list[int]:
    """Return the frames, from 0, at which another class is seen than before."""
    from dpcn_app.analysis.beliefs import switches

    return switches([None if each == NOT_READ else str(each) for each in read])


def seeing_words(snapshot: Snapshot) -> str:
    """Return what each mode shown sees of several classes; empty where there is one at a time."""
    if not snapshot.frame.objects:
        return ""
    told = [(view, view.read) for view in snapshot.views if view.read is not None]
    free = [_free_words(snapshot, view, read) for view, read in told if not belief_in(view.mode)]
    shares = {
        belief_in(view.mode): _share(read, snapshot.classes.index(belief_in(view.mode)))
        for view, read in told
        if belief_in(view.mode) in snapshot.classes
    }
    if shares:
        beliefs, parts = " or ".join(shares), ", ".join(shares.values())
        free.append(f"Told to look for {beliefs}, it sees that in {parts} of the frames.")
    return " ".join(free)


def _share(read: Classes, label: int) -> str:
    known = read[read != NOT_READ]
    return f"{np.mean(known == label):.0%}".replace("%", " %") if len(known) else "none"


def _free_words(snapshot: Snapshot, view: View, read: Classes) -> str:
    name = NOT_READ if snapshot.frame.index >= len(read) else int(read[snapshot.frame.index])
    seen = "nothing" if name == NOT_READ else snapshot.classes[name]
    words = _switches(switched_at(read), snapshot.frame.index)
    return f"“{mode_title(view.mode)}”, left alone, sees {seen} and {words}."


def _switches(found: list[int], index: int) -> str:
    """Return when it switched, in words: the frames about the current one where there are many."""
    if not found:
        return "never switched"
    first = int(np.searchsorted(found, index + 1)) - _TOLD // 2
    first = max(0, min(first, len(found) - _TOLD))
    some = found[first : first + _TOLD]
    named = ", ".join(str(each + 1) for each in some)
    frames = "frame" if len(found) == 1 else "frames"
    if len(some) == len(found):
        return f"switched at {frames} {named}"
    before, after = "…, " if first > 0 else "", ", …" if first + _TOLD < len(found) else ""
    return f"switched {len(found)} times, at {frames} {before}{named}{after}"
