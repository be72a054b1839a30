"""Measures shown live for every mode: names, with the fields and equations behind them."""

from __future__ import annotations

from dataclasses import fields

from dpcn_app.analysis.scores import Scores

SCORES: dict[str, str] = {field.metadata["title"]: field.name for field in fields(Scores)}
"""How well the top causes tell the classes apart: all fields of `Scores`."""

FADING = {"noise": "leak", "shape": "kept", "overlap": "iou_clean"}
"""How far noise has faded from the reconstruction: fields of `Fading`."""


def written(value: float | None) -> str:
    """Return a number in two decimals, a true minus where it is negative."""
    return "—" if value is None else f"{value:.2f}".replace("-", "−")
