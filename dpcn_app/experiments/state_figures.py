"""The figure of supplement A.3: rMSE after the last step against the number of observations."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from matplotlib.figure import Figure

from dpcn_app.analysis.palette import COLOURS
from dpcn_app.experiments.figure_files import save_figures
from dpcn_app.experiments.state_estimation import METHODS, EstimationResult

_MARKERS = ("o", "s", "^", "D")


def draw_states(result: EstimationResult, folder: Path) -> list[Path]:
    """Write the figure as PNG and SVG; bars are standard errors."""
    figure = Figure(figsize=(6.4, 4.4), layout="constrained")
    axes = figure.add_subplot()
    order = np.argsort(result.observations)
    observations = np.array(result.observations)[order]
    for index, (name, title) in enumerate(METHODS.items()):
        axes.errorbar(
            observations,
            np.array(result.means(name))[order],
            np.array(result.standard_errors(name))[order],
            color=COLOURS[index],
            marker=_MARKERS[index],
            markersize=5,
            linestyle="--" if name == "oracle" else "-",
            capsize=3,
            label=title,
        )
    simulation = result.config.simulation
    axes.set_ylim(bottom=0)
    axes.set(
        xlabel="number of observations",
        ylabel=f"rMSE after {result.config.steps} steps",
        title=f"{simulation.nonzeros} of {simulation.states} states active, mean and standard "
        f"error of {result.runs} runs",
    )
    axes.title.set_fontsize("medium")
    axes.grid(alpha=0.3)
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(frameon=False, loc="center right", bbox_to_anchor=(1, 0.36))
    return save_figures({"states": figure}, folder)
