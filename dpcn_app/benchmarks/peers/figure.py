"""The figure of the races, drawn from the files that they wrote."""

from __future__ import annotations

import json
import os
from pathlib import Path
from statistics import median
from typing import Any

import matplotlib
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from dpcn_app.analysis.palette import COLOURS
from dpcn_app.benchmarks.peers.contest import OURS
from dpcn_app.benchmarks.peers.races import RACES

_GREY = "#9a9a9a"


def draw_races(folder: Path) -> list[Path]:
    """Draw all races whose files lie in a folder as `peers.png` and `peers.svg` beside them."""
    races = {}
    for name in RACES:
        path = folder / f"{name}.json"
        if os.path.exists(path):
            races[name] = json.loads(path.read_text(encoding="utf-8"))
    figure = Figure(figsize=(11, 9.6), layout="constrained")
    axes = figure.subplots(3, 3).ravel()
    for axis in axes:
        axis.set_axis_off()
    if "lasso" in races:
        sizes = dict.fromkeys(_size(heat) for heat in races["lasso"]["heats"])
        for axis, size in zip(axes, sizes, strict=False):
            heats = [heat for heat in races["lasso"]["heats"] if _size(heat) == size]
            _lines(axis, f"lasso, {size}", heats)
        _growth(axes[5], races["lasso"]["growth"] + races.get("frame", {}).get("growth", []))
    if "temporal" in races:
        _bars(axes[3], "E1 with the temporal term", races["temporal"]["heats"])
    if "frame" in races:
        heats = [heat for heat in races["frame"]["heats"] if "layer 1 alone" not in heat["what"]]
        _bars(axes[4], "frames, both layers, equal iterations", heats)
    if "training" in races:
        for axis, learning in zip(axes[6:8], races["training"]["learning"], strict=True):
            _curves(axis, learning)
    paths = []
    for suffix in ("png", "svg"):
        path = folder / f"peers.{suffix}"
        with matplotlib.rc_context({"svg.hashsalt": "dpcn_app"}):
            figure.savefig(path, dpi=130, metadata={"Date": None} if suffix == "svg" else None)
        paths.append(path)
    return paths


def _size(heat: dict[str, Any]) -> str:
    """Return the problem of a heat without its batch."""
    return str(heat["what"].rpartition(", batch")[0])


def _lines(axis: Axes, title: str, heats: list[dict[str, Any]]) -> None:
    """Draw the time of each contestant against the batch."""
    names = [entry["name"] for entry in heats[-1]["entries"]]
    others = sorted(name for name in names if name != OURS)
    for name in names:
        points = [
            (heat["units"], entry["seconds"]["median"] * 1e6)
            for heat in heats
            for entry in heat["entries"]
            if entry["name"] == name
        ]
        ours = name == OURS
        colour = "black" if ours else COLOURS[others.index(name) % len(COLOURS)]
        axis.plot(
            *zip(*points, strict=True), "o-", color=colour, lw=2.5 if ours else 1.2, label=name
        )
    axis.set_axis_on()
    axis.set(xscale="log", yscale="log", xlabel="patches at once", ylabel="µs a patch")
    axis.set_xticks([heat["units"] for heat in heats], [str(heat["units"]) for heat in heats])
    axis.minorticks_off()
    axis.set_title(title, fontsize=9)
    low, high = axis.get_ylim()
    axis.set_ylim(low, high * (high / low) ** 0.4)  # room for the legend
    axis.legend(fontsize=6.5, ncols=2, loc="upper center")


def _bars(axis: Axes, title: str, heats: list[dict[str, Any]]) -> None:
    """Draw one bar per contestant: how many times as long as the engine it takes."""
    labels, values, colours = [], [], []
    for heat in heats:
        problem = heat["what"].split(",")[0]
        for entry in heat["entries"]:
            if entry["name"] == OURS:
                continue
            labels.append(entry["name"] if len(heats) == 1 else f"{entry['name']}, {problem}")
            values.append(entry["behind"]["median"])
            colours.append(COLOURS[0] if problem.startswith(("noisy", "a frame")) else COLOURS[1])
    axis.set_axis_on()
    axis.barh(labels, [value - 1 for value in values], color=colours, left=1)
    axis.axvline(1, color="black", lw=2)
    axis.set(xscale="log", xlabel="times as long as dpcn_app")
    axis.invert_yaxis()
    axis.tick_params(labelsize=7)
    for label, value in zip(labels, values, strict=True):
        axis.annotate(
            f" {value:,.0f}×" if value >= 100 else f" {value:.2g}×",
            (max(value, 1), label),
            va="center",
            fontsize=7,
        )
    axis.set_xlim(min(1, *values) / 1.2, max(values) ** 1.25)
    axis.set_title(title, fontsize=9)


def _growth(axis: Axes, growths: list[dict[str, Any]]) -> None:
    """Draw the engine's time against sizes, both relative to the smallest."""
    for number, growth in enumerate(growths):
        sizes, medians = growth["sizes"], [each["median"] for each in growth["seconds"]]
        axis.plot(
            [size / sizes[0] for size in sizes],
            [median / medians[0] for median in medians],
            "o-",
            color=COLOURS[number % len(COLOURS)],
            label=f"{growth['what']}: ^{growth['slope']:.2f}",
        )
    axis.axline((1, 1), slope=1, color=_GREY, lw=1, ls=":")
    axis.set_axis_on()
    axis.set(xscale="log", yscale="log", xlabel="size, times the smallest", ylabel="time")
    axis.set_title("growth of dpcn_app's time", fontsize=9)
    axis.legend(fontsize=7)


def _curves(axis: Axes, learning: dict[str, Any]) -> None:
    """Draw the held-out objective against the time spent learning."""
    for number, curve in enumerate(learning["curves"]):
        middle = [median(each) for each in zip(*curve["rounds"], strict=True)]
        axis.plot(
            middle[1:],
            curve["objectives"][1:],
            "o-",
            ms=3,
            color=COLOURS[number] if number else "black",
            label=curve["name"],
        )
    axis.set_axis_on()
    axis.set(xscale="log", xlabel="seconds of learning", ylabel="lasso's objective, held out")
    axis.set_title(f"a dictionary of {learning['what']}", fontsize=9)
    axis.legend(fontsize=7)
