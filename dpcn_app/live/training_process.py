"""The process that trains for the window: `python -m dpcn_app.live.training_process`.

The training comes in through stdin, and after it orders; reports go out through stdout. When the
window goes, closed or killed, stdin ends: then the process keeps a checkpoint and ends too.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
import threading
from contextlib import AbstractContextManager, nullcontext, suppress
from typing import BinaryIO, NoReturn

import numpy as np

from dpcn_app.errors import UserError
from dpcn_app.live.engine_commands import StartTraining
from dpcn_app.live.reported_training import Orders, ReportedTraining, send, sentence_about
from dpcn_app.live.training_messages import HELD_BACK, TrainingRefused
from dpcn_app.live.unfinished_trainings import cannot_go_on
from dpcn_app.storage.file_lock import locked
from dpcn_app.training.driver import Training
from dpcn_app.video.source_spec import open_source

_KEEPING = 60.0  # seconds to end a step and keep a checkpoint in, when the window has gone
_POLITENESS = 5  # steps by which it is nicer than the window, where a video plays meanwhile
_LOCK_PATIENCE = 2.0  # seconds for a process that is about to end


def main() -> None:
    """Train what stdin asks for."""
    inlet, outlet = _pipes()
    if hasattr(os, "nice"):
        os.nice(_POLITENESS)
    try:
        job = pickle.load(inlet)
    except EOFError:  # the window has gone already
        return
    orders = Orders(inlet)
    threading.Thread(target=_end_in_time, args=[orders], daemon=True).start()
    _see_to_signals(orders)
    # Numbers near the end of their range may overflow; what then is shown black is told.
    with np.errstate(over="ignore", invalid="ignore"):
        try:
            with _locked(job):
                training = _open_training(job)
                ReportedTraining(training, orders, outlet, job.slow_seconds).run()
        except Exception as error:
            send(outlet, TrainingRefused(sentence_about(error)))
    with suppress(BrokenPipeError):
        outlet.close()


def _pipes() -> tuple[BinaryIO, BinaryIO]:
    """Return stdin and stdout, which nobody else can use any more: a library might print."""
    inlet, outlet = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    with open(os.devnull, "rb") as nothing:
        os.dup2(nothing.fileno(), 0)
    os.dup2(2, 1)
    return inlet, outlet


def _end_in_time(orders: Orders) -> NoReturn:
    """End the process some time after the window has gone, even in a step that does not end."""
    orders.ended.wait()
    threading.Event().wait(_KEEPING)
    os._exit(1)


def _see_to_signals(orders: Orders) -> None:
    """Leave Ctrl-C and a closed terminal to the window; end well where asked to end."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform != "win32":
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
        signal.signal(signal.SIGTERM, lambda *_: orders.leave())
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {getattr(signal, name) for name in HELD_BACK})


def _locked(job: StartTraining) -> AbstractContextManager[None]:
    """Return the lock of the checkpoint, so that two windows do not keep theirs in one file."""
    if job.checkpoint is None or not os.path.isdir(job.checkpoint.parent):
        return nullcontext()
    busy = "Another window goes on with this training; wait for its end, or start a new one."
    return locked(job.checkpoint, busy, _LOCK_PATIENCE)


def _open_training(job: StartTraining) -> Training:
    video = open_source(job.source) if job.source else None
    try:
        return Training(
            job.preset,
            job.frames,
            job.seed,
            video,
            checkpoint=job.checkpoint,
            resume=job.resume,
            source=job.source,
        )
    except Exception as error:
        if video is not None:
            video.close()
        if job.resume and job.checkpoint is not None and isinstance(error, UserError):
            raise cannot_go_on(job.checkpoint, error) from error
        raise


if __name__ == "__main__":
    main()
