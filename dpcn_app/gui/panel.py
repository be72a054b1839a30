"""The base class of panels: titled parts of the window that draw snapshots and can be exported."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, ClassVar

from numpy.typing import NDArray
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from dpcn_app.gui.brush import BrushModel
from dpcn_app.gui.guarded_events import GuardedEvents
from dpcn_app.gui.scatter.camera import Camera
from dpcn_app.gui.selection import Selection
from dpcn_app.gui.settings_model import OverlayModel
from dpcn_app.gui.theme import Theme, ThemeModel
from dpcn_app.live.engine_commands import Command
from dpcn_app.live.snapshot import Snapshot


@dataclass(frozen=True)
class Context:
    """What panels share.

    Parameters
    ----------
    themes
        Colours in use.
    selection
        What is selected.
    camera
        From where the causes are looked at.
    ask
        Sends a command to the engine thread.
    show_strengths
        Lets the user set how strong the parts of the extended prior are.
    overlays
        What is drawn over and around the pictures.
    show_panel
        Brings a panel to the front, by its name.
    believe
        Tells the network what to look for, by a belief's name; again, to let go.
    brush
        What the user paints with on the stage.
    copy_panel
        Puts a panel on the clipboard: its numbers where the second argument says so, else its
        picture.
    open_study_network
        Opens the network behind a cell of a study, a `StudyNetwork`.
    """

    themes: ThemeModel
    selection: Selection
    camera: Camera
    ask: Callable[[Command], None]
    show_strengths: Callable[[], None] = lambda: None
    overlays: OverlayModel = field(default_factory=OverlayModel)
    show_panel: Callable[[str], None] = lambda name: None
    believe: Callable[[str], None] = lambda _: None
    brush: BrushModel = field(default_factory=BrushModel)
    copy_panel: Callable[[Panel, bool], None] = lambda panel, numbers: None
    open_study_network: Callable[[Any], None] = lambda _: None


class Panel(GuardedEvents, QWidget):
    """A panel; subclasses set the class attributes and override the methods.

    `show_snapshot` is called in the GUI thread, at most 30 times a second, and only while the panel
    can be seen: keep it well under 5 ms. The last snapshot stays in `self.snapshot`.

    Signals
    -------
    status_changed
        The panel's new `status_text`.
    """

    status_changed = Signal(str)

    name: ClassVar[str]  # must never change: layouts are stored under it
    title: ClassVar[str]
    explanation: ClassVar[str]  # one line, under the title
    equation: ClassVar[str | None] = None  # shown when the pointer rests on that line

    def __init__(self, context: Context) -> None:
        super().__init__()
        self.context = context
        self.snapshot: Snapshot | None = None
        self._behind = False
        self.setObjectName(self.name)
        self.setAccessibleName(self.title)
        self.setAccessibleDescription(self.explanation)
        context.themes.changed.connect(self.use_theme)
        context.selection.changed.connect(self.show_selection)
        context.overlays.changed.connect(self.show_overlays)

    def refresh(self, snapshot: Snapshot) -> None:
        """Draw a snapshot: with `show_snapshot`, or `show_opening` if nothing is inferred yet."""
        if snapshot.views:
            self.snapshot = snapshot
            self.show_snapshot(snapshot)
        else:
            self.show_opening(snapshot)

    def outdate(self, snapshot: Snapshot) -> None:
        """Take a newer snapshot of the same settings for the last one, without drawing it.

        Otherwise panels that wait for their turn, or are hidden, would hold on to the pictures of
        several snapshots, each of 8 MB in a large frame.
        """
        last = self.snapshot
        if last is None or not snapshot.views or snapshot.settings != last.settings:
            return
        if snapshot.network is last.network:
            self.snapshot = snapshot

    def show_opening(self, snapshot: Snapshot) -> None:
        """Draw what is known before anything has been inferred: the network, the first frame."""

    def show_snapshot(self, snapshot: Snapshot) -> None:
        """Draw a snapshot."""

    def show_selection(self) -> None:
        """Draw what is selected now; by default, the snapshot again."""
        if self.snapshot is not None and self.can_be_seen:
            self.show_snapshot(self.snapshot)

    def show_overlays(self) -> None:
        """Draw what is laid over the pictures now; by default, nothing changes."""

    def use_theme(self, theme: Theme) -> None:
        """Take on a theme; by default, draw again."""
        self.update()

    def come_into_view(self, on: bool) -> None:
        """Come to the front of the tabs that share the panel's place; if not `on`, go behind."""
        self._behind = not on

    @property
    def can_be_seen(self) -> bool:
        """Whether the panel is shown; to Qt one behind another tab is visible too."""
        return self.isVisible() and not self._behind

    def begin(self) -> None:
        """Do what had to wait until all panels are there and the window has been painted."""

    def end(self) -> None:
        """Free what must not outlive the window, which is closing."""

    @property
    def status_text(self) -> str:
        """A few words for the status bar; by default, none."""
        return ""

    @property
    def picture(self) -> QWidget:
        """The part of the panel that is exported as a picture; by default, all of it."""
        return self

    def data(self) -> dict[str, NDArray[Any]]:
        """Return the numbers behind the drawing, by name, for export as arrays."""
        return {}

    def table(self) -> dict[str, NDArray[Any]]:
        """Return the columns of the one table that is exported; by default, all of the data.

        Frames, atoms and causes count from 1 there, as in the window.
        """
        return self.data()
