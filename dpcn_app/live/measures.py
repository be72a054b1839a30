"""Measures shown live for every mode: names, with the fields and equations behind them."""

from __future__ import annotations

SCORES = {"k\u2011means": "kmeans", "centroid": "centroid", "silhouette": "silhouette"}
"""How well the top causes tell the classes apart: fields of `Scores`."""

FADING = {"leak": "leak", "kept": "kept", "IoU": "iou_clean"}
"""How far noise has faded from the reconstruction: fields of `Fading`."""
