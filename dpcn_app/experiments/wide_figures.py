"""Figures of the experiment on wide frames: one quadrant in three surroundings, and all pairs."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from matplotlib.figure import Figure

from dpcn_app.experiments.figure_files import save_figures
from dpcn_app.experiments.wide import WideResult

# Okabe and Ito's colours, as in the other figures; each surrounding has a marker of its own too.
_LOOKS = {
    "context": ("the first around", "#D55E00", "o"),
    "placebo": ("the first around, placebo", "#CC79A7", "s"),
    "nothing": ("nothing around", "#0072B2", "^"),
    "third": ("a third class around", "#000000", "D"),
}


def draw_wide(result: WideResult, folder: Path) -> list[Path]:
    """Write both figures as PNG and SVG."""
    figures = {"context": _seen(result), "selectivity": _selectivity(result)}
    return save_figures(figures, folder, dpi=160)


def _seen(result: WideResult) -> Figure:
    """Draw one frame of each pair in every surrounding, and below it what the prior sees of it."""
    pairs = result.examples
    columns = max(len(each) for each in pairs.values())
    figure = Figure(figsize=(2 * columns + 0.4, 4 * len(pairs)), layout="constrained")
    grid = figure.subplots(2 * len(pairs), columns, squeeze=False)
    for row, (pair, surroundings) in enumerate(pairs.items()):
        for column, (around, pictures) in enumerate(surroundings.items()):
            for below, picture in enumerate(pictures):
                axes = grid[2 * row + below][column]
                axes.imshow(picture, cmap="gray", vmin=0, vmax=1)
                side = picture.shape[0] / 2 - 0.5
                for line in (axes.axhline, axes.axvline):
                    line(side, color="#E69F00", lw=0.6)
                axes.set(xticks=[], yticks=[])
            grid[2 * row][column].set_title(f"{around} around", fontsize=8)
        grid[2 * row][0].set_ylabel(pair.replace("+", " + "), fontsize=8)
        grid[2 * row + 1][0].set_ylabel("what is seen", fontsize=8)
    return figure


def _selectivity(result: WideResult) -> Figure:
    """Draw the selectivity of every ordered pair: a point a seed, and a line at the mean."""
    figure = Figure(figsize=(9, 3.6), layout="constrained")
    axes = figure.add_subplot()
    for shift, (name, (title, colour, marker)) in zip(
        np.linspace(-0.27, 0.27, len(_LOOKS)), _LOOKS.items(), strict=True
    ):
        for place, pair in enumerate(result.pairs):
            at, values = place + shift, result.context[name][pair]
            label = title if not place else None
            axes.plot(np.full(len(values), at), values, marker, color=colour, ms=4, label=label)
            axes.plot([at - 0.07, at + 0.07], [np.mean(values)] * 2, color=colour, lw=2)
    axes.axhline(0, color="0.6", lw=0.8)
    axes.set(
        xticks=range(len(result.pairs)),
        xticklabels=[pair.replace(">", "\nnot ") for pair in result.pairs],
        ylabel="kept(first) − kept(other)",
        ylim=(-1, 1),
        title=f"One quadrant, {result.shape_set} set: what is seen by what is around it",
    )
    figure.legend(loc="outside lower center", ncols=4, frameon=False)
    return figure
