"""Figures of the robustness experiment: curves over noise, and the noise fading in one frame."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from matplotlib.figure import Figure

from dpcn_app.analysis.estimates import estimate
from dpcn_app.experiments.figure_files import save_figures
from dpcn_app.experiments.robustness import AVERAGE, MEASURES, RobustnessResult

# Okabe and Ito's colours; the controls are dashed.
_LINES = {
    "off": ("bottom-up", "#000000", "-"),
    "both": ("the paper's top-down", "#0072B2", "-"),
    "prior": ("extended prior", "#D55E00", "-"),
    "prior:T": ("its part T, time", "#E69F00", "-"),
    "prior:D": ("its part D, handed down", "#009E73", "-"),
    "matched-placebo": ("matched placebo", "#CC79A7", "--"),
    AVERAGE: ("moving average", "#56B4E9", "--"),
}
_SHOWN = ("silhouette", "kmeans", "correlation", "leak", "kept", "iou_clean")
_PICTURES = {"frame": "frame", "clean": "without noise"}


def draw_robustness(result: RobustnessResult, folder: Path) -> list[Path]:
    """Write both figures as PNG and SVG."""
    return save_figures({"robustness": _curves(result), "fading": _fading(result)}, folder)


def _curves(result: RobustnessResult) -> Figure:
    """Draw measures against noise: means over the seeds, with their 95 % intervals."""
    figure = Figure(figsize=(10, 6.2), layout="constrained")
    noises = list(result.noises)
    for place, measure in enumerate(_SHOWN, 1):
        axes = figure.add_subplot(2, 3, place)
        for mode, (title, colour, dashes) in _LINES.items():
            if mode == AVERAGE and measure not in ("silhouette", "kmeans"):
                continue  # averaging causes leaves the bottom-up reconstruction as it is
            found = [estimate(result.conditions[mode][noise][measure]) for noise in noises]
            means = np.array([each.mean for each in found])
            halves = np.array([each.half or 0.0 for each in found])
            axes.plot(noises, means, dashes, color=colour, marker="o", label=title)
            axes.fill_between(
                noises, means - halves, means + halves, color=colour, alpha=0.15, lw=0
            )
        axes.set(title=MEASURES[measure], xlabel="noise objects a frame", xticks=noises)
    handles, titles = figure.axes[0].get_legend_handles_labels()
    figure.legend(handles, titles, loc="outside lower center", ncols=4, frameon=False)
    count = f"{len(result.seeds)} networks" if len(result.seeds) > 1 else "one network"
    figure.suptitle(f"Robustness, {result.shape_set} set: means of {count}, 95 % intervals")
    return figure


def _fading(result: RobustnessResult) -> Figure:
    """Draw one frame of the first seed: as it is, without noise, and as modes reconstruct it."""
    shown = [*_PICTURES, *(mode for mode in _LINES if mode != AVERAGE)]
    rows = len(result.noises)
    figure = Figure(figsize=(1.6 * len(shown), 1.75 * rows + 0.3), layout="constrained")
    grid = figure.subplots(rows, len(shown), squeeze=False)
    for row, noise in zip(grid, result.noises, strict=True):
        for axes, name in zip(row, shown, strict=True):
            axes.imshow(result.examples[noise][name], cmap="gray", vmin=0, vmax=1)
            axes.set(xticks=[], yticks=[])
        row[0].set_ylabel(f"noise {noise:g}")
    for axes, name in zip(grid[0], shown, strict=True):
        axes.set_title(_PICTURES.get(name) or _LINES[name][0], fontsize=8)
    return figure
