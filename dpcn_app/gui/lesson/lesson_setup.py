"""What a step brings about in the window, and what was there before the lesson.

All goes through the settings and the commands that the user's own hands use, and can be undone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, cast

from PySide6.QtCore import Qt

from dpcn_app.gui.window_parts.dock_layout import Arrangement
from dpcn_app.lessons.lesson import JUST_TRAINED, Lesson, Setup
from dpcn_app.live.choices import NoiseMemory
from dpcn_app.live.engine_commands import Jump, Play, StopTraining
from dpcn_app.live.overlays import Overlays
from dpcn_app.live.settings import Settings
from dpcn_app.live.snapshot import Snapshot

if TYPE_CHECKING:
    from dpcn_app.gui.panels.estimation.estimation_panel import EstimationPanel
    from dpcn_app.gui.panels.training.training_panel import TrainingPanel
    from dpcn_app.gui.window import MainWindow

_ALWAYS_SHOWN = "causes"  # on a projector
_BELOW = ("dictionary", "fields", "transitions", "training")  # may stand side by side


@dataclass(frozen=True)
class BeforeLesson:
    """All that leaving a lesson brings back."""

    settings: Settings
    noise: NoiseMemory
    frame: int
    playing: bool
    docks: Arrangement
    theme: str
    camera: tuple[float, float, float]
    selected: dict[str, Any]
    overlays: Overlays
    page: str
    run: Mapping[str, float] | None
    training: str

    @classmethod
    def of(cls, window: MainWindow) -> BeforeLesson:
        """Return what there is in a window now; a page that is open is closed."""
        snapshot, context, page = window.snapshot, window.context, window.pages.current
        window.pages.close()
        selection = context.selection
        return cls(
            window.settings.current,
            window.settings.noise_memory,
            0 if snapshot is None else snapshot.frame.index,
            True if snapshot is None else snapshot.playing,
            window.dock_layout.arrangement(),
            context.themes.current.name,
            context.camera.place,
            {name: getattr(selection, name) for name in ("layer", "group", "atom", "cause")},
            context.overlays.current,
            page,
            estimation_panel(window).run_values,
            "" if snapshot is None or snapshot.training is None else snapshot.training.name,
        )

    def bring_back(self, window: MainWindow) -> None:
        """Bring it back; in full screen, the docks come back after it."""
        context = window.context
        window.pages.close()
        self._end_training(window)
        training_panel(window).lend(None)
        if self.run is not None:
            estimation_panel(window).show_run(self.run)
        window.settings.set(self.settings)
        window.settings.noise_memory = self.noise
        window.ask(Jump(self.frame))
        window.ask(Play(self.playing))
        context.camera.go_to(*self.camera)
        context.selection.restore(**self.selected)
        context.overlays.use(self.overlays)
        if context.themes.current.name == self.theme:
            window.dock_layout.put_back(self.docks)
            if self.page:
                window.pages.open(self.page)
        elif self.theme != "projector":
            window.dock_layout.put_back_later(self.docks)
            window.full_screen.put_back_later(self.docks)

    def _end_training(self, window: MainWindow) -> None:
        """Stop a training that is part of the lesson; one that ran before it goes on."""
        training = None if window.snapshot is None else window.snapshot.training
        before = training is not None and training.name == self.training
        if training_panel(window).choices.lent and not before:
            window.ask(StopTraining())


def training_panel(window: MainWindow) -> TrainingPanel:
    """Return the panel in which a lesson trains."""
    return cast("TrainingPanel", window.docks["training"].panel)


def estimation_panel(window: MainWindow) -> EstimationPanel:
    """Return the page on which a lesson simulates."""
    return cast("EstimationPanel", window.pages.panels["states"])


def settings_of_step(lesson: Lesson, index: int, trained: str) -> Settings:
    """Return the settings of a step: those of a first start, changed by all steps up to it.

    Parameters
    ----------
    lesson, index
        The lesson, and the number of the step, from 0.
    trained
        The network that was trained last in the lesson, which a step may use; empty for none.
    """
    settings = Settings()
    for step in lesson.steps[: index + 1]:
        settings = replace(settings, **step.setup.settings)
    return with_trained(settings, trained)


def with_trained(settings: Settings, trained: str) -> Settings:
    """Return settings that name the network that was just trained; without one, the usual one."""
    named = settings.model == JUST_TRAINED
    return replace(settings, model=trained or Settings().model) if named else settings


def bring_about(window: MainWindow, setup: Setup, settings: Settings) -> None:
    """Bring a step's set-up about, but for the selection, which needs the step's network."""
    pages = [name for name in setup.panels if name in window.pages.panels]
    if window.pages.current not in pages:
        window.pages.close()
    window.settings.set(settings)
    if setup.training is not None:
        training_panel(window).lend(setup.training)
    if setup.run is not None:
        estimation_panel(window).show_run(setup.run)
    if setup.frame is not None:
        window.ask(Jump(setup.frame))
    if setup.playing is not None:
        window.ask(Play(setup.playing))
    if setup.camera is not None:
        window.context.camera.go_to(*setup.camera)
    if window.context.themes.current.name == "projector":  # which has no room for more
        for name, dock in window.docks.items():
            dock.setVisible(not pages and (name == _ALWAYS_SHOWN or name in setup.panels))
    for name in setup.panels:
        if name in pages:
            window.pages.open(name)
        else:
            window.show_panel(name)
    below = [window.docks[name] for name in setup.panels if name in _BELOW]
    if len(below) > 1:  # alike wide: none of them is cut off
        window.resizeDocks(below, [1] * len(below), Qt.Orientation.Horizontal)


def select(window: MainWindow, setup: Setup, snapshot: Snapshot) -> None:
    """Select what a step names, where the network has it."""
    layers = snapshot.network.layers
    atom, cause = setup.atom, setup.cause
    if atom is not None and not 0 <= atom < layers[0].spec.states:
        atom = None
    if cause is not None and not (
        0 <= cause[0] < len(layers) and 0 <= cause[1] < layers[cause[0]].spec.causes
    ):
        cause = None
    window.context.selection.restore(atom=atom, cause=cause)
