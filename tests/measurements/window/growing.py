"""How much memory the window takes in the long run."""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from tests.helpers.processes import resident
from tests.measurements.eye import PAUSE, tools


def memory(minutes: int) -> dict[str, Any]:
    """Memory while playing, with a look into each tab in turn."""
    samples: list[tuple[float, float]] = []
    with tools() as (desktop, _, _hand):
        app = desktop.start(surveyed=True)
        app.wait_playing()
        tabs = app.ask(tabs=True)
        began = time.monotonic()
        while (now := time.monotonic() - began) < 60 * minutes:
            samples.append((now, resident(app.process.pid)))
            if tabs:
                desktop.click(tabs[len(samples) % len(tabs)])
            PAUSE.wait(5)
        lateness_since = [line["late_ms"]["max"] for line in app.lines()[-60:]]
        app.close()
    later = [(at, size) for at, size in samples if at >= 60] or samples
    times, sizes = np.array(later).T
    slope = 60 * np.polyfit(times, sizes, 1)[0] if len(later) > 2 else float("nan")
    return {
        "asked": {"growth_after_a_minute_mb": 20},
        "minutes": minutes,
        "tabs": len(tabs),
        "first_mb": round(samples[0][1], 1),
        "after_a_minute_mb": round(later[0][1], 1),
        "last_mb": round(samples[-1][1], 1),
        "growth_after_a_minute_mb": round(samples[-1][1] - later[0][1], 1),
        "trend_mb_per_minute": round(float(slope), 2),
        "each_minute_mb": [
            round(next(size for at, size in samples if at >= 60 * minute), 1)
            for minute in range(minutes)
        ],
        "late_max_ms_of_the_last_minute": max(lateness_since),
    }
