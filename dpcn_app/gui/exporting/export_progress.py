"""How far an export is, in a small window beside the app's, with a button that cancels it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QLabel,
    QProgressBar,
    QVBoxLayout,
    QWidget,
)

from dpcn_app.gui.exporting.export_process import ExportProcess
from dpcn_app.gui.guarded_events import GuardedEvents

_STEPS = 1000  # of the bar
_WIDE = 26  # lines of type


class ExportProgress(GuardedEvents, QDialog):
    """Follows one export; Esc and closing cancel it, as the button does.

    Parameters
    ----------
    title
        What is made.
    process
        What makes it.
    parent
        The app's window, which stays usable.
    """

    def __init__(self, title: str, process: ExportProcess, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._process = process
        self.message = QLabel("starting …")
        self.message.setTextFormat(Qt.TextFormat.PlainText)
        self.bar = QProgressBar()
        self.bar.setRange(0, _STEPS)
        self.bar.setAccessibleName(f"Progress of {title}")
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.buttons.rejected.connect(self.cancel)
        layout = QVBoxLayout(self)
        for widget in (self.message, self.bar, self.buttons):
            layout.addWidget(widget)
        self.setMinimumWidth(_WIDE * self.fontMetrics().height())
        process.progressed.connect(self._show)
        for end in (process.done, process.failed, process.cancelled):
            end.connect(self._close)

    def cancel(self) -> None:
        """Let the export go, at once."""
        self.hide()
        self._process.cancel()

    def reject(self) -> None:
        """Cancel with Esc."""
        self.cancel()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Cancel with the button of the desktop, too."""
        self._process.cancel()
        super().closeEvent(event)

    def _show(self, share: float, words: str) -> None:
        self.bar.setValue(round(_STEPS * share))
        self.message.setText(words)

    def _close(self) -> None:
        self.close()
