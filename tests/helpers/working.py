"""Lets a controller work until something has come of it, also from another process."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from dpcn_app.live.controller import Controller
from dpcn_app.live.snapshot import Snapshot


def work_until(
    controller: Controller, condition: Callable[[Snapshot], object], seconds: float = 120.0
) -> Snapshot:
    """Let a controller work until a snapshot meets a condition; return that snapshot."""
    deadline = time.monotonic() + seconds
    while True:
        due = controller.work()
        snapshot = controller.snapshot()
        if condition(snapshot):
            return snapshot
        assert time.monotonic() < deadline, f"not within {seconds:.0f} s: {snapshot.problems}"
        threading.Event().wait(0.02 if due is None else min(due, 0.02))
