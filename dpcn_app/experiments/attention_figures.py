"""Figures of the attention experiment: selectivity of all pairs, and a frame under each belief."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from dpcn_app.experiments.attention import AttentionResult
from dpcn_app.experiments.figure_files import save_figures
from dpcn_app.video.shapes import SHAPE_SETS

# Okabe and Ito's colours, as in the other figures; each mode has a marker of its own too.
_LOOKS = {
    "belief": ("belief held", "#D55E00", "o"),
    "matched-placebo": ("matched placebo", "#CC79A7", "s"),
    "prior": ("prior, left alone", "#0072B2", "^"),
    "off": ("bottom-up", "#000000", "D"),
}


def draw_attention(result: AttentionResult, folder: Path) -> list[Path]:
    """Write both figures as PNG and SVG."""
    return save_figures({"attention": _selectivity(result), "seen": _seen(result)}, folder)


def _selectivity(result: AttentionResult) -> Figure:
    """Draw the selectivity of every ordered pair: a point a seed, and a line at the mean."""
    rows = len(result.noises)
    figure = Figure(figsize=(9, 2.9 * rows + 0.7), layout="constrained")
    for place, noise in enumerate(result.noises, 1):
        axes = figure.add_subplot(rows, 1, place)
        _draw_pairs(axes, result, noise)
        axes.set_title(
            f"noise {noise:g}: mean of a belief {result.mean('belief', noise):.2f}, "
            f"of the matched placebo {result.mean('matched-placebo', noise):.2f}"
        )
    handles, titles = figure.axes[0].get_legend_handles_labels()
    figure.legend(handles, titles, loc="outside lower center", ncols=4, frameon=False)
    seeds = ", ".join(map(str, result.seeds))
    figure.suptitle(f"Two shapes at once, {result.shape_set} set: what is seen (seeds {seeds})")
    return figure


def _draw_pairs(axes: Axes, result: AttentionResult, noise: float) -> None:
    for shift, (mode, (title, colour, marker)) in zip(
        np.linspace(-0.27, 0.27, len(_LOOKS)), _LOOKS.items(), strict=True
    ):
        found = result.selectivity[mode][noise]
        for place, pair in enumerate(result.pairs):
            at, values = place + shift, found[pair]
            axes.plot(
                np.full(len(values), at),
                values,
                marker,
                color=colour,
                markersize=4,
                alpha=0.7,
                markeredgewidth=0,
                label=title if not place else None,
            )
            axes.plot([at - 0.07, at + 0.07], [np.mean(values)] * 2, color=colour, lw=2)
    axes.axhline(0, color="0.6", lw=0.8)
    axes.set(
        xticks=range(len(result.pairs)),
        xticklabels=[_in_words(pair) for pair in result.pairs],
        ylabel="kept(believed) − kept(other)",
        ylim=(-1, 1),
    )


def _in_words(pair: str) -> str:
    believed, other = pair.split(">")
    return f"{believed}\nnot {other}"


def _seen(result: AttentionResult) -> Figure:
    """Draw one frame of each pair, by the first seed: the same picture, differently believed."""
    pairs = list(combinations(SHAPE_SETS[result.shape_set].classes, 2))
    noise = result.noises[0]
    figure = Figure(figsize=(8.4, 1.6 * len(pairs) + 0.4), layout="constrained")
    grid = figure.subplots(len(pairs), 6, squeeze=False)
    for row, (one, other) in zip(grid, pairs, strict=True):
        pictures = result.examples[noise][f"{one}+{other}"]
        shown = {
            "frame": "frame",
            "off": "bottom-up",
            "prior": "left alone",
            f"belief {one}": f"believes {one}",
            f"belief {other}": f"believes {other}",
            f"matched-placebo {one}": f"placebo of {one}",
        }
        for axes, (name, title) in zip(row, shown.items(), strict=True):
            axes.imshow(pictures[name], cmap="gray", vmin=0, vmax=1)
            axes.set_title(title, fontsize=8)
            axes.set(xticks=[], yticks=[])
        row[0].set_ylabel(f"{one} + {other}", fontsize=8)
    return figure
