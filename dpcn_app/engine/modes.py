"""The modes by name: which top-down parts take part in inference, and what each mode is called.

The engine, the command line, the experiments and the window all use this table. It is quick to
import, so that a window can be painted before the kernels are loaded; `TopDown.named` turns a name
into what inference takes.

A mode is named by a text such as `both`, or `prior:T+D` for some parts of the extended prior.
"""

from __future__ import annotations

from dataclasses import dataclass

from dpcn_app.engine.spec import PRIOR_PARTS, prior_parts
from dpcn_app.errors import UserError


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
    averaged: bool = False


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
            "A control of the extended prior: the predicted causes handed down are shuffled",
            "placebo",
            coherence=True,
            prior=True,
            placebo=True,
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
    "T": PriorPart(
        "time", "Part T, time: layer 1 expects what follows from its last states", "prior_time"
    ),
    "D": PriorPart(
        "handed down",
        "Part D, handed down: layer 1 expects the causes that the top layer predicts",
        "prior_handed_down",
    ),
    "K": PriorPart(
        "at the top",
        "Part K, at the top: the top layer expects what its last causes stand for",
        "prior_top",
    ),
}
"""Parts of the extended prior, as in `prior:T+D`."""

PART_CHOICES = ("T", "D", "K", "T+D", "T+K", "D+K", "T+D+K")
"""Combinations of parts, as they are written."""

MODES_IN_TURN = (
    *("off", "coherence", "predictions", "both", "prior"),
    *(f"prior:{part}" for part in PRIOR_PARTS),
    *("average", "placebo"),
)
"""Modes in the order in which the user goes from one to the next."""


def mode_and_parts(name: str) -> tuple[Mode, str | None]:
    """Return the mode that a name means and the parts that it names; None for the network's parts.

    An unknown name is refused.
    """
    kind, colon, parts = name.partition(":")
    if kind not in MODES or (colon and not MODES[kind].prior):
        raise UserError(
            f"There is no mode called {name!r}; choose from {', '.join(MODES)}; "
            "parts of the prior are named like prior:T+D."
        )
    if colon:
        prior_parts(parts)
    return MODES[kind], parts if colon else None


def has_parts(name: str) -> bool:
    """Whether a mode has the extended prior's parts."""
    return mode_and_parts(name)[0].prior


def mode_title(name: str) -> str:
    """Return what a mode is called, its parts included."""
    mode, parts = mode_and_parts(name)
    if parts is None:
        return mode.title
    return f"{mode.title}: {PARTS[parts].title if parts in PARTS else parts}"
