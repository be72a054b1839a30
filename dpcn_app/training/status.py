"""What a training is doing; quick to import, as the window needs it before the engine."""

from __future__ import annotations

from enum import StrEnum


class TrainingStatus(StrEnum):
    """What a training is doing."""

    RUNNING = "running"
    PAUSED = "paused"
    DONE = "done"
    STOPPED = "stopped"

    @property
    def under_way(self) -> bool:
        """Whether there are steps left that may still be taken."""
        return self in (TrainingStatus.RUNNING, TrainingStatus.PAUSED)
