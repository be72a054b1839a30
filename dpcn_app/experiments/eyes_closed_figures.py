"""Figure of the experiment with closed eyes: likeness to the hidden frame, class by class."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from matplotlib.figure import Figure

from dpcn_app.analysis.dreaming import RECOGNISABLE
from dpcn_app.experiments.eyes_closed import FOLLOWED, HELD, EyesClosedResult
from dpcn_app.experiments.figure_files import save_figures

# Okabe and Ito's colours, as in the other figures; each line has a style of its own too.
_LOOKS = {
    "prior": ("prior", "#0072B2", "-"),
    "both": ("top-down", "#009E73", "-."),
    "off": ("bottom-up", "#000000", ":"),
    HELD: ("last frame held", "#D55E00", "--"),
}


def draw_eyes_closed(result: EyesClosedResult, folder: Path) -> list[Path]:
    """Write the figure as PNG and SVG."""
    classes, rows = result.classes, len(result.noises)
    figure = Figure(figsize=(9, 2.6 * rows + 0.6), layout="constrained")
    grid = figure.subplots(rows, len(classes), squeeze=False, sharex=True, sharey=True)
    for row, noise in zip(grid, result.noises, strict=True):
        for axes, name in zip(row, classes, strict=True):
            for mode, (title, colour, style) in _LOOKS.items():
                curve = result.curves[mode][noise][name]
                axes.plot(np.arange(1, FOLLOWED + 1), curve, style, color=colour, label=title)
            axes.axhline(RECOGNISABLE, color="0.6", lw=0.8)
            axes.set(title=f"{name}, noise {noise:g}", ylim=(-0.1, 1))
        row[0].set_ylabel("correlation with the truth")
    for axes in grid[-1]:
        axes.set_xlabel("frames since closing")
    handles, titles = grid[0][0].get_legend_handles_labels()
    figure.legend(handles, titles, loc="outside lower center", ncols=4, frameon=False)
    return save_figures({"eyes-closed": figure}, folder)
