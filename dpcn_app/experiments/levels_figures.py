"""Figure of the levels experiment: what each layer of the first seed's network stands for."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from dpcn_app.analysis.palette import COLOURS
from dpcn_app.experiments.figure_files import save_figures
from dpcn_app.experiments.levels import LEVELS, LevelsSeedResult, scenes_video
from dpcn_app.training.presets import preset
from dpcn_app.video.shapes import SHAPE_SETS

_STEP = 40  # frame of a sequence that is shown


def draw_levels(result: LevelsSeedResult, folder: Path) -> list[Path]:
    """Write a frame of each scene with what layer 2 names in it, and layer 3's causes."""
    config = SHAPE_SETS[LEVELS]
    figure = Figure(figsize=(11, 4), layout="constrained")
    axes = figure.subplots(1, len(config.classes) + 1)
    for label, (name, place) in enumerate(zip(config.classes, axes, strict=False)):
        _draw_frame(place, result, label * config.sequence_length + _STEP)
        place.set_title(f"layer 2: {name}")
    seen, last = result.watched, axes[-1]
    for label, name in enumerate(config.classes):
        points = seen.top[seen.labels == label]
        last.scatter(points[:, 0], points[:, 1], s=14, color=COLOURS[label], label=name)
    told = result.scenes["clean"]["three layers"]
    last.set(xlabel="cause 1 of layer 3", ylabel="cause 2 of layer 3")
    last.set_title(f"layer 3: silhouette {told.silhouette:.2f} (seed {result.seed})")
    last.legend()
    return save_figures({"levels": figure}, folder, dpi=150)


def _draw_frame(axes: Any, result: LevelsSeedResult, index: int) -> None:
    """Draw a frame, the fields of layer 2's units, and the names of the causes that are on."""
    seen, spec = result.watched, preset(f"shapes-{LEVELS}").network
    axes.imshow(scenes_video(0.0, result.seed).frame(index).image, cmap="gray", vmin=0, vmax=1)
    height, width = spec.field_of(2)
    corners = spec.corners(spec.frame_shape, 2) - spec.padding
    for (top, left), causes in zip(corners, seen.below[index], strict=True):
        edge = COLOURS[2]
        axes.add_patch(Rectangle((left - 0.5, top - 0.5), width, height, fill=False, ec=edge))
        order = [cause for cause in np.argsort(-causes) if causes[cause] > 0]
        words = ", ".join(f"{seen.shapes.names[cause]} {causes[cause]:.1f}" for cause in order)
        box = {"facecolor": "black", "alpha": 0.7, "linewidth": 0}
        axes.text(left + 4, top + 7, words or "nothing", color=edge, fontsize=8, bbox=box)
    axes.set(xticks=[], yticks=[])
