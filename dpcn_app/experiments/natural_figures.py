"""The paper's figures of natural scenes: atoms, fields, successors, Gabor fits."""

from __future__ import annotations

from pathlib import Path

import matplotlib
import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from matplotlib.figure import Figure
from matplotlib.projections.polar import PolarAxes
from numpy.typing import NDArray

from dpcn_app.analysis.gabors import Gabors, fit_gabors
from dpcn_app.analysis.receptive_fields import (
    Picture,
    receptive_fields,
    state_pictures,
    strongest_atoms,
)
from dpcn_app.analysis.transition_weights import successors
from dpcn_app.engine.network import Array, Layer
from dpcn_app.experiments.driving import AVERAGED, STRONGEST
from dpcn_app.experiments.figure_files import save_figures
from dpcn_app.experiments.natural import NaturalSeedResult, look_alike_layer

CAUSES = 25
"""Causes whose Gabor fits are drawn."""

_CAUSES_SHOWN = 16  # with the states that they expect and the windows that drive them
_ATOMS = 14  # whose successors are drawn
_SUCCESSORS = 5
_LONGEST = 1.4  # pixels from the middle of a line to its end


def draw_natural(result: NaturalSeedResult, folder: Path) -> list[Path]:
    """Write all figures of one network as PNG and SVG."""
    network, patch = result.network, result.network.spec.patch
    atoms = state_pictures(network, 0)
    gabors = fit_gabors(atoms)
    B = network.layers[0].B
    chosen = np.argsort(-np.linalg.norm(B, axis=0), kind="stable")[:CAUSES]
    figures = {
        "dictionary": _mosaic(atoms, f"The {len(atoms)} atoms of layer 1, {patch}×{patch} pixels"),
        "fields-1": _fields(result, 0),
        "fields-2": _fields(result, 1),
        "causes-1": _expected_and_driving(result, 0),
        "causes-2": _expected_and_driving(result, 1),
        "transitions": _transitions(result, atoms),
        "gabor-centres": _centres(gabors, B, chosen, patch),
        "gabor-frequencies": _half_polar(gabors, B, chosen),
    }
    return save_figures(figures, folder, dpi=160)


