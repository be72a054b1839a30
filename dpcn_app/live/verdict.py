"""The verdict on the modes shown: the best of them beside its controls, and what that means.

The controls are a plain moving average of the bottom-up causes and, where one is shown, a placebo.
One is clearly better if it leaves at most half of the other's errors, or, where neither does, if
its clusters are tighter. This is one video; `reproduce` asks the same of many networks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from dpcn_app.engine.modes import belief_in, mode_and_parts, mode_title
from dpcn_app.live.snapshot import Snapshot

if TYPE_CHECKING:  # takes a second to import, and the window opens before that
    from dpcn_app.analysis.scores import Scores

_SAME = 0.005
"""Scores that differ by no more than this count as equal."""

_CLEAR = 0.02
"""Silhouettes that differ by no more than this prove nothing."""

_FEW_FRAMES = 0.01
"""Errors that differ by no more than this share of the frames prove nothing, halved or not."""


def verdict(snapshot: Snapshot) -> str:
    """Return how the best top-down mode shown compares with its controls; empty where unknown.

    The best is the one with the highest cluster accuracy, then the highest silhouette.
    """
    average = snapshot.averaged
    scored = [(view.scores, view.mode) for view in snapshot.views if view.scores is not None]
    found = [(scores, mode) for scores, mode in scored if _is_top_down(mode)]
    if average is None or not found:
        return ""
    best, mode = _best(found)
    if not any(np.nan_to_num(view.causes).any() for view in snapshot.views if view.mode == mode):
        return f"“{mode_title(mode)}” has no top cause on in any frame, so that it tells no shapes."
    name = f"“{mode_title(mode)}”"
    words = _against_average(best, average, name)
    priors = [each for each in found if mode_and_parts(each[1])[0].prior]
    placebos = [each for each in scored if mode_and_parts(each[1])[0].placebo]
    if priors and placebos:
        matched = [each for each in placebos if mode_and_parts(each[1])[0].matched]
        return f"{words} {_against_placebo(_best(priors), _best(matched or placebos))}"
    it = "it" if words.startswith(name) else name  # what a sentence is about is what it begins with
    return f"{words} {_MEANING[_compared(best, average)].format(it=it)}"


_MEANING = {
    1: "So {it} does more than smooth over time.",
    0: "So smoothing over time does nearly as well.",
    -1: "So smoothing over time does better here.",
}

_PLACEBO = {
    1: ("worse than", "it helps that the predictions are true"),
    0: ("nearly as well as", "true predictions add little here"),
    -1: ("better than", "true predictions do not help here"),
}


def _is_top_down(name: str) -> bool:
    mode = mode_and_parts(name)[0]
    return mode.name != "off" and not mode.averaged and not mode.placebo and not belief_in(name)


def _best(found: list[tuple[Scores, str]]) -> tuple[Scores, str]:
    return max(found, key=lambda each: (each[0].kmeans, each[0].silhouette))


def _compared(ours: Scores, theirs: Scores) -> int:
    """Return 1 where ours are clearly better, −1 where worse: by errors, then by tightness."""
    fewer, more = sorted((1 - ours.kmeans, 1 - theirs.kmeans))
    if fewer <= more / 2 + 1e-9 and more - fewer > _FEW_FRAMES:
        return 1 if ours.kmeans > theirs.kmeans else -1
    tighter = ours.silhouette - theirs.silhouette
    return 0 if abs(tighter) <= _CLEAR else 1 if tighter > 0 else -1


def _against_average(best: Scores, average: Scores, name: str) -> str:
    control = "a plain moving average"
    difference = best.kmeans - average.kmeans
    if abs(difference) <= _SAME:
        words = f"{name} is as accurate as {control} ({_to(best.kmeans)})"
        return f"{words}, {_clusters(best, average)}."
    ahead, behind = (best, average) if difference > 0 else (average, best)
    first, second = (name, control) if difference > 0 else (control.capitalize(), name)
    accuracy = f"{first} is more accurate than {second} ({_to(ahead.kmeans, behind.kmeans)})"
    return f"{accuracy}, {_clusters(ahead, behind)}."


def _against_placebo(prior: tuple[Scores, str], control: tuple[Scores, str]) -> str:
    """Return how a placebo does, whose predictions are shuffled, and what that means."""
    (best, mode), (placebo, its_mode) = prior, control
    how, means = _PLACEBO[compared := _compared(best, placebo)]
    if compared == 1 and not mode_and_parts(its_mode)[0].matched:
        means = "it is wrong and weaker; the matched placebo tells which of both counts"
    name, its_name = f"“{mode_title(mode)}”", mode_and_parts(its_mode)[0].title.lower()
    accuracy = _to(placebo.kmeans, best.kmeans)
    numbers = f"{accuracy}; clusters {_to(placebo.silhouette, best.silhouette)}"
    return f"The {its_name} does {how} {name} ({numbers}): {means}."


def _clusters(ours: Scores, theirs: Scores) -> str:
    difference = ours.silhouette - theirs.silhouette
    if abs(difference) <= _SAME:
        return f"with clusters as tight ({_to(ours.silhouette)})"
    how, joined = ("tighter", "with") if difference > 0 else ("looser", "but with")
    return f"{joined} {how} clusters ({_to(ours.silhouette, theirs.silhouette)})"


def _to(*numbers: float) -> str:
    return " against ".join(f"{each:.2f}" for each in numbers).replace("-", "−")
