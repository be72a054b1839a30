"""What is watched: generated shapes or a file, with noise, seed and scale."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QComboBox, QDoubleSpinBox, QHBoxLayout, QLabel, QSpinBox, QWidget

from dpcn_app.gui.settings_model import SettingsModel
from dpcn_app.live.settings import (
    NATURAL_NETWORK,
    PHOTOGRAPHS,
    Settings,
    network_for,
    source_name,
)
from dpcn_app.video.noise import NOISE_KINDS
from dpcn_app.video.preprocess import WHOLE
from dpcn_app.video.shapes import SHAPE_SETS

_SHAPES_NETWORKS = tuple(f"shapes-{name}" for name in SHAPE_SETS)
_SCALES = {0.0: "as trained", 1.0: "1", 0.5: "½", 0.25: "¼", 0.125: "⅛"}

# Largest amount, step and first amount of each kind of noise.
_AMOUNTS = {
    "structured": (6.0, 0.5, 1.5),
    "gaussian": (1.0, 0.05, 0.1),
    "occlusion": (0.9, 0.1, 0.2),
}


class SourceChooser(QWidget):
    """Combo boxes and spin boxes in a row; what does not suit the video is hidden."""

    open_asked = Signal()

    def __init__(self, settings: SettingsModel) -> None:
        super().__init__()
        self._settings = settings
        self._last_noise = settings.current.noise or 1.5
        self._shapes_noise = self._last_noise
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
            lambda: self._settings.change(
                noise_kind=self.kind.currentText(), noise=_AMOUNTS[self.kind.currentText()][2]
            )
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
            (
                "Video",
                self.video,
                "Video",
                "What is watched: generated shapes, or a file",
            ),
            ("Scale", self.scale, "Scale", "Factor on the size of the video's frames"),
            ("Noise", self.kind, "Kind of noise", "What is put on the video"),
            (
                "",
                self.noise,
                "Noise",
                "Objects in 32×32 pixels, deviation, or share (N switches it)",
            ),
            ("Seed", self.seed, "Seed", "Another seed, another video or other noise"),
        ):
            label = QLabel(words)
            label.setBuddy(widget)
            self._labels[widget] = label
            row.addWidget(label)
            row.addWidget(widget)
            row.addSpacing(6)
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
        if settings.source not in ("", PHOTOGRAPHS):
            self._file = settings.source
        self._show_videos(settings)
        largest, step, _ = _AMOUNTS[settings.noise_kind if settings.source else "structured"]
        self.noise.setDecimals(2 if step < 0.1 else 1)
        self.noise.setRange(0, largest)
        self.noise.setSingleStep(step)
        self.noise.setValue(settings.noise)
        self.kind.setCurrentText(settings.noise_kind)
        self.scale.setCurrentIndex(max(0, self.scale.findData(settings.scale)))
        self.seed.setValue(settings.seed)
        if settings.noise > 0:
            self._last_noise = settings.noise
        if not settings.source:
            self._shapes_noise = settings.noise
        self._show_what_suits(settings)
        del blockers

    def _show_videos(self, settings: Settings) -> None:
        wanted = [(f"shapes, {name}", ("shapes", name)) for name in SHAPE_SETS]
        wanted.append((source_name(PHOTOGRAPHS), ("file", PHOTOGRAPHS)))
        if self._file:
            wanted.append((source_name(self._file), ("file", self._file)))
        wanted.append(("Open …", ("open", "")))
        if [self.video.itemText(i) for i in range(self.video.count())] != [w for w, _ in wanted]:
            self.video.clear()
            for words, data in wanted:
                self.video.addItem(words, data)
        chosen = ("file", settings.source) if settings.source else ("shapes", settings.shape_set)
        self.video.setCurrentIndex([data for _, data in wanted].index(chosen))

    def _show_what_suits(self, settings: Settings) -> None:
        file = bool(settings.source)
        for widget, shown in (
            (self.scale, file and not self._spare),
            (self.kind, file),
            (self.seed, not self._spare and (not file or settings.noise > 0)),
        ):
            widget.setVisible(shown)
            self._labels[widget].setVisible(shown)
        self._labels[self.noise].setText("" if file else "Noise")

    def spare_room(self, on: bool) -> None:
        """Leave out what a class needs less than room."""
        self._spare = on
        self._show_what_suits(self._settings.current)

    # --- doing ------------------------------------------------------------------------------------

    def _choose(self, index: int) -> None:
        what, value = self.video.itemData(index)
        if what == "open":
            self.show_settings(self._settings.current)  # nothing is chosen yet
            self.open_asked.emit()
        elif what == "file":
            self.watch(value)
        else:
            self.watch_shapes(value)

    def watch(self, source: str) -> None:
        """Watch a video, without noise at first, where the network looks as suits it.

        Where a bundled network has watched shapes, the one that suits the video comes with it. That
        for natural scenes knows no extended prior: top-down takes its place. Any other one stays.
        """
        current = self._settings.current
        model, modes = current.model, current.modes
        if not current.source and model in _SHAPES_NETWORKS:
            model = network_for(source)
            modes = _without_prior(modes) if model == NATURAL_NETWORK else modes
        self._settings.change(
            source=source, model=model, modes=modes, noise=0.0, region=WHOLE, scale=0.0
        )

    def watch_shapes(self, name: str) -> None:
        """Watch a set of shapes, with the bundled network that was trained on it."""
        current = self._settings.current
        bundled = (f"shapes-{current.shape_set}", NATURAL_NETWORK)
        model = f"shapes-{name}" if current.model in bundled else current.model
        noise = self._shapes_noise if current.source else current.noise
        self._settings.change(source="", shape_set=name, model=model, noise=noise)

    def use_network(self, name: str) -> None:
        """Let a network watch; where the generated video would not suit it, the other one comes."""
        current = self._settings.current
        if name.startswith(NATURAL_NETWORK) and not current.source:
            self._settings.change(model=name, source=PHOTOGRAPHS, noise=0.0)
        elif name in _SHAPES_NETWORKS and current.source == PHOTOGRAPHS:
            self._settings.change(model=name, source="", noise=self._shapes_noise)
        else:
            self._settings.change(model=name)

    def toggle_noise(self) -> None:
        """Take the noise away, or bring back what there was."""
        current = self._settings.current
        usual = self._last_noise
        if current.source:
            usual = min(usual, _AMOUNTS[current.noise_kind][0])
        self._settings.change(noise=0.0 if current.noise > 0 else usual)


def _without_prior(modes: tuple[str, ...]) -> tuple[str, ...]:
    """Return ways of watching with top-down in place of the extended prior, each once."""
    known = ("both" if mode.startswith(("prior", "placebo")) else mode for mode in modes)
    return tuple(dict.fromkeys(known))
