"""The running window, measured from outside, on a virtual display of its own.

    python -m tests.measurements.window WHAT [AMOUNT]

WHAT: start, first, lateness, keys, compare, clip, beliefs, strokes, memory, large or closing.

AMOUNT: repetitions (start 5, first 3, closing 20), frames (large 3), key presses (50), seconds
(lateness 30, compare and clip 20) or minutes (memory 10). Prints one JSON document. What else runs
on the machine is measured with it.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
from collections.abc import Callable
from typing import Any

from tests.measurements.window.answering import beliefs, keys, strokes
from tests.measurements.window.closing import closing
from tests.measurements.window.growing import large, memory
from tests.measurements.window.playing import clip, compare, late
from tests.measurements.window.starting import first, start

MEASUREMENTS: dict[str, tuple[Callable[[int], dict[str, Any]], int]] = {
    "start": (start, 5),
    "first": (first, 3),
    "lateness": (late, 30),
    "keys": (keys, 50),
    "compare": (compare, 20),
    "clip": (clip, 20),
    "beliefs": (beliefs, 30),
    "strokes": (strokes, 20),
    "memory": (memory, 10),
    "large": (large, 3),
    "closing": (closing, 20),
}


def main() -> None:
    """Measure one thing."""
    parser = argparse.ArgumentParser(description="Measure the running window from outside.")
    parser.add_argument("what", choices=MEASUREMENTS)
    parser.add_argument("amount", type=int, nargs="?", help="repetitions, seconds or minutes")
    arguments = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # leaves no desktop behind
    measure, usual = MEASUREMENTS[arguments.what]
    loads = [os.getloadavg()[0]]
    result = measure(usual if arguments.amount is None else max(1, arguments.amount))
    loads.append(os.getloadavg()[0])
    machine = {"cores": os.cpu_count(), "load_before_and_after": [round(each, 1) for each in loads]}
    print(json.dumps({"measured": arguments.what, **result, "machine": machine}, indent=2))


if __name__ == "__main__":
    main()
