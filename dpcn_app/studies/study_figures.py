"""Figures of a study: heat maps over two axes, and curves with 95 % intervals."""

from __future__ import annotations

from pathlib import Path

import matplotlib
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from dpcn_app.storage.atomic import replacing
from dpcn_app.studies.results_table import ResultsTable
from dpcn_app.studies.study import Shown
from dpcn_app.studies.study_measures import TITLES
from dpcn_app.studies.study_words import axis_title, estimate_text, value_text
from dpcn_app.studies.summary import HeatMap, heat_map_of, usual_axes

_USUAL_MEASURES = ("health", "silhouette", "kmeans", "band_pass", "coherence")
_MOST_CELLS = 200  # in which numbers are written
_COLOURS = ("#000000", "#0072B2", "#D55E00", "#009E73", "#E69F00", "#CC79A7", "#56B4E9", "#F0E442")


def shown_by(table: ResultsTable, shown: Shown | None) -> Shown:
    """Return what figures show: what the study says, as far as it is there, or what varies."""
    measures = table.measures
    across, down = usual_axes(table)
    if shown is None:
        chosen = tuple(name for name in _USUAL_MEASURES if name in measures)[:3]
        return Shown(across, down, chosen or tuple(measures[:1]))
    present = tuple(name for name in shown.measures if name in measures)
    at = tuple((name, value) for name, value in shown.at if value in table.axes.get(name, []))
    return Shown(shown.across, shown.down, present or tuple(measures[:1]), at)


def draw_study(table: ResultsTable, title: str, shown: Shown | None, folder: Path) -> list[Path]:
    """Write the heat maps and the curves, each as PNG and SVG."""
    chosen = shown_by(table, shown)
    maps = [
        heat_map_of(table, chosen.across, chosen.down, measure, dict(chosen.at))
        for measure in chosen.measures
    ]
    held = ", ".join(f"{axis_title(name)} {value_text(value)}" for name, value in chosen.at)
    paths = []
    for name, figure in (("heat-map", _heat_maps(maps)), ("curves", _curves(maps))):
        figure.suptitle(title + (f" ({held})" if held else ""))
        for kind in ("png", "svg"):
            path = folder / f"{name}.{kind}"
            with (
                matplotlib.rc_context({"svg.hashsalt": "dpcn_app"}),
                replacing(path) as file,
            ):
                figure.savefig(file, dpi=160, format=kind)
            paths.append(path)
    return paths


def _heat_maps(maps: list[HeatMap]) -> Figure:
    """Draw means in colour, with mean and half the interval in each cell where there is room."""
    rows, columns = len(maps[0].rows), len(maps[0].columns)
    figure = Figure(
        figsize=(len(maps) * (1.6 + 0.75 * min(columns, 12)), 1.6 + 0.5 * min(rows, 16)),
        layout="constrained",
    )
    for place, each in enumerate(maps, 1):
        axes = figure.add_subplot(1, len(maps), place)
        means = each.means()
        image = axes.imshow(means, cmap="viridis", aspect="auto")
        figure.colorbar(image, ax=axes, shrink=0.9)
        axes.set(
            title=TITLES[each.measure],
            xlabel=axis_title(each.across),
            xticks=range(columns),
            yticks=range(rows),
        )
        turned = max(len(value_text(value)) for value in each.columns) > 6
        axes.set_xticklabels(
            [value_text(value) for value in each.columns], rotation=45 if turned else 0
        )
        axes.set_yticklabels([value_text(value) for value in each.rows])
        if each.down != each.across:
            axes.set_ylabel(axis_title(each.down))
        if rows * columns <= _MOST_CELLS and np.isfinite(means).any():
            _write_numbers(axes, each, means)
    return figure


def _write_numbers(axes: Axes, each: HeatMap, means: np.ndarray) -> None:
    middle = (np.nanmin(means) + np.nanmax(means)) / 2
    for row, cells in enumerate(each.cells):
        for column, cell in enumerate(cells):
            if cell.estimate is not None:
                text = estimate_text(cell.estimate, "\n")
                colour = "white" if cell.estimate.mean <= middle else "black"
                axes.text(column, row, text, ha="center", va="center", color=colour, fontsize=8)


def _curves(maps: list[HeatMap]) -> Figure:
    """Draw a line for each row of a heat map, with the intervals as bars."""
    columns, rows = min(len(maps), 2), -(-len(maps) // 2)
    figure = Figure(figsize=(1 + 5 * columns, 1 + 3.4 * rows), layout="constrained")
    for place, each in enumerate(maps, 1):
        axes = figure.add_subplot(rows, columns, place)
        numbers = all(isinstance(value, int | float) for value in each.columns)
        at = np.array(each.columns, float) if numbers else np.arange(len(each.columns), dtype=float)
        for number, (name, cells) in enumerate(zip(each.rows, each.cells, strict=True)):
            found = [(x, cell.estimate) for x, cell in zip(at, cells, strict=True) if cell.estimate]
            axes.errorbar(
                [x for x, _ in found],
                [estimate.mean for _, estimate in found],
                yerr=[estimate.half or 0.0 for _, estimate in found],
                color=_COLOURS[number % len(_COLOURS)],
                linestyle=("-", "--", ":")[number // len(_COLOURS) % 3],
                marker="o",
                markersize=4,
                capsize=3,
                label=value_text(name),
            )
        axes.set(title=TITLES[each.measure], xlabel=axis_title(each.across))
        turned = 0 if numbers else 45
        axes.set_xticks(at, [value_text(value) for value in each.columns], rotation=turned)
    if maps[0].down != maps[0].across:
        handles, titles = figure.axes[0].get_legend_handles_labels()
        figure.legend(
            handles,
            titles,
            title=axis_title(maps[0].down),
            loc="outside lower center",
            ncols=min(len(titles), 5),
            frameon=False,
        )
    return figure
