"""The engine thread: a plain thread, without Qt, that owns the controller.

Commands come in through a queue, snapshots go out through a mailbox, at most 30 a second. An
exception ends the work but not the window: it is kept for the window to show.
"""

from __future__ import annotations

import queue
import threading
import time
import traceback
from typing import TYPE_CHECKING

import numpy as np

from dpcn_app.live.engine_commands import Command
from dpcn_app.live.kernel_loader import KernelLoader
from dpcn_app.live.mailbox import Mailbox
from dpcn_app.live.settings import Settings
from dpcn_app.live.snapshot import Snapshot
from dpcn_app.live.snapshot_times import SnapshotTimes
from dpcn_app.storage.network_store import NetworkStore
from dpcn_app.video.source import FrameSource

if TYPE_CHECKING:  # numba takes seconds to load, and the window opens before that
    from dpcn_app.live.controller import Controller

QUITTING = 0.5
"""Seconds that the thread has to end where nothing can be lost."""
KEEPING = 60.0
"""Seconds that it has to end a training step and keep what was learnt."""


class EngineThread(threading.Thread):
    """Runs a controller until it is asked to stop.

    Parameters
    ----------
    settings
        The first settings.
    playing
        Whether to play from the start.
    video
        The video that the settings name, where it is open already.
    store
        Where trained networks are kept; None to keep none.

    Attributes
    ----------
    asked
        Number of commands that were sent.
    """

    def __init__(
        self,
        settings: Settings,
        *,
        playing: bool = True,
        video: FrameSource | None = None,
        store: NetworkStore | None = None,
    ) -> None:
        super().__init__(name="engine", daemon=True)
        self.snapshots: Mailbox[Snapshot] = Mailbox()
        self.failures: Mailbox[str] = Mailbox()
        self._settings, self._playing, self._video = settings, playing, video
        self._store = store
        self._commands: queue.SimpleQueue[Command | None] = queue.SimpleQueue()
        self._ending, self._loaded = threading.Event(), threading.Event()
        self._keeping = threading.Event()  # set while closing has something to keep
        self.asked = 0
        self._asking = threading.Lock()  # commands come from several threads
        self._kernels = KernelLoader(self.ask)

    def compile(self) -> None:
        """Let other processes compile what is not compiled yet, before the thread is started."""
        self._kernels.begin()

    def ask(self, command: Command) -> None:
        """Send a command; it is carried out between two pieces of work."""
        with self._asking:
            self.asked += 1
            self._commands.put(command)

    @property
    def waiting(self) -> int:
        """Number of commands not yet carried out."""
        return self._commands.qsize()

    def stop(self, timeout: float = QUITTING) -> bool:
        """Ask the thread to end, and wait for it; return whether it did.

        A piece of work cannot be broken off, and may take seconds. Without a training nothing is
        lost with it, so that this waits for `timeout` seconds only, and for a thread that is still
        importing not at all. What a training has learnt is always waited for.
        """
        self._ending.set()
        self._kernels.stop()
        self._commands.put(None)
        if self.is_alive() and self._loaded.is_set():
            self.join(timeout)
            if self._keeping.is_set():
                self.join(KEEPING)
        return not self.is_alive()

    def run(self) -> None:
        """Work until stopped; called by `start`."""
        try:
            # Numbers near the end of their range may overflow; what is shown black then is told.
            with np.errstate(over="ignore", invalid="ignore"):
                self._work()
        except Exception:
            self.failures.put(traceback.format_exc())

    def _work(self) -> None:
        # The window opens before the rest of the engine is loaded.
        from dpcn_app.live.controller import Controller

        self._loaded.set()
        controller = Controller(
            self._settings,
            playing=self._playing,
            video=self._video,
            store=self._store,
            prepared=0,
        )
        self._kernels.start()
        try:
            self._run(controller)
        finally:
            controller.close()
            self._keeping.clear()

    def _run(self, controller: Controller) -> None:
        times = SnapshotTimes()
        asked, owed = True, True  # owed: a change has not been shown yet
        pause: float | None = 0.0
        while not self._ending.is_set():
            asked |= self._carry_out(controller, pause)
            if controller.has_to_keep:
                self._keeping.set()
            else:
                self._keeping.clear()
            if self._ending.is_set():
                break
            if asked and times.before_work(time.monotonic(), controller):
                times.made(self._publish(controller))
                asked, owed = False, True
            owed |= asked or pause is not None
            pause = controller.work()
            if not owed:
                continue
            working = pause is not None
            wait = times.wait(time.monotonic(), controller, asked=asked, working=working)
            if wait is None:
                continue
            if wait > 0:
                pause = wait if pause is None else min(pause, wait)
                continue
            times.frame = controller.playing_frame
            times.made(self._publish(controller))
            asked, owed = False, False
            pause = 0.0 if working else None  # now there may be time for the next frame

    def _publish(self, controller: Controller) -> float:
        """Put a snapshot into the mailbox; return when it was begun.

        That matters where the frame is inferred while its snapshot is made, as after a jump in a
        file: counted from its end, the next snapshot would come too late.
        """
        begun = time.monotonic()
        self.snapshots.put(controller.snapshot())
        return begun

    def _carry_out(self, controller: Controller, pause: float | None) -> bool:
        """Carry out all commands that have come, waiting up to `pause` seconds for the first."""
        done = False
        try:
            command = (
                self._commands.get(timeout=pause) if pause != 0.0 else (self._commands.get_nowait())
            )
            while True:
                if command is not None:
                    controller.handle(command)
                    done = True
                command = self._commands.get_nowait()
        except queue.Empty:
            return done
