"""File ▸ Export ▸ Film: what it shows, in which modes, which frames, how large and how fast."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from dpcn_app.engine.modes import MODES, PART_CHOICES, mode_meaning, mode_title
from dpcn_app.gui.guarded_events import GuardedEvents
from dpcn_app.gui.theme import THEMES
from dpcn_app.live.network_modes import knows_mode
from dpcn_app.live.settings import MOST_MODES
from dpcn_app.sharing.film_order import RATE, SHOWN

if TYPE_CHECKING:
    from dpcn_app.gui.window import MainWindow

SIZES = ("1280x720", "1920x1080", "854x480", "640x640", "1080x1080")
"""Sizes to choose from; others can be typed."""

_ROWS = 8  # modes that can be seen at once
_SLOWEST, _FASTEST = 1, 120
_LAYOUT_VERSION = 1  # of stored layouts


class FilmDialog(GuardedEvents, QDialog):
    """A form for one film, filled in as the window is now.

    Parameters
    ----------
    window
        What is filmed.
    length
        How many frames there are.
    """

    def __init__(self, window: MainWindow, length: int) -> None:
        super().__init__(window)
        self.setWindowTitle("Export a film")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._window = window
        self.show_box = self._choice(SHOWN.values(), "What the film shows")
        self.modes = self._mode_list()
        self.first = self._number(1, length, 1, "First frame")
        self.last = self._number(1, length, length, "Last frame")
        self.size_box = self._choice(SIZES, "Width and height in pixels")
        self.size_box.setEditable(True)
        self.rate = self._number(_SLOWEST, _FASTEST, RATE, "Frames a second")
        self.theme_box = self._choice((name.capitalize() for name in THEMES), "Look")
        self.theme_box.setCurrentIndex(list(THEMES).index(window.context.themes.current.name))
        self.hint = QLabel()
        self.hint.setEnabled(False)  # drawn in the muted colour of every theme
        self.make_button = QPushButton("&Make film …")
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        buttons.addButton(self.make_button, QDialogButtonBox.ButtonRole.AcceptRole)
        buttons.button(QDialogButtonBox.StandardButton.Cancel).setAutoDefault(False)
        self.make_button.setDefault(True)  # Enter makes the film, wherever the focus is
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        form = QFormLayout()
        form.addRow("&Show", self.show_box)
        form.addRow("Mo&des", self.modes)
        label = QLabel("&Frames")
        label.setBuddy(self.first)
        form.addRow(label, _row(self.first, QLabel("to"), self.last))
        form.addRow("Si&ze", self.size_box)
        form.addRow("Frames a se&cond", self.rate)
        form.addRow("&Look", self.theme_box)
        layout = QVBoxLayout(self)
        layout.addLayout(form)
        layout.addWidget(self.hint)
        layout.addWidget(buttons)
        for box in (self.first, self.last, self.rate):
            box.valueChanged.connect(self._tell_length)
        self.modes.itemChanged.connect(self._tell_length)
        self._tell_length()

    # --- building ---------------------------------------------------------------------------------

    def _choice(self, titles: object, name: str) -> QComboBox:
        box = QComboBox()
        box.addItems([str(title) for title in titles])  # type: ignore[attr-defined]
        box.setAccessibleName(name)
        return box

    def _number(self, least: int, most: int, value: int, name: str) -> QSpinBox:
        box = QSpinBox()
        box.setRange(least, most)
        box.setGroupSeparatorShown(True)
        box.setValue(value)
        box.setAccessibleName(name)
        return box

    def _mode_list(self) -> QListWidget:
        """Return a list of all modes that the network knows, those shown now switched on."""
        settings = self._window.settings
        shown = settings.current.modes
        named = (*shown, *MODES, *(f"prior:{each}" for each in PART_CHOICES))
        modes = QListWidget()
        modes.setAccessibleName("Modes side by side")
        for mode in dict.fromkeys(named):
            if not knows_mode(mode, settings.parts):
                continue
            item = QListWidgetItem(mode_title(mode))
            item.setData(Qt.ItemDataRole.UserRole, mode)
            item.setToolTip(mode_meaning(mode))
            on = Qt.CheckState.Checked if mode in shown else Qt.CheckState.Unchecked
            item.setCheckState(on)
            modes.addItem(item)
        modes.setCurrentRow(0)
        modes.setFixedHeight(_ROWS * modes.sizeHintForRow(0) + 2 * modes.frameWidth())
        modes.setMinimumWidth(modes.sizeHintForColumn(0) + 3 * modes.sizeHintForRow(0))
        return modes

    # --- what is chosen ---------------------------------------------------------------------------

    def chosen_modes(self) -> list[str]:
        """Return the modes that are switched on."""
        items = [self.modes.item(row) for row in range(self.modes.count())]
        return [
            item.data(Qt.ItemDataRole.UserRole)
            for item in items
            if item.checkState() is Qt.CheckState.Checked
        ]

    def words(self) -> list[str]:
        """Return the choices as words of `dpcn-app export film`."""
        show = list(SHOWN)[self.show_box.currentIndex()]
        words = ["--show", show, "--modes", ",".join(self.chosen_modes())]
        words += ["--frames", f"{self.first.value()}-{self.last.value()}"]
        words += ["--size", self.size_box.currentText().strip() or "none"]
        words += ["--rate", str(self.rate.value())]
        words += ["--theme", list(THEMES)[self.theme_box.currentIndex()]]
        if show == "window":
            state = self._window.saveState(_LAYOUT_VERSION).data()
            words.append(f"--layout={base64.b64encode(bytes(state)).decode()}")
        return words

    def _tell_length(self) -> None:
        """Say how long the film will be, or what is missing."""
        modes, count = len(self.chosen_modes()), self.last.value() - self.first.value() + 1
        if not 1 <= modes <= MOST_MODES:
            words = f"Choose 1 to {MOST_MODES} modes."
        elif count < 1:
            words = "The last frame comes before the first."
        else:
            seconds = count / self.rate.value()
            words = f"{count:,} frames, {seconds:.1f} s"
        self.hint.setText(words)
        self.make_button.setEnabled(1 <= modes <= MOST_MODES and count >= 1)


def _row(*widgets: QWidget) -> QHBoxLayout:
    row = QHBoxLayout()
    for widget in widgets:
        row.addWidget(widget, 0 if isinstance(widget, QLabel) else 1)
    return row
