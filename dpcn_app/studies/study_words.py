"""What axes and values of a study are called, in tables, figures and the window."""

from __future__ import annotations

from dpcn_app.analysis.estimates import Estimate
from dpcn_app.studies.results_table import Cell
from dpcn_app.training.hyperparameters import HYPERPARAMETERS, PRIOR

_AXES = {"preset": "Preset", "seed": "Seed", "noise": "Noise objects a frame", "mode": "Mode"}
_LAYER = {each.name: each.label for each in HYPERPARAMETERS}
_PRIOR = {each.name: each.label for each in PRIOR}


def axis_title(name: str) -> str:
    """Return what an axis is called: `layer1.sparsity` is “Layer 1: State sparsity γ₀”."""
    part, dot, key = name.partition(".")
    if not dot:
        return _AXES.get(name, name)
    if part == "prior":
        return f"Prior: {_PRIOR.get(key, key)}"
    return f"{part.replace('layer', 'Layer ')}: {_LAYER.get(key, key)}"


def value_text(value: Cell) -> str:
    """Return a value of an axis as it is written beside it."""
    return "" if value is None else value if isinstance(value, str) else f"{value:g}"


def estimate_text(estimate: Estimate | None, gap: str = " ") -> str:
    """Return a mean and half its interval, like “.92 ±.03”; empty where nothing was measured."""
    if estimate is None:
        return ""
    half = "" if estimate.half is None else f"{gap}±{_short(estimate.half)}"
    return _short(estimate.mean) + half


def _short(value: float) -> str:
    """Return a number with three digits, at most three of them after the point."""
    if abs(value) >= 100:
        text = f"{value:,.0f}"
    else:
        text = f"{value:.2f}" if abs(value) < 10 else f"{value:.1f}"
    return text.replace("-0.00", "0.00").replace("-", "−")
