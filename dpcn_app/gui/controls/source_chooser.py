"""What is watched: generated shapes, a file or a camera, with noise, seed and scale."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QHBoxLayout,
    QLabel,
    QSpinBox,
    QWidget,
)

from dpcn_app.gui.settings_model import SettingsModel
from dpcn_app.gui.widgets.elided_combo import ElidedCombo
from dpcn_app.gui.widgets.step_buttons import add_step_buttons
from dpcn_app.live import choices
from dpcn_app.live.belief_words import mixed_classes
from dpcn_app.live.settings import MOVING_PHOTOGRAPHS, Settings, shapes_source
from dpcn_app.live.snapshot import Snapshot
from dpcn_app.video.camera_devices import found_cameras
from dpcn_app.video.noise import NOISE_KINDS
from dpcn_app.video.shapes import SHAPE_SETS
from dpcn_app.video.source_spec import CAMERA, FILE, SHAPES, SourceSpec

_SCALES = {0.0: "auto", 1.0: "1", 0.5: "½", 0.25: "¼", 0.125: "⅛"}


_SCALE_TIP = (
    "Factor on the size of the video's frames. auto: the whole frame is shrunk to what plays "
    "smoothly, a region is seen as the network was taught"
)


_DRAWING_TIP = (
    "Let the network see a drawing on paper that is held into the picture, cut out and redrawn in "
    "the size that it knows, and not the picture itself"
)


class SourceChooser(QWidget):
    """Combo boxes and spin boxes in a row.

    No choice moves what stands to the left of it: what does not suit a video stays in its place,
    disabled, but for the last control of the row.
    """

    open_asked = Signal()

    def __init__(self, settings: SettingsModel) -> None:
        super().__init__()
        self._settings = settings
        self._file = ""  # the last one opened stays in the list
        self._spare, self._drawable = False, False
        self.video, self.kind, self.scale = ElidedCombo(), QComboBox(), QComboBox()
        self.noise, self.seed = QDoubleSpinBox(), QSpinBox()
        self._labels: dict[QWidget, QLabel] = {}
        self.mirror, self.drawing = QCheckBox("Mirror"), QCheckBox("Drawing")
        self._build()
        settings.changed.connect(self.show_settings)
        self.show_settings(settings.current)

    def _build(self) -> None:
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
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
            ("Video", self.video, "Video", "What is watched: generated shapes, a file or a camera"),
            ("Noise", self.noise, "Noise", ""),
            ("", self.kind, "Kind of noise", "Kind of noise on the video"),
            ("Seed", self.seed, "Seed", "Another seed gives another video, or other noise on it"),
            ("Scale", self.scale, "Scale", _SCALE_TIP),
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
        for check, field, tip in (
            (self.mirror, "mirrored", "Show the camera's pictures as in a mirror"),
            (self.drawing, "drawing", _DRAWING_TIP),
        ):
            check.setAccessibleName(check.text())
            check.setToolTip(tip)
            check.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            check.clicked.connect(
                lambda on, field=field: self._settings.change(**{field: bool(on)})
            )
            check.hide()
            row.addWidget(check)
        row.addStretch(1)
        for box in (self.noise, self.seed):
            add_step_buttons(box)

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
        self.mirror.setChecked(settings.mirrored)
        self.drawing.setChecked(settings.drawing)
        self._show_what_suits(settings)
        del blockers

    def _show_videos(self, settings: Settings) -> None:
        """List what can be watched; the data of an item is the text of its video."""
        shapes = [shapes_source(name) for name in SHAPE_SETS]
        if settings.source_kind == SHAPES and not mixed_classes(settings):
            # One of them, perhaps of another length.
            at = list(SHAPE_SETS).index(SourceSpec.parse(settings.source).given.get("set", "easy"))
            shapes[at] = settings.source
        cameras = [SourceSpec(CAMERA, str(number)).text for number in found_cameras()]
        two = [*choices.pairs_at_once(settings), *choices.contexts(settings)]
        wanted = [*shapes, *two, MOVING_PHOTOGRAPHS, *cameras]
        wanted += dict.fromkeys(
            each for each in (self._file, settings.source) if each and each not in wanted
        )
        names = [_video_name(each) for each in wanted]
        self.video.set_names([*names, "Open …"])
        for index, text in enumerate([*wanted, ""]):
            self.video.setItemData(index, text)
        self.video.setCurrentIndex(wanted.index(settings.source))

    def show_snapshot(self, snapshot: Snapshot) -> None:
        """Offer to read drawings where the network and the video let it."""
        if (snapshot.video.drawn is not None) != self._drawable:
            self._drawable = not self._drawable
            self._show_what_suits(self._settings.current)

    def _show_what_suits(self, settings: Settings) -> None:
        shapes = settings.source_kind == SHAPES
        self.mirror.setVisible(settings.source_kind == CAMERA)
        self.drawing.setVisible(self._drawable)
        scaled = not (self._drawable and settings.drawing)
        for widget, shown, useful in (
            (self.kind, not self._spare, True),
            (self.seed, not self._spare, settings.seed_matters),
            (self.scale, scaled and not shapes and not self._spare, True),
        ):
            for each in (widget, self._labels[widget]):
                each.setVisible(shown)
                each.setEnabled(useful)

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
            given, memory = SourceSpec.parse(text).given, self._settings.noise_memory
            if "mix" in given:
                self._settings.choose(choices.watch_two_at_once, text, memory)
            else:
                shape_set = given.get("set", "easy")
                self._settings.choose(choices.watch_shapes, shape_set, memory)
        else:
            self._settings.watch_video(text)
        self.show_settings(self._settings.current)  # the choice may have changed nothing


def _video_name(text: str) -> str:
    """Return what a video is called in the list: short, as the row has little room."""
    spec = SourceSpec.parse(text)
    mix, around = spec.given.get("mix", ""), spec.given.get("around", "")
    if around:
        others = [name for name in mix.split("+") if name != around]
        return f"{around} around {' + '.join(others)}"
    return f"two: {mix.replace('+', ' + ')}" if mix else spec.name
