"""The cloud of causes as a drawing on paper, seen from where the window sees it at first."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes as Drawing
from numpy.typing import NDArray

from dpcn_app.analysis.cause_axes import Axes, inferred
from dpcn_app.analysis.palette import COLOURS, MARKERS
from dpcn_app.sharing.sheet_page import GREY, INK, LINE

AZIMUTH, ELEVATION = 38.0, 20.0
"""Where the eye is, in degrees: as in the window, before it is turned."""

_DISTANCE = 4.0  # from the eye to the middle of the scene, whose edges are 1 long
_REACH = 0.84  # half of the side of the square that is drawn
_BEYOND = 0.09  # from the end of an axis to its name
_SOLID = MARKERS | {"x": "X", "plus": "P"}  # which can be left open
_GRID = np.linspace(-0.5, 0.5, 6)
_SIZE, _LINE = 9.0, 0.7  # of markers, in square points, and of the lines of open ones

Points = NDArray[np.floating]


def project(points: Points) -> tuple[Points, Points, Points]:
    """Return where points (n, 3) of the scene are on the paper, across and up, and their depth."""
    a, e = math.radians(AZIMUTH), math.radians(ELEVATION)
    right = np.array([-math.sin(a), math.cos(a), 0.0])
    up = np.array([-math.sin(e) * math.cos(a), -math.sin(e) * math.sin(a), math.cos(e)])
    towards = np.array([math.cos(e) * math.cos(a), math.cos(e) * math.sin(a), math.sin(e)])
    depth = points @ towards
    factor = _DISTANCE / (_DISTANCE - depth)
    return factor * (points @ right), factor * (points @ up), depth


def draw_cloud(
    drawing: Drawing,
    axes: Axes,
    causes: Points,
    labels: NDArray[np.int_],
    misread: NDArray[np.bool_],
    classes: Sequence[str],
) -> None:
    """Draw a marker for every frame: its form and colour are its class, open where misread.

    Parameters
    ----------
    drawing
        Where to draw.
    axes
        The axes of the scene.
    causes
        Top causes of every frame, shape (T, D), NaN where unknown.
    labels, misread
        Class of every frame (−1: unknown), and whether it is read as another, shape (T,).
    classes
        Names of the classes.
    """
    drawing.set(xlim=(-_REACH, _REACH), ylim=(-_REACH, _REACH), aspect="equal")
    drawing.set_axis_off()
    _draw_ground(drawing, axes)
    known = inferred(causes)
    across, up, depth = project(axes.place(causes[known].astype(float)))
    of_points, open_ones = labels[known], misread[known]
    for label in np.unique(of_points):
        name = classes[label] if 0 <= label < len(classes) else ""
        colour = COLOURS[label % len(COLOURS)] if name else GREY
        for wrong in (False, True):
            rows = np.flatnonzero((of_points == label) & (open_ones == wrong))
            rows = rows[np.argsort(depth[rows], kind="stable")]  # the far ones first
            drawing.scatter(
                across[rows],
                up[rows],
                s=_SIZE,
                marker=_SOLID.get(name, "o"),
                facecolors="none" if wrong else colour,
                edgecolors=colour if wrong else "none",
                linewidths=_LINE,
                alpha=0.75,
            )


def _draw_ground(drawing: Drawing, axes: Axes) -> None:
    """Draw the floor, and the axes with their names and last values."""
    for at in _GRID:
        for line in ([(at, -0.5), (at, 0.5)], [(-0.5, at), (0.5, at)]):
            across, up, _ = project(np.array([(*place, -0.5) for place in line]))
            drawing.plot(across, up, color=LINE, lw=0.4, zorder=0)
    ends = axes.origin + np.diag(0.5 - axes.origin)
    across, up, _ = project(np.vstack([axes.origin[None], ends]))
    for axis, name in enumerate(axes.short_names, 1):
        if not name:
            continue
        drawing.annotate(
            "",
            (across[axis], up[axis]),
            (across[0], up[0]),
            arrowprops={"arrowstyle": "-|>", "color": GREY, "lw": 0.8, "shrinkA": 0, "shrinkB": 0},
            zorder=0.5,
        )
        upright = axis == 3
        side = 0.0 if upright else np.sign(across[axis] - across[0])
        drawing.text(
            across[axis] + side * _BEYOND,
            up[axis] + (_BEYOND if upright else -_BEYOND),
            f"{name}  {axes.lengths[axis - 1]:g}",
            size=6.0,
            color=INK,
            ha={0.0: "center", 1.0: "right", -1.0: "left"}[float(side)],
            va="center",
            parse_math=False,
        )


def draw_legend(drawing: Drawing, classes: Sequence[str]) -> None:
    """Draw which marker stands for which class, and that open ones are misread."""
    drawing.set_axis_off()
    for index, name in enumerate(classes):
        drawing.scatter(
            [],
            [],
            s=14,
            color=COLOURS[index % len(COLOURS)],
            marker=_SOLID.get(name, "o"),
            label=name,
        )
    drawing.scatter(
        [],
        [],
        s=14,
        facecolors="none",
        edgecolors=GREY,
        marker="s",
        linewidths=_LINE,
        label="read as another class",
    )
    drawing.legend(loc="center", ncols=len(classes) + 1, frameon=False, fontsize=7)
