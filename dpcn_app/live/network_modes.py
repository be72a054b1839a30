"""Modes and the network in use: which modes it knows, and how it infers in them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any

from dpcn_app.engine.modes import PARTS, belief_in, has_parts, mode_and_parts
from dpcn_app.engine.spec import PriorSpec
from dpcn_app.errors import UserError

if TYPE_CHECKING:  # the engine takes seconds to load, and the window opens before that
    from dpcn_app.engine.belief import Belief
    from dpcn_app.engine.network import Network
    from dpcn_app.engine.top_down import TopDown
    from dpcn_app.storage.models import Model

Strengths = tuple[tuple[str, float], ...]
"""Strengths of the extended prior that differ from a network's, by name."""

NO_MAPS = "This network has no maps for the extended prior"
"""Why a mode of the prior is not to be had."""


def main_mode(modes: tuple[str, ...]) -> str:
    """Return the mode that a comparison is about: the first that is not bottom-up."""
    return next((mode for mode in modes if mode != "off"), modes[0])


def known_parts(network: Network) -> str:
    """Return the parts of the extended prior that a network uses; empty where it knows none."""
    prior = network.spec.prior
    return prior.parts if prior is not None and network.mapped else ""


def learnt_shapes(model: Model | None) -> bool:
    """Return whether a network was trained on shapes, so that other videos need another one."""
    return model is not None and model.preset.startswith("shapes")


def learnt_set(model: Model) -> str:
    """Return the set of shapes that a network was trained on; empty for other networks."""
    return model.preset.removeprefix("shapes-") if learnt_shapes(model) else ""


def knows_mode(mode: str, parts: str) -> bool:
    """Whether a network with these `known_parts` can infer in a mode."""
    return bool(parts) or not has_parts(mode)


def parts_of(mode: str, parts: str) -> tuple[str, ...]:
    """Return the parts that a mode uses in a network with these `known_parts`."""
    if not has_parts(mode):
        return ()
    named = (mode_and_parts(mode)[1] or parts).split("+")
    return tuple(part for part in PARTS if part in named)


def strength_names() -> tuple[str, ...]:
    """Return the names of all strengths of an extended prior."""
    return tuple(field.name for field in fields(PriorSpec) if field.name != "parts")


def with_strengths(prior: PriorSpec, strengths: Strengths) -> PriorSpec:
    """Return a prior in which some strengths are replaced."""
    if not {name for name, _ in strengths} <= set(strength_names()):
        raise UserError("it names a strength of the prior that is not known here")
    changed: dict[str, Any] = dict(strengths)
    return replace(prior, **changed)


def top_down_of(
    mode: str,
    strengths: Strengths,
    network: Network,
    find_belief: Callable[[str], Belief] | None = None,
) -> TopDown:
    """Return which top-down parts take part when a network infers in a mode.

    The moving average infers bottom-up. The strengths given replace those of the network.
    `find_belief` returns the belief that a name stands for; without it none is held.
    """
    from dpcn_app.engine.top_down import TopDown

    top_down, own = TopDown.named(mode), network.spec.prior
    if find_belief is not None and belief_in(mode):
        top_down = replace(top_down, belief=find_belief(belief_in(mode)))
    if top_down.prior is None or own is None or not strengths:
        return top_down
    prior = replace(top_down.prior, strengths=with_strengths(own, strengths))
    return replace(top_down, prior=prior)
