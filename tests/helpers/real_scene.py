"""Real snapshots of the bundled network, made once, and what panels need around them."""

import gc
from collections.abc import Callable
from dataclasses import replace
from functools import cache

import numpy as np
from PySide6.QtCore import QCoreApplication, QEvent, QPointF, Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QWidget

from dpcn_app.engine.network import Network
from dpcn_app.gui.panel import Context, Panel
from dpcn_app.gui.scatter.camera import Camera
from dpcn_app.gui.selection import Selection
from dpcn_app.gui.theme import ThemeModel
from dpcn_app.live.controller import Controller
from dpcn_app.live.engine_commands import Command, Jump
from dpcn_app.live.settings import Settings, shapes_source
from dpcn_app.live.snapshot import Snapshot, TrainingView
from dpcn_app.training.curves import Curves
from dpcn_app.training.status import TrainingStatus

MOMENTS = (20, 30)


@cache
def snapshots() -> tuple[Snapshot, ...]:
    """Return two moments of one video, watched top-down and bottom-up."""
    controller = Controller(
        Settings(source=shapes_source(frames=40), modes=("both", "off")), playing=False
    )
    while controller.work(0.1) is not None:
        pass
    found = []
    for index in MOMENTS:
        controller.handle(Jump(index))
        found.append(controller.snapshot())
    return tuple(found)


def while_learning(snapshot: Snapshot, seed: int = 0) -> Snapshot:
    """Return the snapshot as it would be while another network is learnt."""
    none = np.zeros(0)
    curves = Curves(none, snapshot.labels[:0], {}, {}, none, none)
    training = TrainingView(
        name="new",
        preset="easy",
        shape_set="easy",
        state=TrainingStatus.RUNNING,
        progress=None,
        epochs=3,
        seconds_left=None,
        curves=curves,
        network=Network.initial(snapshot.network.spec, seed),
        health=None,
    )
    return replace(snapshot, training=training)


def make_context(asked: list[Command] | None = None) -> Context:
    """Return what panels share, with commands put into a list."""
    commands: list[Command] = [] if asked is None else asked
    return Context(ThemeModel("dark"), Selection(), Camera(), commands.append)


def show(qtbot, panel: Panel, size: tuple[int, int] = (640, 480)) -> None:
    """Show a panel and give it the first moment.

    The panel lives as long as the test: qtbot alone would let it be collected while it is painted.
    """
    qtbot.addWidget(panel, before_close_func=lambda _: panel.hide())
    panel.resize(*size)
    panel.show()
    qtbot.waitExposed(panel)
    panel.refresh(snapshots()[0])


def click(qtbot, widget: QWidget, position: QPointF) -> None:
    qtbot.mouseClick(widget, Qt.MouseButton.LeftButton, pos=position.toPoint())


def picture(widget: QWidget) -> QImage:
    """Return what a widget looks like."""
    return widget.grab().toImage()


def widgets_left_by(make: Callable[[], QWidget]) -> int:
    """Return how many widgets remain of ten that were made, drawn and deleted."""
    _delete_what_is_due()
    before = len(QApplication.allWidgets())
    for _ in range(10):
        widget = make()
        widget.grab()
        widget.deleteLater()
        del widget
    _delete_what_is_due()
    return len(QApplication.allWidgets()) - before


def _delete_what_is_due() -> None:
    for _ in range(2):  # what is collected may let go of more
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
        gc.collect()
