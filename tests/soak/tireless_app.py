"""The app as a monkey plays with it: its video goes on playing and a network goes on learning.

A monkey pauses both, and hides or closes what could set them going again.
"""

import sys

from PySide6.QtCore import QCoreApplication, QObject, Qt, QTimer
from PySide6.QtWidgets import QApplication

from dpcn_app.cli import main

_PERIOD_MS = 2000


class Tireless(QObject):
    """Looks every two seconds whether the video plays and a training runs."""

    def __init__(self) -> None:
        super().__init__()
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._look)
        self._timer.start(_PERIOD_MS)

    def _look(self) -> None:
        from dpcn_app.gui.panels.training.training_panel import TrainingPanel
        from dpcn_app.gui.window import MainWindow
        from dpcn_app.live.engine_commands import Play

        for window in QApplication.topLevelWidgets():
            if not isinstance(window, MainWindow) or window.snapshot is None:
                continue
            panel = window.docks["training"].panel if "training" in window.docks else None
            if not window.snapshot.views or not isinstance(panel, TrainingPanel):
                continue
            if not window.snapshot.playing:
                window.ask(Play(True))
            training = window.snapshot.training
            if training is None or not training.state.under_way:
                panel.start_button.click()
            elif training.state == "paused":
                panel.resume_button.click()


if __name__ == "__main__":
    QCoreApplication.setAttribute(Qt.ApplicationAttribute.AA_ShareOpenGLContexts)
    application = QApplication(sys.argv[:1])
    tireless = Tireless()
    sys.exit(main(sys.argv[1:]))
