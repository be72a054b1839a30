"""The tables of `dpcn-app bench`: ratios, times, a training, growth."""

from __future__ import annotations

import os
from collections.abc import Sequence

from dpcn_app.benchmarks.benchmark import BenchmarkResult
from dpcn_app.benchmarks.joint_speed import JointComparison
from dpcn_app.benchmarks.scaling import Growth
from dpcn_app.benchmarks.solver_speed import Comparison
from dpcn_app.benchmarks.timing import Ratio, Timing
from dpcn_app.benchmarks.training_cost import TrainingCost
from dpcn_app.commands.result_tables import Sheet

_PLURALS = {"frame": "frames", "patch": "patches"}


def bench_sheets(result: BenchmarkResult) -> dict[str, tuple[Sheet, ...]]:
    """Return all tables by the name of their place in a page, ratios first."""
    comparisons = (*result.frames, result.patches.speed)
    excess = (
        "Energy that Algorithm 1 ends at on the patches, above the exact solver's: "
        f"paper {result.patches.paper_energy_excess:+.3%}, "
        f"NumPy {result.patches.numpy_energy_excess:+.3%}."
    )
    return {
        "frames": (
            _ratios(comparisons, result.training),
            _times(comparisons, excess),
            _joint(result.joint),
        ),
        "training": (_training(result.training),),
        "growth": (growth_sheet("Growth of exact inference: time ∝ size^slope", result.growth),),
    }


def environment_in_words(result: BenchmarkResult) -> str:
    """Say with what was measured, and how often."""
    environment = result.environment
    return (
        f"dpcn_app {environment.dpcn_app}, Python {environment.python}, NumPy {environment.numpy}, "
        f"Numba {environment.numba}, {environment.processor}, one thread. Networks: "
        f"{result.network}. Medians of {result.sizes.rounds} rounds by turns (lowest–highest)."
    )


def load_in_words() -> str:
    """Say how busy the machine is, which ranges of times depend on; nothing where it cannot tell.

    Ask before measuring, so that the measurement itself is not counted.
    """
    if not hasattr(os, "getloadavg"):
        return ""
    load, cores = os.getloadavg()[0], os.cpu_count()
    return f" The machine was busy with {load:.1f} tasks on {cores} cores when it began."


def _ratios(comparisons: Sequence[Comparison], training: TrainingCost) -> Sheet:
    rows = [
        (
            each.what,
            _times_as_long(each.numpy_to_exact),
            _times_as_long(each.paper_to_exact),
            f"{each.exact.per_second:,.0f} {_PLURALS[each.unit]}",
        )
        for each in comparisons
    ]
    speed = f"{training.frames / training.exact_seconds:,.0f} frames"
    rows.append(("training (see below)", f"{training.numpy_to_exact:.1f}×", "", speed))
    return Sheet(
        "How many times as long as the exact solver",
        ("", "NumPy", "paper", "exact, per s"),
        tuple(rows),
    )


def _times(comparisons: Sequence[Comparison], note: str) -> Sheet:
    rows = []
    for each in comparisons:
        unit, factor = ("ms", 1e3) if each.unit == "frame" else ("µs", 1e6)
        timings = (each.exact, each.paper, each.numpy)
        rows.append((f"{each.what}, {unit}", *(_range(timing, factor) for timing in timings)))
    title = "Time for one frame (all layers) or patch"
    return Sheet(title, ("", "exact", "paper", "NumPy"), tuple(rows), note)


def _joint(joint: Sequence[JointComparison]) -> Sheet:
    rows = tuple(
        (
            f"{each.what}, {each.patches} patches",
            _times_as_long(each.joint_to_states),
            _range(each.joint, 1e3),
            _range(each.states, 1e3),
        )
        for each in joint
    )
    title = "Layer 1 with its causes, against infer_states on the same patches"
    return Sheet(title, ("", "as long", "joint, ms", "states, ms"), rows)


def _training(training: TrainingCost) -> Sheet:
    whole = (
        f"{training.frames} frames, s",
        f"{training.exact_seconds:.1f}",
        f"reckoned {training.numpy_seconds:.1f}",
        f"{training.numpy_to_exact:.1f}×",
    )
    layers = (
        (
            f"layer {each.layer}, a batch, ms",
            _range(each.exact, 1e3),
            _range(each.numpy, 1e3),
            _times_as_long(each.numpy_to_exact),
        )
        for each in training.layers
    )
    heads = ("", "exact", "NumPy", "NumPy/exact")
    return Sheet("Training", heads, (whole, *layers), training.explanation)


def growth_sheet(title: str, growth: Sequence[Growth]) -> Sheet:
    """Return a row a size that grows: the slope, and the time at each of its values."""
    rows = []
    for each in growth:
        points = zip(each.sizes, each.seconds, strict=True)
        listed = ", ".join(f"{size}: {timing.median * 1e3:.3g}" for size, timing in points)
        rows.append((each.what, f"{each.slope:.2f}", listed))
    return Sheet(title, ("", "slope", "size: ms"), tuple(rows), wide=(0, 2))


def _times_as_long(ratio: Ratio) -> str:
    return f"{ratio.median:.1f}× ({ratio.lowest:.1f}–{ratio.highest:.1f})"


def _range(timing: Timing, factor: float) -> str:
    median, lowest, highest = (
        f"{value * factor:.3g}" for value in (timing.median, timing.lowest, timing.highest)
    )
    return f"{median} ({lowest}–{highest})"
