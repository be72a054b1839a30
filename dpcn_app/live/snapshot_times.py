"""When the engine thread makes its next snapshot."""

from __future__ import annotations

from typing import Protocol

PERIOD = 1 / 30
"""Shortest time between two snapshots, on average."""
LEARNING_PERIOD = 0.15
"""Time between two snapshots while only a training runs."""
SAME_FRAME_PERIOD = 0.1
"""Time between two snapshots of one frame of a video that plays, which may delay the next frame."""


class ShownVideo(Protocol):
    """What decides when a snapshot is due; `Controller` has it."""

    @property
    def playing_frame(self) -> int | None:
        """The current frame of a video that plays; None where the picture may change without it."""
        ...

    @property
    def frame_is_due(self) -> bool:
        """Whether a video that plays is to go on to its next frame now."""
        ...

    @property
    def changes_within_frames(self) -> bool:
        """Whether more may change than the frame of a video that plays."""
        ...

    @property
    def lively(self) -> bool:
        """Whether the pictures change by themselves."""
        ...


class SnapshotTimes:
    """Keeps the times of snapshots, in seconds of the caller's clock.

    Attributes
    ----------
    frame
        The frame of a video that plays that was shown last, after all work on it; None for none.
    """

    def __init__(self) -> None:
        self._due = self._begun = 0.0  # when the next one is due, and when the last was begun
        self.frame: int | None = None

    def made(self, begun: float) -> None:
        """Remember when a snapshot was begun.

        The next is due a period after this one was due, not after it came: otherwise each delay, of
        which a busy machine has many, would put off all later snapshots, until a frame had to be
        left out. No more than one period is made up for.
        """
        self._due, self._begun = max(self._due + PERIOD, begun), begun

    def before_work(self, now: float, shown: ShownVideo) -> bool:
        """Whether commands show their effect now, before the next, longer piece of work.

        Not where the next frame of a video is due and shows it too: it would come a period late,
        when the one after it is due.
        """
        over = shown.playing_frame == self.frame is not None and shown.frame_is_due
        return now >= self._due and not over

    def wait(self, now: float, shown: ShownVideo, *, asked: bool, working: bool) -> float | None:
        """Return the seconds until a snapshot is due, 0 or less for at once.

        Parameters
        ----------
        now
            The time.
        shown
            What is shown.
        asked
            Whether a command has had an effect that was not shown.
        working
            Whether there is more work to do, of which only some has a visible effect.

        Returns
        -------
        None where nothing can have changed since the last snapshot.
        """
        due = self._due
        if not asked and working:
            if shown.playing_frame is not None and shown.playing_frame == self.frame:
                if not shown.changes_within_frames:
                    return None
                due = self._begun + SAME_FRAME_PERIOD
            elif not shown.lively:
                due = self._begun + LEARNING_PERIOD
        return due - now
