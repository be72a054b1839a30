"""Figures that several measurements tell, and that a report of the running app is read for."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np


def spread(values: list[float], digits: int = 2) -> dict[str, float]:
    """Return the middle and the ends of some numbers."""
    parts = {"p50": 50, "p95": 95, "max": 100}
    return {name: round(float(np.percentile(values, at)), digits) for name, at in parts.items()}


def lateness(lines: list[dict[str, Any]]) -> dict[str, float]:
    """Return percentiles over all ticks of the window's 10 ms timer in some lines of a report."""
    counts: Counter[int] = Counter()
    for line in lines:
        counts.update({int(ms): count for ms, count in line["late_counts"].items()})
    ticks = np.repeat(sorted(counts), [counts[ms] for ms in sorted(counts)])
    return {
        "ticks": len(ticks),
        "p50_ms": float(np.percentile(ticks, 50)),
        "p99_ms": float(np.percentile(ticks, 99)),
        "max_ms": max(line["late_ms"]["max"] for line in lines),
    }


def shown_per_second(lines: list[dict[str, Any]]) -> float:
    """Return the frames that came to the screen: the engine may infer more than are shown."""
    seconds = lines[-1]["seconds"] - lines[0]["seconds"]
    return round(sum(line["frames"] for line in lines[1:]) / seconds, 1)
