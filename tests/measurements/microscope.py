"""How long the microscope and the picture of the network take on frames of shapes.

    python -m tests.measurements.microscope [FRAMES]

Prints one JSON document, all times in milliseconds: from being asked for a frame under the
microscope until its snapshot is made, both solvers traced (median and highest), and what the
panels take to show it.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable
from functools import partial
from statistics import median

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QSize

from dpcn_app.gui.app import make_application
from dpcn_app.gui.panel import Panel
from dpcn_app.gui.panels.microscope.microscope_panel import MicroscopePanel
from dpcn_app.gui.panels.network.network_panel import NetworkPanel
from dpcn_app.live.controller import Controller
from dpcn_app.live.engine_commands import Examine, Jump
from dpcn_app.live.settings import Settings
from dpcn_app.live.snapshot import Snapshot
from tests.helpers.microscope_scene import finished
from tests.helpers.real_scene import make_context

SIZES = {"microscope": QSize(498, 210), "network": QSize(752, 210)}
"""What the panels have at 1280×720."""


def milliseconds(do: Callable[[], object]) -> float:
    """Return how long something takes."""
    start = time.perf_counter()
    do()
    return 1000 * (time.perf_counter() - start)


def summary(times: list[float]) -> dict[str, float]:
    return {"median": round(median(times), 2), "highest": round(max(times), 2)}


def _show(panel: Panel, snapshot: Snapshot) -> None:
    panel.refresh(snapshot)
    panel.repaint()


def main(frames: int) -> None:
    app, _ = make_application("dark")
    found: dict[str, object] = {"frames": frames}
    for mode in ("off", "prior"):
        controller = Controller(Settings(modes=(mode,)), playing=False)
        finished(controller)
        controller.handle(Examine(True, mode))
        finished(controller)
        asked: list[float] = []
        shown: dict[str, list[float]] = {"microscope": [], "network": []}
        context = make_context()
        panels: dict[str, Panel] = {
            "microscope": MicroscopePanel(context),
            "network": NetworkPanel(context),
        }
        for name, panel in panels.items():
            panel.resize(SIZES[name])
            panel.show()
        app.processEvents()
        for frame in range(1, frames + 1):
            controller.handle(Jump(frame))
            asked.append(milliseconds(controller.snapshot))
            snapshot = controller.snapshot()
            for name, panel in panels.items():
                shown[name].append(milliseconds(partial(_show, panel, snapshot)))
        found[mode] = {
            "asked until ready": summary(asked),
            **{f"{name} drawn": summary(times) for name, times in shown.items()},
        }
        controller.close()
    print(json.dumps(found, indent=2))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100)
