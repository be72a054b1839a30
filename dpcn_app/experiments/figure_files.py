"""Figures of experiments as files, each as PNG and as SVG."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import matplotlib
from matplotlib.figure import Figure


def save_figures(figures: Mapping[str, Figure], folder: Path, *, dpi: int = 200) -> list[Path]:
    """Write figures into a folder, under their names; return the files."""
    paths = []
    for name, figure in figures.items():
        for suffix in ("png", "svg"):
            path = folder / f"{name}.{suffix}"
            # With a salt the names of an SVG's parts do not differ from one time to the next.
            with matplotlib.rc_context({"svg.hashsalt": "dpcn_app"}):
                figure.savefig(path, dpi=dpi)
            paths.append(path)
    return paths
