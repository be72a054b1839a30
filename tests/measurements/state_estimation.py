"""Steps a second of the State-estimation page on the screen, with the rest of the window playing.

    xvfb-run -s "-screen 0 1600x1000x24" python -m tests.measurements.state_estimation [RUNS]

Each run has 50 steps of 500 states. A step counts when it has been painted. Prints one JSON
document. Settings of the user are left alone.
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
from typing import Any

import numpy as np
from PySide6.QtCore import QEvent, QObject, QSettings

from dpcn_app.gui.app import make_application
from dpcn_app.gui.assembly import add_panels
from dpcn_app.gui.lateness import Lateness
from dpcn_app.gui.panels.estimation.estimation_panel import EstimationPanel
from dpcn_app.gui.window import MainWindow
from dpcn_app.live.engine_thread import EngineThread
from dpcn_app.live.estimation_thread import Pace
from dpcn_app.live.settings import Settings


class Painted(QObject):
    """Notes when which step of the panel has been painted."""

    def __init__(self, panel: EstimationPanel) -> None:
        super().__init__()
        self.times: dict[tuple[int, int], float] = {}
        self._panel = panel
        assert panel.page is not None
        panel.page.picture.bars["dynamic"].installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        page = self._panel.page
        if event.type() == QEvent.Type.Paint and page is not None and page.picture.view is not None:
            view = page.picture.view
            self.times.setdefault((view.watched.seed, view.index), time.monotonic())
        return False


def measure(runs: int) -> dict[str, Any]:
    """Watch some runs at full speed, one after the other."""
    app, themes = make_application("dark")
    settings = Settings()
    window = MainWindow(themes, settings, EngineThread(settings), remember=False)
    window.show()
    for _ in add_panels(window):
        app.processEvents()
    window.start()
    panel = window.pages.panels["states"]
    assert isinstance(panel, EstimationPanel)
    window.pages.open("states")
    assert panel.page is not None
    panel.ask(Pace(0.0))
    painted, rates, shares = Painted(panel), [], []
    late = Lateness()
    for seed in range(runs + 1):  # the first one warms up
        late.take()
        panel.page.form.seed.setValue(1000 + seed)
        deadline = time.monotonic() + 120
        while (1000 + seed, 49) not in painted.times and time.monotonic() < deadline:
            app.processEvents()
            time.sleep(0.001)
        times = sorted(at for (run, _), at in painted.times.items() if run == 1000 + seed)
        if seed:
            rates.append((len(times) - 1) / (times[-1] - times[0]))
            shares.append(len(times) / 50)
    lateness = late.take()
    window.close()
    return {
        "asked": {"steps_per_second": 30},
        "steps_per_second": [round(rate, 1) for rate in rates],
        "median": round(float(np.median(rates)), 1),
        "share_of_steps_painted": [round(share, 2) for share in shares],
        "late_ms": {"p99": round(1e3 * float(np.percentile(lateness, 99)), 1)},
    }


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        QSettings.setDefaultFormat(QSettings.Format.IniFormat)
        QSettings.setPath(QSettings.Format.IniFormat, QSettings.Scope.UserScope, folder)
        print(json.dumps(measure(int(sys.argv[1]) if len(sys.argv) > 1 else 5), indent=2))
