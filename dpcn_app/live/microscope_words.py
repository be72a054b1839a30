"""What the microscope says: how far the solvers have come, and what becomes of one state."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:  # the engine takes seconds to load, and the window opens before that
    from dpcn_app.live.inference_trace import TracedPass


def solvers_in_words(passes: tuple[TracedPass, ...], names: tuple[str, ...]) -> str:
    """Return how many iterations each solver took, and the energy at which it ended."""
    ends = [float(each.total[-1].sum()) for each in passes]
    words = [
        f"{name}: {_times(len(each))}, energy {end:.4g}"
        for name, each, end in zip(names, passes, ends, strict=False)
    ]
    text = ". ".join(words)
    if len(ends) == 2 and min(ends) > 0:
        higher = (ends[1] - ends[0]) / ends[0]
        text += f" ({_percent(abs(higher))} {'higher' if higher >= 0 else 'lower'})"
    return f"{text}."


def state_in_words(name: str, iteration: int, x: float, evidence: float, price: float) -> str:
    """Return what becomes of a state: its evidence against its price, after an iteration."""
    when = "At the start" if iteration == 0 else f"After iteration {iteration}"
    beats = abs(evidence) > price
    if beats:
        verdict = f"x = {_number(x)}" if x else "it is about to switch on"
    else:
        verdict = f"x = {_number(x)}, about to switch off" if x else "the state is off"
    sign = ">" if beats else "≤"
    compared = f"evidence {_number(abs(evidence))} {sign} price {_number(price)}"
    return f"{when}, {name}: {compared}, {verdict}."


def _times(count: int) -> str:
    return f"{count} iteration{'' if count == 1 else 's'}"


def _percent(share: float) -> str:
    return f"{100 * share:.2g} %" if share < 0.1 else f"{100 * share:.0f} %"


def _number(value: float) -> str:
    return f"{value:.{2 if abs(value) >= 0.1 or value == 0 else 3}f}".replace("-", "−")
