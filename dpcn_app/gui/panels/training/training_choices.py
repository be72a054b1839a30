"""What is to be trained: a preset or the user's own video, how many frames, and the seed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFormLayout, QHBoxLayout, QLabel, QSpinBox, QWidget

from dpcn_app.gui.panels.training.hyperparameter_form import HyperparameterForm
from dpcn_app.gui.widgets.elided_combo import ElidedCombo
from dpcn_app.live.choices import NATURAL_NETWORK, suitable_network
from dpcn_app.live.engine_commands import StartTraining
from dpcn_app.live.settings import Settings
from dpcn_app.training.hyperparameters import recipe, with_values
from dpcn_app.training.presets import PRESETS, Preset
from dpcn_app.video.preprocess import WHOLE, Region
from dpcn_app.video.source_spec import FILE, SourceSpec

_SOURCE = Qt.ItemDataRole.UserRole + 1  # of an item in the list: the video to learn from

_TITLES = {
    "shapes-easy": "Shapes, easy (square, X, diamond)",
    "shapes-hard": "Shapes, hard (square, diamond, triangle)",
    "shapes-wide": "Shapes on wide frames, hard",
    "shapes-wide-easy": "Shapes on wide frames, easy",
    "shapes-levels": "Scenes of shapes, three layers",
    "natural": "Natural scenes (moving photographs)",
}


class TrainingChoices(QWidget):
    """A list of presets, frames and seed; the preset's numbers are in a form of their own.

    Parameters
    ----------
    hyperparameters
        Shows the numbers behind the preset, wherever the panel puts them.
    """

    def __init__(self, hyperparameters: HyperparameterForm) -> None:
        super().__init__()
        self._hyperparameters = hyperparameters
        self._watched = ""  # the video that was there last
        self._looked_at: tuple[Region, float] = (WHOLE, 0.0)  # region and scale of it
        self._own = len(PRESETS)  # place of the user's own video, once there is one
        self._own_job: dict[str, Any] | None = None  # the user's choices, during a lesson
        self.preset_box = ElidedCombo(shortened=Qt.TextElideMode.ElideRight)
        self.frames_box, self.seed_box = QSpinBox(), QSpinBox()
        self._fill()
        self._lay_out()
        self.preset_box.currentIndexChanged.connect(self._show_recipe)
        self._show_recipe()

    # --- making -----------------------------------------------------------------------------------

    def _fill(self) -> None:
        for name in PRESETS:
            self.preset_box.addItem(_TITLES.get(name, name), name)
        self.frames_box.setRange(60, 100_000)
        self.frames_box.setSingleStep(300)
        self.frames_box.setGroupSeparatorShown(True)
        self.seed_box.setRange(0, 2**31 - 1)
        for box, name, meaning in (
            (self.preset_box, "Preset", "What the network learns, and how."),
            (
                self.frames_box,
                "Frames",
                "Length of the training video: 900 frames are enough, 3,000 are better.",
            ),
            (self.seed_box, "Seed", "The same seed gives the same video and the same network."),
        ):
            box.setMinimumWidth(60)  # else room for the largest number makes the panel wide
            box.setToolTip(meaning)
            box.setAccessibleName(name)
            box.setAccessibleDescription(meaning)

    def _lay_out(self) -> None:
        form = QFormLayout(self)
        form.setContentsMargins(0, 0, 0, 0)
        form.setHorizontalSpacing(8)
        form.setVerticalSpacing(4)
        form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.DontWrapRows)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        pair = QHBoxLayout()
        pair.setSpacing(8)
        seed_label = QLabel("Seed")
        seed_label.setBuddy(self.seed_box)
        pair.addWidget(self.frames_box, 1)
        pair.addWidget(seed_label)
        pair.addWidget(self.seed_box, 1)
        frames_label = QLabel("Frames")
        frames_label.setBuddy(self.frames_box)
        form.addRow("Preset", self.preset_box)
        form.addRow(frames_label, pair)

    # --- what is chosen ---------------------------------------------------------------------------

    @property
    def listed_preset(self) -> Preset:
        """The preset as it is listed, without the numbers that the user has changed."""
        return PRESETS[self.preset_box.currentData()]

    @property
    def source(self) -> str:
        """The user's own video where it is to be learnt from; empty for generated frames."""
        return str(self.preset_box.currentData(_SOURCE) or "")

    def preset(self) -> Preset:
        """Return what the form asks for; refuses what cannot be trained."""
        chosen = with_values(self.listed_preset, self._hyperparameters.values())
        if not self.source:
            return chosen
        region, scale = self._looked_at
        look = replace(chosen.preprocessing, region=region, scale=scale or 1.0)
        return replace(chosen, preprocessing=look)

    def start_command(self, checkpoint: Path | None, slow_seconds: float = 0.0) -> StartTraining:
        """Return the command for what is chosen; refuses what cannot be trained."""
        frames, seed = self.frames_box.value(), self.seed_box.value()
        return StartTraining(
            self.preset(),
            frames,
            seed,
            checkpoint,
            source=self.source,
            slow_seconds=slow_seconds,
            keep=not self.lent,
        )

    # --- choosing ---------------------------------------------------------------------------------

    def let_change(self, on: bool) -> None:
        """Enable the choices, or disable them while a training uses them."""
        for widget in (self.preset_box, self.frames_box, self.seed_box, self._hyperparameters):
            widget.setEnabled(on)

    def follow(self, settings: Settings) -> None:
        """Choose the preset that suits the video in use, unless the user has changed a number."""
        self._looked_at = settings.region, settings.scale
        if settings.source == self._watched or self.lent:
            return
        self._watched = settings.source
        own = settings.source_kind == FILE
        if own:
            self._offer(settings.source)
        if self._untouched():
            name = suitable_network(settings.source)
            place = self._own if own else self.preset_box.findData(name)
            self.preset_box.setCurrentIndex(max(0, place))

    def _untouched(self) -> bool:
        """Return whether frames and hyper-parameters are those of the preset as it is listed."""
        listed = self.listed_preset
        same_numbers = self._hyperparameters.values() == recipe(listed)
        return same_numbers and self.frames_box.value() == listed.frames

    def _offer(self, source: str) -> None:
        """Offer to learn from a video of the user's own."""
        words = f"Your video ({SourceSpec.parse(source).name})"
        if self.preset_box.count() == self._own:
            self.preset_box.addItem(words, NATURAL_NETWORK)
        self.preset_box.setItemText(self._own, words)
        self.preset_box.setItemData(self._own, source, _SOURCE)

    def _show_recipe(self) -> None:
        """Show frames and hyper-parameters of the preset as it is listed."""
        self.frames_box.setValue(self.listed_preset.frames)
        self._hyperparameters.show_preset(self.listed_preset)

    # --- lessons ----------------------------------------------------------------------------------

    @property
    def lent(self) -> bool:
        """Whether a lesson chooses."""
        return self._own_job is not None

    def lend(self, job: Mapping[str, Any] | None) -> None:
        """Show what a lesson wants to be trained; None brings the user's own choices back."""
        if job is not None:
            self._own_job = self._own_job or self.job()
            self._show_job(job)
        elif self._own_job is not None:
            own, self._own_job = self._own_job, None
            self._show_job(own)

    def job(self) -> dict[str, Any]:
        """Return the choices, in the form in which a lesson has its own."""
        return {
            "preset": self.preset_box.currentData(),
            "frames": self.frames_box.value(),
            "seed": self.seed_box.value(),
            "values": self._hyperparameters.values(),
            "source": self.source,
            "region": self._looked_at[0],
            "scale": self._looked_at[1],
        }

    def _show_job(self, job: Mapping[str, Any]) -> None:
        """Show such choices."""
        self.preset_box.setCurrentIndex(self.preset_box.findData(job["preset"]))
        if job.get("source"):
            self._offer(job["source"])
            self._looked_at = job["region"], job["scale"]
            self.preset_box.setCurrentIndex(self._own)
        self.frames_box.setValue(job["frames"])
        self.seed_box.setValue(job["seed"])
        self._hyperparameters.set_values(job["values"])
