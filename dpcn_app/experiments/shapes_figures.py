"""Figures of the shapes experiment, drawn off-screen."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from matplotlib.figure import Figure
from numpy.typing import NDArray

from dpcn_app.analysis.palette import COLOURS, MARKERS
from dpcn_app.experiments.figure_files import save_figures
from dpcn_app.experiments.shapes import ShapesResult

PANELS = {
    "clean_bottom_up": "(a) clean video, bottom-up",
    "noisy_bottom_up": "(b) noisy video, bottom-up",
    "noisy_top_down": "(c) noisy video, top-down",
}


def draw_shapes(result: ShapesResult, folder: Path) -> list[Path]:
    """Write the paper's three scatter plots of the first seed's top causes as PNG and SVG."""
    first = result.results[0]
    limit = max(float(first.causes[name].max()) for name in PANELS) or 1.0
    figures = {}
    for condition, title in PANELS.items():
        causes, scores = first.causes[condition], first.scores[condition]
        figure = _scatter(causes, first.labels, result.classes, limit)
        figure.suptitle(
            f"{title}\nk-means accuracy {scores.kmeans:.2f}, silhouette {scores.silhouette:.2f} "
            f"(seed {first.seed})"
        )
        figures[condition] = figure
    return save_figures(figures, folder)


def _scatter(
    causes: NDArray[np.floating],
    labels: NDArray[np.int_],
    classes: tuple[str, ...],
    limit: float,
) -> Figure:
    figure = Figure(figsize=(5, 5), layout="constrained")
    axes = figure.add_subplot(projection="3d")
    for index, name in enumerate(classes):
        points = causes[labels == index]
        axes.scatter(
            *points[:, :3].T,
            color=COLOURS[index % len(COLOURS)],
            marker=MARKERS.get(name, "o"),
            s=22,
            alpha=0.8,
            label=name,
        )
    axes.set(xlabel="cause 1", ylabel="cause 2", zlabel="cause 3")
    axes.set(xlim=(0, limit), ylim=(0, limit), zlim=(0, limit))
    axes.view_init(elev=28, azim=42)
    axes.set_box_aspect(None, zoom=0.85)  # room for the label of the upright axis
    axes.legend(loc="upper left")
    return figure
