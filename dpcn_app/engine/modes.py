"""The modes: what takes part in inference from above, by name, and what each is called.

This table is the one place that knows them: the engine, the command line, the experiments and the
window all go by it. It is light to import, so that a window can be painted before the kernels are
loaded; `TopDown.named` turns a name into what inference takes.

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
        Whether what is handed down to the extended prior has its units permuted.
    averaged
        Whether the top causes are averaged over time afterwards, a control without any top-down.
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
            "The top layer is drawn to its last causes: û = u of the frame before",
            "coherence",
            coherence=True,
        ),
        Mode(
            "predictions",
            "Predictions",
            "Layer 1 is drawn to what the top layer hands down: û = C x̂",
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
            "Beyond the paper: what was not expected costs more, so that noise fades",
            "prior",
            coherence=True,
            prior=True,
        ),
        Mode(
            "average",
            "Moving average",
            "A control with no top-down at all: bottom-up causes, averaged over time",
            "moving_average",
            averaged=True,
        ),
        Mode(
            "placebo",
            "Placebo",
            "A control of the extended prior: what is handed down has its units permuted",
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
        "Part D, handed down: layer 1 expects what the top layer tells it to",
        "prior_handed_down",
    ),
    "K": PriorPart(
        "at the top",
        "Part K, at the top: the top layer expects what its last causes explain",
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
"""Modes that follow each other when the user asks for the next one."""


def mode_and_parts(name: str) -> tuple[Mode, str | None]:
    """Return the mode that a name means and the parts that it names, None for the network's own.

    A name that means no mode is refused.
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


def is_mode(name: str) -> bool:
    """Whether there is a mode of this name."""
    try:
        mode_and_parts(name)
    except UserError:
        return False
    return True


def has_parts(name: str) -> bool:
    """Whether a mode has the extended prior's parts."""
    return mode_and_parts(name)[0].prior


def mode_title(name: str) -> str:
    """Return what a mode is called, its parts included."""
    mode, parts = mode_and_parts(name)
    if parts is None:
        return mode.title
    return f"{mode.title}: {PARTS[parts].title if parts in PARTS else parts}"
