"""Frames under the microscope, inferred by both solvers, made once."""

from __future__ import annotations

import threading
from functools import cache

from dpcn_app.live.controller import Controller
from dpcn_app.live.engine_commands import Examine, Jump
from dpcn_app.live.inference_trace import InferenceTrace
from dpcn_app.live.settings import Settings, shapes_source
from dpcn_app.live.snapshot import Snapshot

SHORT = shapes_source(frames=24)


@cache
def examined(*modes: str, frame: int = 12, mode: str = "") -> Snapshot:
    """Return a frame as the window sees it with the microscope open."""
    controller = Controller(Settings(source=SHORT, modes=modes), playing=False)
    while controller.work(0.1) is not None:
        pass
    controller.handle(Jump(frame))
    controller.handle(Examine(True, mode or modes[0]))
    return finished(controller)


def finished(controller: Controller) -> Snapshot:
    """Work until nothing is left to do, Algorithm 1 compiled too; return what is shown then."""
    controller.snapshot()
    while (pause := controller.work(0.1)) is not None:
        threading.Event().wait(min(pause, 0.02))
    return controller.snapshot()


def trace_of(snapshot: Snapshot) -> InferenceTrace:
    """Return what the microscope tells, by both solvers."""
    assert snapshot.microscope is not None and snapshot.microscope.paper is not None
    return snapshot.microscope
