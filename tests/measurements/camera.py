"""A camera in the running window, measured from outside, on a virtual display of its own.

    python -m tests.measurements.camera [SECONDS] [--model NAME] [--rate RATE] [--ahead]

A generated picture of 640×480 stands for the camera. After a minute of warm-up, in which the last
30 s fill, it is watched for SECONDS (600). Prints one JSON document: how old frames were when they
were painted, how much memory grew, how many frames are kept, and what else ran on the machine.
With --ahead, which takes root on Linux, the app goes ahead of the other sessions of a busy machine,
as a camera's only user would have it; nice alone counts inside a session.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np

from tests.helpers.desktop import open_desktop
from tests.helpers.processes import resident
from tests.measurements.eye import PAUSE
from tests.measurements.figures import spread

WARM_UP = 60


def go_ahead(pid: int) -> None:
    """Let the session of a process go ahead of others."""
    Path(f"/proc/{pid}/autogroup").write_text("-16")


def watch(seconds: int, model: str, rate: int, ahead: bool) -> dict[str, Any]:
    """Watch a stand-in for a camera, and return what was measured."""
    picture = f"testsrc2=size=640x480:rate={rate}"
    with tempfile.TemporaryDirectory() as folder, open_desktop(Path(folder)) as desktop:
        app = desktop.start("camera:0", "--model", model, DPCN_APP_CAMERA=picture)
        app.wait_line(lambda line: line["camera"] and line["preparing"] is None, "camera", after=0)
        if ahead:
            go_ahead(app.process.pid)
            go_ahead(desktop.server_pid)
        PAUSE.wait(WARM_UP)
        first, samples = len(app.lines()), [resident(app.process.pid)]
        loads = [os.getloadavg()[0]]
        began = time.monotonic()
        while time.monotonic() - began < seconds:
            PAUSE.wait(5)
            samples.append(resident(app.process.pid))
            loads.append(os.getloadavg()[0])
        lines = [line for line in app.lines()[first:] if line["camera"]]
        app.close()
    ages = [age for line in lines for age in line["camera"]["age_ms"]]
    return {
        "asked": {"age_ms": 150, "growth_mb": 20, "rate": 30, "seconds": 600},
        "seconds": seconds,
        "model": model,
        "frames_shown_per_second": round(len(ages) / seconds, 1),
        "age_ms": spread(ages) | {"p99": round(float(np.percentile(ages, 99)), 2)},
        "older_than_150_ms": sum(age > 150 for age in ages),
        "kept_frames": [lines[0]["camera"]["kept"], lines[-1]["camera"]["kept"]],
        "first_mb": round(samples[0], 1),
        "growth_mb": round(samples[-1] - samples[0], 1),
        "most_growth_mb": round(max(samples) - samples[0], 1),
        "load": {"least": min(loads), "mean": round(float(np.mean(loads)), 1), "most": max(loads)},
        "ahead": ahead,
    }


def main() -> int:
    """Measure, and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("seconds", type=int, nargs="?", default=600)
    parser.add_argument("--model", default="natural")
    parser.add_argument("--rate", type=int, default=30)
    parser.add_argument("--ahead", action="store_true")
    arguments = parser.parse_args()
    found = watch(arguments.seconds, arguments.model, arguments.rate, arguments.ahead)
    print(json.dumps(found, indent=2))
    return 0


if __name__ == "__main__":
    sys.exit(main())
