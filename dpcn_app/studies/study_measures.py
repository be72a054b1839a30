"""What is measured of every network of a study: names and titles, in the order of the table."""

from __future__ import annotations

from dataclasses import fields

from dpcn_app.analysis.invariant_scores import CauseWeights
from dpcn_app.experiments.robustness import MEASURES

OF_NETWORK = {
    "health": "health",
    "coverage": "health: coverage",
    "balance": "health: balance",
    "exclusiveness": "health: exclusiveness",
    "steadiness": "health: steadiness",
    "restarts": "restarts",
}
"""Without labels, of the trained top layer."""

ON_CLEAN_VIDEO = {"clean_kmeans": "clean k-means", "clean_silhouette": "clean silhouette"}
"""Scores of the top causes on clean video, bottom-up."""

OF_FILTERS = {
    "band_pass": "atoms oriented band-pass",
    "gabor": "atoms fitted by a Gabor function",
    **{field.name: f"causes: {field.name.replace('_', ' ')}" for field in fields(CauseWeights)},
}
"""Of networks for natural scenes, which have no labels."""

TITLES = {**OF_NETWORK, **ON_CLEAN_VIDEO, **MEASURES, **OF_FILTERS}
"""What all measures are called."""

ALL_MEASURES = tuple(TITLES)
