"""What a film shows: stage, causes, both or the whole window, drawn at the size of the film."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QByteArray, QEvent, QPoint, QSize, Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from dpcn_app.engine.modes import mode_title
from dpcn_app.errors import UserError
from dpcn_app.gui.assembly import add_panels
from dpcn_app.gui.panel import Context, Panel
from dpcn_app.gui.panels.causes import CausesPanel
from dpcn_app.gui.panels.stage.stage_panel import StagePanel
from dpcn_app.gui.scatter.camera import Camera
from dpcn_app.gui.selection import Selection
from dpcn_app.gui.theme import ThemeModel
from dpcn_app.gui.window import MainWindow
from dpcn_app.live.snapshot import Snapshot
from dpcn_app.sharing.film_order import SIZE, FilmOrder

_MARGIN = 10  # pixels around and between panels
_LAYOUT_VERSION = 1  # of stored layouts


class FilmScene:
    """Draws snapshots into pictures of the film's size.

    Parameters
    ----------
    order
        What to show, and how.
    themes
        The look, which is that of the order.
    snapshot
        The first one.
    """

    def __init__(self, order: FilmOrder, themes: ThemeModel, snapshot: Snapshot) -> None:
        self._order = order
        scene = _Window if order.show == "window" else _Panels
        self._scene: _Window | _Panels = scene(order, themes, snapshot)
        widget, width, height = self._scene.widget, *order.size
        # A larger film is a finer one: type and lines grow with it.
        large = 1.0 if order.show == "window" else min(width / SIZE[0], height / SIZE[1])
        self._scale = max(1.0, large)
        inside = QSize(math.ceil(width / self._scale), math.ceil(height / self._scale))
        smallest = widget.minimumSizeHint().expandedTo(widget.minimumSize())
        if smallest.width() > inside.width() or smallest.height() > inside.height():
            raise UserError(
                f"A film of the {'whole window' if order.show == 'window' else 'panels'} is at "
                f"least {smallest.width()}x{smallest.height()} pixels large, not {width}x{height}; "
                "choose a larger size."
            )
        widget.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
        widget.resize(inside)
        widget.show()
        for _ in range(2):  # what is shown may ask for other room
            self._scene.show(snapshot)
            QApplication.processEvents()

    def draw(self, snapshot: Snapshot) -> NDArray[np.uint8]:
        """Return the picture of a snapshot, shape (height, width, 3)."""
        self._scene.show(snapshot)
        # Labels may have grown. All other events wait: the screen, which nobody sees, is not drawn.
        QApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest.value)
        width, height = self._order.size
        image = QImage(width, height, QImage.Format.Format_RGB32)
        image.setDevicePixelRatio(self._scale)
        self._scene.widget.render(image, QPoint(0, 0))
        pixels = np.frombuffer(image.constBits(), np.uint8).reshape(height, width, 4)
        return np.ascontiguousarray(pixels[..., 2::-1])  # which are blue, green, red, nothing

    def close(self) -> None:
        """Free everything."""
        self._scene.widget.close()
        self._scene.widget.deleteLater()


class _Panels:
    """Stage, causes or both, and a line below that says what is seen."""

    def __init__(self, order: FilmOrder, themes: ThemeModel, snapshot: Snapshot) -> None:
        camera = Camera()
        context = Context(themes, Selection(), camera, lambda command: None)
        _look_as(order, context)
        self.panels: list[Panel] = []
        if order.show in ("stage", "both"):
            self.panels.append(StagePanel(context))
        if order.show in ("cloud", "both"):
            self.panels.append(CausesPanel(context, use_gl=False))
        self.widget = QWidget()
        camera.setParent(self.widget)
        self._caption = QLabel()
        self._caption.setTextFormat(Qt.TextFormat.PlainText)
        self._caption.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._caption.setEnabled(False)  # drawn in the muted colour of every theme
        self._caption.setMinimumWidth(1)
        row = QHBoxLayout()
        row.setSpacing(_MARGIN)
        for panel in self.panels:
            row.addWidget(panel, 1)
        column = QVBoxLayout(self.widget)
        column.setContentsMargins(_MARGIN, _MARGIN, _MARGIN, _MARGIN)
        column.addLayout(row, 1)
        column.addWidget(self._caption)

    def show(self, snapshot: Snapshot) -> None:
        for panel in self.panels:
            panel.refresh(snapshot)
        self._caption.setText(caption(snapshot))


class _Window:
    """The whole window, with the panels where they are."""

    def __init__(self, order: FilmOrder, themes: ThemeModel, snapshot: Snapshot) -> None:
        self.widget = MainWindow(themes, snapshot.settings, None, remember=False)
        self.widget.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
        self.widget.resize(*order.size)
        self.widget.show()  # before the docks: tabs of a window that is not shown leave traces
        for _ in add_panels(self.widget):
            QApplication.processEvents()
        if order.layout:
            self.widget.restoreState(QByteArray(order.layout), _LAYOUT_VERSION)
        self.widget.use_theme(themes.current)
        _look_as(order, self.widget.context)

    def show(self, snapshot: Snapshot) -> None:
        self.widget.show_snapshot(snapshot)


def _look_as(order: FilmOrder, context: Context) -> None:
    """Look from where the order says, with what it wants to see over the pictures."""
    if order.camera is not None:
        context.camera.go_to(*order.camera)
    context.overlays.use(order.overlays)


def caption(snapshot: Snapshot) -> str:
    """Say which frame of what is seen, and how."""
    settings = snapshot.settings
    noise = f"{settings.noise_kind} noise {settings.noise:g}" if settings.noise else "no noise"
    words = [
        f"frame {snapshot.frame.index + 1:,} of {snapshot.length:,}",
        snapshot.video.name,
        noise,
        f"network {settings.model}",
    ]
    if len(settings.modes) == 1:
        words.insert(1, mode_title(settings.modes[0]))
    return "  ·  ".join(words)
