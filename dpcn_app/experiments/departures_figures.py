"""The figure of the departures: what each one, taken back, changes of every measure."""

from __future__ import annotations

from pathlib import Path

from matplotlib.figure import Figure

from dpcn_app.experiments.departures import CONTROL, DeparturesResult
from dpcn_app.experiments.figure_files import save_figures


def draw_departures(result: DeparturesResult, folder: Path) -> list[Path]:
    """Write the figure as PNG and SVG."""
    return save_figures({"departures": _differences(result)}, folder)


def _differences(result: DeparturesResult) -> Figure:
    """Draw the differences from the control, seed by seed, with their 95 % intervals."""
    kind = result.kind
    names = [name for name in result.values if name != CONTROL]
    figure = Figure(figsize=(2.6 + 2.2 * len(kind.measures), 1 + 0.4 * len(names)))
    figure.set_layout_engine("constrained")
    first = None
    for place, (measure, title) in enumerate(kind.measures.items(), 1):
        axes = figure.add_subplot(1, len(kind.measures), place, sharey=first)
        first = first or axes
        for row, name in enumerate(names):
            if measure in result.values[name]:
                found = result.difference(name, measure)
                axes.errorbar(found.mean, row, xerr=found.half, fmt="o", color="#0072B2", ms=4)
        axes.axvline(0, color="#999999", linewidth=0.8)
        axes.set_title(title, fontsize=8)
        axes.tick_params(labelsize=8, labelleft=place == 1)
    if first is not None:
        first.set_yticks(range(len(names)), [kind.titles[name] for name in names])
        first.invert_yaxis()
    return figure
