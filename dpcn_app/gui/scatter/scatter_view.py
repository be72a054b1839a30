"""What all views of a 3-D scatter have in common, however they are drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QSize, Signal
from PySide6.QtWidgets import QSizePolicy

from dpcn_app.gui.guarded_events import GuardedEvents
from dpcn_app.gui.scatter.camera import Camera
from dpcn_app.gui.scatter.cloud import Cloud
from dpcn_app.gui.scatter.drawing import ScatterDrawing
from dpcn_app.gui.scatter.pointer import Pointer
from dpcn_app.gui.theme import Theme

# Each view has a base class of Qt of its own, so this mixin has none. A type checker still has to
# know that every view is a widget.
if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget as _Widget
else:
    _Widget = object


class ScatterView(GuardedEvents, _Widget):
    """A mixin: what a scatter shows, and what the mouse does there.

    A view names this class first and its widget of Qt second:
    `class SoftwareScatter(ScatterView, QWidget)`. PySide makes signals of a mixin those of the
    view.

    Parameters
    ----------
    camera
        Where it is looked at from; views may share one.
    theme
        Colours to begin with.

    Attributes
    ----------
    drawing
        What is painted.
    pointer
        What the mouse does.

    Signals
    -------
    picked
        A frame that was clicked.
    hovered
        A frame that the mouse is over, or None.
    asked
        A frame that was right-clicked, and where on the screen.
    """

    picked = Signal(int)
    hovered = Signal(object)
    asked = Signal(int, QPoint)

    def __init__(self, camera: Camera, theme: Theme) -> None:
        super().__init__()
        self.drawing = ScatterDrawing(camera, theme)
        self.pointer = Pointer(self, self.drawing)
        self.pointer.picked.connect(self.picked)
        self.pointer.asked.connect(self.asked)
        self.pointer.hovered.connect(self.mark)
        self.pointer.hovered.connect(self.hovered)
        camera.changed.connect(self.update)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(48, 48)  # a dozen of them fit on a small screen

    def sizeHint(self) -> QSize:
        return QSize(380, 320)

    def show_cloud(self, cloud: Cloud) -> None:
        """Show a cloud."""
        self.drawing.cloud = cloud
        self.update()

    def mark(self, frame: int | None) -> None:
        """Label the point of a frame; None for none."""
        if frame != self.drawing.marked:
            self.drawing.marked = frame
            self.update()

    def use_theme(self, theme: Theme) -> None:
        """Take on a theme."""
        self.drawing.theme = theme
        self.update()
