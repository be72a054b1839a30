"""The modes by name: which top-down parts take part in inference, and what each mode is called.

The engine, the command line, the experiments and the window all use this table. It is quick to
import, so that a window can be painted before the kernels are loaded; `TopDown.named` turns a name
into what inference takes.

A mode is named by a text such as `both`, or `prior:T+D` for some parts of the extended prior; these
can be typed in words too, as in `prior:time+handed-down`. With `@` and what the network is told to
look for, as in `prior@square`, a belief is held in that mode (see `engine.belief`); what a belief's
name stands for is known to those who have the network.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from dpcn_app.engine.spec import PRIOR_PARTS, prior_parts
from dpcn_app.errors import UserError

_BELIEVING = "@"
_BELIEF_NAME = re.compile(r"[\w .:+-]{1,60}")


@dataclass(frozen=True)
class Mode:
    """One mode.

    Parameters
    ----------
    name, title
        As it is typed, and as the window writes it.
    meaning
        What it does, in a line.
    equation
        Name of the equation that explains it; None where there is none.
    coherence, predictions
        Whether each of the paper's two parts takes part.
    prior
        Whether the extended prior takes part, and so whether the mode has parts to choose from.
    placebo
        Whether the units of the û that the extended prior hands down are permuted.
    matched
        Whether a placebo keeps the confidence of the true û.
    averaged
        Whether the top causes are averaged over time afterwards, a control without top-down.
    """

    name: str
    title: str
    meaning: str
    equation: str | None = None
    coherence: bool = False
    predictions: bool = False
    prior: bool = False
    placebo: bool = False
    matched: bool = False
    averaged: bool = False

    @property
    def top_down(self) -> bool:
        """Whether anything is handed down or held at the top, so that a belief can act."""
        return self.coherence or self.predictions or self.prior


MODES: dict[str, Mode] = {
    mode.name: mode
    for mode in (
        Mode(
            "off",
            "Bottom-up",
            "Bottom-up alone: the term ½‖u − û‖² is left out",
        ),
        Mode(
            "coherence",
            "Coherence",
            "The top layer's causes are pulled towards those of the frame before: û = u_{t−1}",
            "coherence",
            coherence=True,
        ),
        Mode(
            "predictions",
            "Predictions",
            "Layer 1's causes are pulled towards those that the top layer predicts: û = C x̂",
            "predictions",
            predictions=True,
        ),
        Mode(
            "both",
            "Top-down",
            "The paper's top-down inference: coherence and predictions",
            "top_down",
            coherence=True,
            predictions=True,
        ),
        Mode(
            "prior",
            "Prior",
            "Beyond the paper: unexpected states cost more, so that noise fades",
            "prior",
            coherence=True,
            prior=True,
        ),
        Mode(
            "average",
            "Moving average",
            "A control without top-down: bottom-up causes, averaged over time",
            "moving_average",
            averaged=True,
        ),
        Mode(
            "placebo",
            "Placebo",
            "A control: what is handed down is shuffled, so it is wrong, and trusted less too",
            "placebo",
            coherence=True,
            prior=True,
            placebo=True,
        ),
        Mode(
            "matched-placebo",
            "Matched placebo",
            "A fairer control: shuffled alike, but trusted as much as the truth: wrong, not weaker",
            "matched_placebo",
            coherence=True,
            prior=True,
            placebo=True,
            matched=True,
        ),
    )
}
"""All modes by name, in the order in which lists show them."""


@dataclass(frozen=True)
class PriorPart:
    """One part of the extended prior: what it is called, what it does, and its equation."""

    title: str
    meaning: str
    equation: str


PARTS: dict[str, PriorPart] = {
    "T": PriorPart("time", "Time: layer 1 expects what follows from its last states", "prior_time"),
    "D": PriorPart(
        "handed down",
        "Handed down: layer 1 expects the causes that the top layer predicts",
        "prior_handed_down",
    ),
    "K": PriorPart(
        "top",
        "Top: the top layer expects what its last causes stand for",
        "prior_top",
    ),
}
"""Parts of the extended prior, as in `prior:T+D`."""

_LETTERS = {about.title.replace(" ", "-"): part for part, about in PARTS.items()}

PART_CHOICES = ("T", "D", "K", "T+D", "T+K", "D+K", "T+D+K")
"""Combinations of parts, as they are written."""

MODES_IN_TURN = (
    *("off", "coherence", "predictions", "both", "prior"),
    *(f"prior:{part}" for part in PRIOR_PARTS),
    *("average", "placebo", "matched-placebo"),
)
"""Modes in the order in which the user goes from one to the next."""


def mode_and_parts(name: str) -> tuple[Mode, str | None]:
    """Return the mode that a name means and the parts that it names; None for the network's parts.

    An unknown name is refused, and so is a belief in a mode where nothing is handed down.
    """
    text, at, belief = name.partition(_BELIEVING)
    kind, colon, parts = text.partition(":")
    if kind not in MODES or (colon and not MODES[kind].prior):
        raise UserError(
            f"There is no mode called {name!r}; choose from {', '.join(MODES)}; "
            "parts of the prior are named like prior:time+top or prior:T+K."
        )
    mode = MODES[kind]
    if at and not mode.top_down:
        raise UserError(
            f"A belief acts from above, and nothing does in the mode {kind}; hold it in another, "
            "such as prior@square."
        )
    if at and not _BELIEF_NAME.fullmatch(belief):
        raise UserError("Name a belief after the sign @, as in prior@square.")
    if not colon:
        return mode, None
    letters = "+".join(_LETTERS.get(part, part) for part in parts.split("+"))
    prior_parts(letters)
    return mode, letters


def belief_in(name: str) -> str:
    """Return the name of the belief that is held in a mode; empty where there is none."""
    return name.partition(_BELIEVING)[2]


def believing(name: str, belief: str) -> str:
    """Return a mode in which another belief is held; none if its name is empty."""
    mode = name.partition(_BELIEVING)[0]
    return f"{mode}{_BELIEVING}{belief}" if belief else mode


def has_parts(name: str) -> bool:
    """Whether a mode has the extended prior's parts."""
    return mode_and_parts(name)[0].prior


def mode_title(name: str) -> str:
    """Return what a mode is called, its parts included."""
    mode, parts = mode_and_parts(name)
    title = mode.title if parts is None else f"{mode.title}: {parts_title(parts)}"
    belief = belief_in(name)
    return f"{title}, believing {belief}" if belief else title


def mode_meaning(name: str) -> str:
    """Return what a mode does, in a line."""
    mode, parts = mode_and_parts(name)
    if parts in PARTS:
        return PARTS[parts].meaning
    return mode.meaning if parts is None else f"{mode.meaning} (parts: {parts_title(parts)})"


def parts_title(parts: str) -> str:
    """Return what parts of the extended prior are called: `T+D` is “time + handed down”."""
    return " + ".join(PARTS[part].title for part in parts.split("+")) if parts else ""
