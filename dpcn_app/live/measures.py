"""What is measured live of every mode: names, and the fields and equations that they stand for."""

from __future__ import annotations

SCORES = {"k\u2011means": "kmeans", "centroid": "centroid", "silhouette": "silhouette"}
"""How well the top causes tell the classes apart: fields of `Scores`."""

FADING = {"leak": "leak", "kept": "kept", "IoU": "iou_clean"}
"""How far noise has faded from the reconstruction: fields of `Fading`."""
