"""What a step brings about in the window, and what was there before the lesson.

All goes through the settings and the commands that the user's own hands use, and can be undone.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from dpcn_app.gui.window_parts.dock_layout import Arrangement
from dpcn_app.lessons.lesson import Lesson, Setup
from dpcn_app.live.choices import NoiseMemory
from dpcn_app.live.engine_commands import Jump, Play
from dpcn_app.live.overlays import Overlays
from dpcn_app.live.settings import Settings
from dpcn_app.live.snapshot import Snapshot

if TYPE_CHECKING:
    from dpcn_app.gui.window import MainWindow

_ALWAYS_SHOWN = "causes"  # on a projector


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

    @classmethod
    def of(cls, window: MainWindow) -> BeforeLesson:
        """Return what there is in a window now."""
        snapshot, context = window.snapshot, window.context
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
        )

    def bring_back(self, window: MainWindow) -> None:
        """Bring it back; where the look has changed meanwhile, the docks stay as they are."""
        context = window.context
        window.settings.set(self.settings)
        window.settings.noise_memory = self.noise
        window.ask(Jump(self.frame))
        window.ask(Play(self.playing))
        context.camera.go_to(*self.camera)
        context.selection.restore(**self.selected)
        context.overlays.use(self.overlays)
        if context.themes.current.name == self.theme:
            window.dock_layout.put_back(self.docks)


def settings_of_step(lesson: Lesson, index: int) -> Settings:
    """Return the settings of a step: those of a first start, changed by all steps up to it."""
    settings = Settings()
    for step in lesson.steps[: index + 1]:
        settings = replace(settings, **step.setup.settings)
    return settings


def bring_about(window: MainWindow, setup: Setup, settings: Settings) -> None:
    """Bring a step's set-up about, but for the selection, which needs the step's network."""
    window.pages.close()
    window.settings.set(settings)
    if setup.frame is not None:
        window.ask(Jump(setup.frame))
    if setup.playing is not None:
        window.ask(Play(setup.playing))
    if setup.camera is not None:
        window.context.camera.go_to(*setup.camera)
    if window.context.themes.current.name == "projector":  # which has no room for more
        for name, dock in window.docks.items():
            dock.setVisible(name == _ALWAYS_SHOWN or name in setup.panels)
    for name in setup.panels:
        window.show_panel(name)


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
