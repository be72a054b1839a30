"""What is watched: generated shapes or a file, with noise, seed and scale."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QComboBox, QDoubleSpinBox, QHBoxLayout, QLabel, QSpinBox, QWidget

from dpcn_app.gui.settings_model import SettingsModel
from dpcn_app.live import choices
from dpcn_app.live.settings import MOVING_PHOTOGRAPHS, Settings, shapes_source
from dpcn_app.video.noise import NOISE_KINDS
from dpcn_app.video.shapes import SHAPE_SETS
from dpcn_app.video.source_spec import FILE, SHAPES, SourceSpec

_SCALES = {0.0: "as trained", 1.0: "1", 0.5: "½", 0.25: "¼", 0.125: "⅛"}


class SourceChooser(QWidget):
    """Combo boxes and spin boxes in a row; what does not suit the video is hidden."""

    open_asked = Signal()

    def __init__(self, settings: SettingsModel) -> None:
        super().__init__()
        self._settings = settings
        self._file = ""  # the last one opened stays in the list
        self._spare = False
        self.video, self.kind, self.scale = QComboBox(), QComboBox(), QComboBox()
        self.noise, self.seed = QDoubleSpinBox(), QSpinBox()
        self._labels: dict[QWidget, QLabel] = {}
        self._build()
        settings.changed.connect(self.show_settings)
        self.show_settings(settings.current)

    def _build(self) -> None:
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        self.video.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.video.setMaximumWidth(240)
        line = self.fontMetrics().height()
        for box, narrowest in ((self.video, 7.2), (self.kind, 6.4), (self.scale, 6.2)):
            box.setMinimumWidth(round(narrowest * line))
        self.video.activated.connect(self._choose)
        for kind in NOISE_KINDS:
            self.kind.addItem(kind)
        self.kind.activated.connect(
            lambda: self._settings.choose(choices.choose_noise, self.kind.currentText())
        )
        self.noise.setKeyboardTracking(False)
        self.noise.valueChanged.connect(lambda value: self._settings.change(noise=float(value)))
        self.seed.setRange(0, 999_999)
        self.seed.setKeyboardTracking(False)
        self.seed.valueChanged.connect(lambda value: self._settings.change(seed=int(value)))
        for scale, words in _SCALES.items():
            self.scale.addItem(words, scale)
        self.scale.activated.connect(
            lambda: self._settings.change(scale=float(self.scale.currentData()))
        )
        for words, widget, name, tip in (
            ("Video", self.video, "Video", "What is watched: generated shapes, or a file"),
            ("Scale", self.scale, "Scale", "Factor on the size of the video's frames"),
            ("Noise", self.kind, "Kind of noise", "Kind of noise on the video"),
            ("", self.noise, "Noise", ""),
            ("Seed", self.seed, "Seed", "Another seed gives another video, or other noise on it"),
        ):
            label = QLabel(words)
            label.setBuddy(widget)
            label.setContentsMargins(6 if words else 0, 0, 0, 0)  # hidden with it
            self._labels[widget] = label
            row.addWidget(label)
            row.addWidget(widget)
            widget.setAccessibleName(name)
            widget.setToolTip(tip)
            widget.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    # --- showing ----------------------------------------------------------------------------------

    def show_settings(self, settings: Settings) -> None:
        """Show settings in the controls without sending them again."""
        blockers = [
            QSignalBlocker(each)
            for each in (self.video, self.kind, self.scale, self.noise, self.seed)
        ]
        if settings.source_kind == FILE:
            self._file = settings.source
        self._show_videos(settings)
        kind = NOISE_KINDS[settings.noise_kind]
        self.noise.setDecimals(2 if kind.step < 0.1 else 1)
        self.noise.setRange(0, kind.largest)
        self.noise.setSingleStep(kind.step)
        self.noise.setValue(settings.noise)
        self.noise.setToolTip(f"Amount of noise: {kind.unit} (N switches it on and off)")
        self.kind.setCurrentText(settings.noise_kind)
        self.scale.setCurrentIndex(max(0, self.scale.findData(settings.scale)))
        self.seed.setValue(settings.seed)
        self._show_what_suits(settings)
        del blockers

    def _show_videos(self, settings: Settings) -> None:
        """List what can be watched; the data of an item is the text of its video."""
        shapes = [shapes_source(name) for name in SHAPE_SETS]
        if settings.source_kind == SHAPES:  # one of them, perhaps of another length
            at = list(SHAPE_SETS).index(SourceSpec.parse(settings.source).given.get("set", "easy"))
            shapes[at] = settings.source
        wanted = [*shapes, MOVING_PHOTOGRAPHS]
        wanted += dict.fromkeys(
            each for each in (self._file, settings.source) if each and each not in wanted
        )
        names = [SourceSpec.parse(each).name for each in wanted]
        listed = [self.video.itemText(index) for index in range(self.video.count())]
        if listed != [*names, "Open …"]:
            self.video.clear()
            self.video.addItems([*names, "Open …"])
        for index, text in enumerate([*wanted, ""]):
            self.video.setItemData(index, text)
        self.video.setCurrentIndex(wanted.index(settings.source))

    def _show_what_suits(self, settings: Settings) -> None:
        shapes = settings.source_kind == SHAPES
        kind = not shapes or settings.noise_kind != "structured"  # else hidden, to save room
        self._labels[self.noise].setText("" if kind else "Noise")
        self._labels[self.noise].setContentsMargins(0 if kind else 6, 0, 0, 0)
        for widget, shown in (
            (self.scale, not shapes and not self._spare),
            (self.kind, kind),
            (self.seed, settings.seed_matters and not self._spare),
        ):
            widget.setVisible(shown)
            self._labels[widget].setVisible(shown)

    def spare_room(self, on: bool) -> None:
        """Hide what a class needs less than room, or show it again."""
        self._spare = on
        self._show_what_suits(self._settings.current)

    # --- doing ------------------------------------------------------------------------------------

    def _choose(self, index: int) -> None:
        text = self.video.itemData(index)
        if not text:
            self.open_asked.emit()
        elif SourceSpec.parse(text).kind == SHAPES:
            shape_set = SourceSpec.parse(text).given.get("set", "easy")
            memory = self._settings.noise_memory
            self._settings.choose(choices.watch_shapes, shape_set, memory)
        else:
            self._settings.choose(choices.watch_video, text)
        self.show_settings(self._settings.current)  # the choice may have changed nothing