def mosaic(pictures: Picture, columns: int) -> Array:
    """Return pictures (n, height, width) in rows, each of contrast 1, with lines between them."""
    count, height, width = pictures.shape
    rows = -(-count // columns)
    sheet = np.full((rows * (height + 1) + 1, columns * (width + 1) + 1), np.nan)
    for index, picture in enumerate(pictures):
        row, column = divmod(index, columns)
        top, left = row * (height + 1) + 1, column * (width + 1) + 1
        size = float(np.abs(picture).max()) or 1.0
        sheet[top : top + height, left : left + width] = picture / size
    return sheet


def _mosaic(pictures: Picture, title: str) -> Figure:
    columns = int(np.ceil(np.sqrt(len(pictures) * 1.6)))
    sheet = mosaic(pictures, columns)
    figure = Figure(figsize=(9, 9 * sheet.shape[0] / sheet.shape[1] + 0.5), layout="constrained")
    axes = figure.add_subplot()
    _show(axes, sheet)
    figure.suptitle(title)
    return figure


def _fields(result: NaturalSeedResult, index: int) -> Figure:
    """Draw each cause's field from its weights, and the mean of the windows that drive it."""
    fields, driven = receptive_fields(result.network, index), result.driven[index]
    columns = int(np.ceil(np.sqrt(len(fields))))
    parts = {
        "from the weights: B’s atoms, first principal component": fields,
        f"from the video: mean of up to {AVERAGED} windows that drive it most": _as(
            fields, driven.means
        ),
    }
    rows = -(-len(fields) // columns)
    figure = Figure(figsize=(12, 6 * rows / columns + 0.9), layout="constrained")
    for axes, (title, pictures) in zip(figure.subplots(1, 2), parts.items(), strict=True):
        _show(axes, mosaic(pictures, columns))
        axes.set_title(title, fontsize=10)
    figure.suptitle(
        f"What each cause of layer {index + 1} stands for "
        f"(mean |cos| {driven.likeness:.2f}, by chance {driven.by_chance:.2f})"
    )
    return figure


def _as(fields: Picture, means: Picture) -> Picture:
    """Return the means with their signs flipped where that makes them more like the fields."""
    alike = (fields * means).sum(axis=(1, 2), keepdims=True)
    return np.where(alike < 0, -means, means)


def _expected_and_driving(result: NaturalSeedResult, index: int) -> Figure:
    """Draw for some causes the ten states they expect most, and the ten windows that drive them."""
    network, driven = result.network, result.driven[index]
    layer, pictures = network.layers[index], state_pictures(network, index)
    fields = receptive_fields(network, index)
    order = np.argsort(-np.linalg.norm(layer.B, axis=0), kind="stable")
    shown = order[np.linspace(0, len(order) - 1, min(_CAUSES_SHOWN, len(order))).astype(int)]
    expected = [[each for each, _ in strongest_atoms(layer, int(d), STRONGEST)] for d in shown]
    turned = _as(fields, driven.means)
    parts = {
        "field, mean": [np.stack([fields[d], turned[d]]) for d in shown],
        "the ten states it expects most": [pictures[states] for states in expected],
        "the ten windows that drive it most": [driven.windows[d] for d in shown],
    }
    figure = Figure(figsize=(13, 0.55 * len(shown) + 0.9), layout="constrained")
    grid = figure.subplots(1, 3, width_ratios=(2, 10, 10))
    for axes, (title, rows) in zip(grid, parts.items(), strict=True):
        columns = 2 if title == "field, mean" else STRONGEST
        _show(axes, mosaic(np.concatenate([_filled(row, columns) for row in rows]), columns))
        axes.set_aspect("auto")  # keeps the rows of the three parts aligned
        axes.set_title(title, fontsize=10)
    figure.suptitle(f"Causes of layer {index + 1}, a row each")
    return figure


def _filled(pictures: Picture, count: int) -> Picture:
    """Return `count` pictures, with gaps at the end where there are fewer."""
    missing = max(0, count - len(pictures))
    return np.pad(pictures, ((0, missing), (0, 0), (0, 0)), constant_values=np.nan)


def _show(axes: Axes, sheet: Array) -> None:
    colours = matplotlib.colormaps["gray"].with_extremes(bad="#5b6b7b")
    axes.imshow(sheet, cmap=colours, vmin=-1, vmax=1, interpolation="nearest")
    axes.set_axis_off()


def _transitions(result: NaturalSeedResult, atoms: Picture) -> Figure:
    """Draw atoms at t−1 and their successors in both kinds of motion, and their look-alikes."""
    layer = result.network.layers[0]
    oriented = np.argsort(-fit_gabors(atoms).r2, kind="stable")
    shown = oriented[np.linspace(0, len(atoms) // 2, _ATOMS).astype(int)]
    parts: dict[str, Layer] = {
        f"mixed motion (R² {result.mixed.learnt.r2:.2f})": layer,
        f"2 px to the left (R² {result.directed.learnt.r2:.2f})": result.directed_layer,
        "plain look-alikes": look_alike_layer(layer),
    }
    figure = Figure(figsize=(11, 9), layout="constrained")
    for axes, (title, each) in zip(figure.subplots(1, 3), parts.items(), strict=True):
        rows = [_row(atoms, each, int(atom)) for atom in shown]
        _show(axes, mosaic(np.concatenate(rows), _SUCCESSORS + 1))
        axes.set_title(title, fontsize=10)
    figure.suptitle(
        "An atom at t−1 (left) and its five strongest successors at t, with their signs"
    )
    return figure


def _row(atoms: Picture, layer: Layer, atom: int) -> Picture:
    """Return an atom and its successors, with gaps where it has fewer."""
    following = [
        atoms[index] * np.sign(weight)
        for index, weight in successors(layer, atom, _SUCCESSORS)
        if weight
    ]
    return _filled(np.stack([atoms[atom], *following]), _SUCCESSORS + 1)


def _centres(gabors: Gabors, B: Array, causes: NDArray[np.intp], patch: int) -> Figure:
    """Draw every atom as a line at its centre, darker for a larger weight in the cause."""
    figure = Figure(figsize=(9, 9.4))
    figure.subplots_adjust(0.01, 0.01, 0.99, 0.92, 0.05, 0.12)
    fitted = np.flatnonzero(gabors.fitted)
    turn, reach = gabors.orientation[fitted], np.minimum(gabors.width[fitted, 1], _LONGEST)
    middle = gabors.centre[fitted][:, ::-1]
    end = reach[:, None] * np.stack([np.cos(turn), -np.sin(turn)], axis=1)
    lines = np.stack([middle - end, middle + end], axis=1)
    colours = matplotlib.colormaps["inferno_r"]
    for axes, cause in zip(figure.subplots(5, 5).ravel(), causes, strict=False):
        weights = B[fitted, cause] / max(float(B[:, cause].max()), 1e-12)
        order = np.argsort(weights, kind="stable")  # the strongest on top
        shown = weights[order]
        axes.add_collection(
            LineCollection(
                list(lines[order]),
                colors=colours(0.08 + 0.92 * shown),
                linewidths=0.4 + 1.8 * shown,
            )
        )
        axes.set(xlim=(-1, patch), ylim=(patch, -1), xticks=[], yticks=[], aspect="equal")
        axes.set_title(f"cause {cause + 1}", fontsize=7, pad=2)
    figure.suptitle("Gabor fits of all atoms: centre and orientation; darker for larger weights B")
    return figure


def _half_polar(gabors: Gabors, B: Array, causes: NDArray[np.intp]) -> Figure:
    """Draw every atom at its orientation (angle) and frequency (radius)."""
    figure = Figure(figsize=(9, 6))
    # Half a disc leaves half of its square empty, so the squares may overlap.
    figure.subplots_adjust(0.01, -0.07, 0.99, 0.98, 0.1, -0.35)
    grid = figure.subplots(5, 5, subplot_kw={"projection": "polar"}).ravel()
    for axes, cause in zip(grid, causes, strict=False):
        assert isinstance(axes, PolarAxes)
        weights = B[:, cause] / max(float(B[:, cause].max()), 1e-12)
        order = np.argsort(weights)
        order = order[gabors.fitted[order]]
        axes.scatter(
            gabors.orientation[order],
            gabors.frequency[order],
            c=weights[order],
            s=2 + 18 * weights[order],
            cmap="inferno_r",
            vmin=-0.1,
            vmax=1,
        )
        axes.set(xlim=(0, np.pi), ylim=(0, 0.4), xticklabels=[], yticklabels=[])
        axes.set_title(f"cause {cause + 1}", fontsize=7, y=0.78)
    figure.suptitle("Orientation (angle) and frequency (radius, to .4 cycles a pixel) of all atoms")
    return figure
