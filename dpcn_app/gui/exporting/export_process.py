"""An export that a process of its own makes, so that the window goes on meanwhile.

It is `dpcn-app export KIND --led`: progress comes in lines from its stdout, the reason of a failure
from its stderr. When its stdin ends, because the user cancels or the window goes, it ends too, and
leaves no file.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject, QProcess, QProcessEnvironment, QTimer, Signal

from dpcn_app.engine.threads import BLAS_THREADS
from dpcn_app.errors import UserError
from dpcn_app.storage.atomic import sweep_folder
from dpcn_app.storage.leftovers import EXPORT_PREFIX

_PATIENCE_MS = 3000  # for a process that was asked to end
_STOPPED = 130  # exit code of an export that was stopped


class ExportProcess(QObject):
    """Makes one file in a process of its own.

    Parameters
    ----------
    words
        For the command line, after `dpcn-app export`.
    out
        The file to make.
    folder
        What the process reads; it is removed with this.
    parent
        To which this belongs.

    Signals
    -------
    progressed
        Share done, and what is being done.
    done, failed, cancelled
        The end: the file is there; a sentence says why it is not; the user did not want it.
    """

    progressed = Signal(float, str)
    done = Signal()
    failed = Signal(str)
    cancelled = Signal()

    def __init__(
        self,
        words: Sequence[str],
        out: Path,
        folder: tempfile.TemporaryDirectory[str],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._out, self._folder, self._unread = out.absolute(), folder, ""
        self._cancelled = self._ended = False
        self._process = QProcess(self)
        self._process.setProcessEnvironment(_environment())
        self._process.readyReadStandardOutput.connect(self._read)
        self._process.finished.connect(self._end)
        self._process.errorOccurred.connect(self._fail)
        self._patience = QTimer(self)
        self._patience.setSingleShot(True)
        self._patience.timeout.connect(self._process.kill)
        command = ["-P", "-m", "dpcn_app", "export", *words, "--out", str(self._out), "--led"]
        self._process.start(sys.executable, command)
        self._number = self._process.processId()  # not known any more once it has ended

    def cancel(self) -> None:
        """Let the process end, and leave no file."""
        if not self._ended:
            self._cancelled = True
            self._process.closeWriteChannel()
            self._patience.start(_PATIENCE_MS)

    def end(self, milliseconds: int) -> None:
        """Wait until the process that was cancelled has gone; after some milliseconds, kill it."""
        if not self._ended and not self._process.waitForFinished(milliseconds):
            self._process.kill()
            self._process.waitForFinished(_PATIENCE_MS)

    def _read(self) -> None:
        text = self._unread + bytes(self._process.readAllStandardOutput().data()).decode(
            "utf-8", "replace"
        )
        *lines, self._unread = text.split("\n")
        for line in lines:
            share, _, words = line.partition(" ")
            if words and share.replace(".", "", 1).isdecimal():
                self.progressed.emit(min(float(share), 1.0), words)

    def _fail(self, error: QProcess.ProcessError) -> None:
        if error is QProcess.ProcessError.FailedToStart:
            self._finish(
                "A process for the export could not be started; close other programs and try again."
            )

    def _end(self, code: int, status: QProcess.ExitStatus) -> None:
        told = bytes(self._process.readAllStandardError().data()).decode("utf-8", "replace")
        if status is QProcess.ExitStatus.CrashExit:
            sweep_folder(Path(os.path.realpath(self._out)).parent, self._number)
        if self._cancelled or code == _STOPPED:
            self._finish(None)
        elif code == 0 and status is QProcess.ExitStatus.NormalExit:
            self._finish("")
        else:
            lines = [line for line in told.splitlines() if line.startswith("dpcn-app: ")]
            self._finish(
                lines[-1].removeprefix("dpcn-app: ")
                if lines
                else "The export has ended early, and nothing was written; try it again."
            )

    def _finish(self, problem: str | None) -> None:
        """Tell the end once: a problem, none, or None where it was cancelled."""
        if self._ended:
            return
        self._ended = True
        self._patience.stop()
        self._folder.cleanup()
        if problem is None:
            self.cancelled.emit()
        elif problem:
            self.failed.emit(problem)
        else:
            self.done.emit()


def _environment() -> QProcessEnvironment:
    """Return an environment in which the process finds all that this one finds."""
    found = QProcessEnvironment.systemEnvironment()
    for name, value in BLAS_THREADS.items():
        found.insert(name, value)
    found.insert("PYTHONPATH", os.pathsep.join(filter(None, sys.path)))
    found.insert("PYTHONIOENCODING", "utf-8")
    return found


def session_folder() -> tempfile.TemporaryDirectory[str]:
    """Return a new folder for what the process reads; a later start removes one that was left."""
    try:
        return tempfile.TemporaryDirectory(prefix=EXPORT_PREFIX, ignore_cleanup_errors=True)
    except OSError as error:
        raise UserError(
            f"{error.filename or 'A temporary folder'} could not be made: {error.strerror}; free "
            "some space there, or start again with another folder in TMPDIR."
        ) from error
