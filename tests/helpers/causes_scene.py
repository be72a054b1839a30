"""Snapshots of causes for tests, made without the engine."""

from __future__ import annotations

from typing import Any, cast

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication, QWidget

from dpcn_app.analysis.cause_axes import Axes
from dpcn_app.analysis.scores import Scores
from dpcn_app.gui.panel import Context
from dpcn_app.gui.scatter.camera import Camera
from dpcn_app.gui.scatter.cloud import Cloud, make_cloud
from dpcn_app.gui.selection import Selection
from dpcn_app.gui.theme import ThemeModel
from dpcn_app.live.engine_commands import Command
from dpcn_app.live.settings import Settings
from dpcn_app.live.snapshot import Snapshot, VideoView, View
from dpcn_app.video.source import Frame

CLASSES = ("square", "x", "diamond")
FRAMES = 30


def some_causes(seed: int = 0, frames: int = FRAMES, width: int = 3) -> NDArray[np.float32]:
    """Return causes with one strong entry per class, classes in turn every ten frames."""
    rng = np.random.default_rng(seed)
    causes = rng.uniform(0, 0.5, (frames, width))
    causes[np.arange(frames), labels_of(frames) % width] += 3
    return causes.astype(np.float32)


def labels_of(frames: int = FRAMES) -> NDArray[np.int_]:
    """Return the true classes."""
    return np.arange(frames) // 10 % len(CLASSES)


def a_cloud(points: list[tuple[float, float, float]], current: int = 0) -> Cloud:
    """Return a cloud of given points of the scene, frame 0 first."""
    axes = Axes(("a", "b", "c"), np.zeros(3), np.eye(3), np.ones(3), np.zeros(3), len(points))
    causes = 2 * np.array(points, dtype=float)
    return make_cloud(axes, causes, labels_of(len(points)), CLASSES, current)


def a_view(mode: str = "off", causes: Any = None, scores: Scores | None = None) -> View:
    """Return a view that has causes and scores, and nothing else."""
    causes = some_causes() if causes is None else np.asarray(causes, dtype=np.float32)
    blank = np.zeros((4, 4), np.float32)
    return View(mode, cast(Any, None), blank, blank, None, causes, scores)


def a_snapshot(*views: View, frame: int = 0) -> Snapshot:
    """Return a snapshot that shows views at a frame."""
    labels = labels_of(len(views[0].causes)) if views else np.zeros(0, int)
    blank = np.zeros((4, 4), np.float32)
    return Snapshot(
        settings=Settings(modes=tuple(view.mode for view in views)),
        network=cast(Any, None),
        model=None,
        models=(),
        video=VideoView("shapes, easy", len(labels), (4, 4), (0, 0, 4, 4), scored=True),
        classes=CLASSES,
        labels=labels,
        frame=Frame(frame, blank),
        views=views,
        playing=False,
        busy=None,
        shown_per_second=0.0,
    )


def a_context(asked: list[Command]) -> Context:
    """Return a context that keeps the commands it is asked."""
    return Context(ThemeModel("dark"), Selection(), Camera(), asked.append)


def live_widgets() -> int:
    """Return the number of widgets that are alive, once what is to be deleted is."""
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    return len(QApplication.allWidgets())


def move_mouse(widget: QWidget, at: QPoint, pressed: bool = False) -> None:
    """Tell a widget that the mouse has moved; QTest would move the cursor of the whole screen."""
    buttons = Qt.MouseButton.LeftButton if pressed else Qt.MouseButton.NoButton
    event = QMouseEvent(
        QEvent.Type.MouseMove,
        QPointF(at),
        QPointF(widget.mapToGlobal(at)),
        Qt.MouseButton.NoButton,
        buttons,
        Qt.KeyboardModifier.NoModifier,
    )
    QApplication.sendEvent(widget, event)


def plain_projection(
    camera: Camera, point: tuple[float, float, float]
) -> tuple[float, float, float]:
    """Return right, up and depth of a point by turning it step by step, as in a textbook."""
    azimuth, elevation = np.radians(camera.azimuth), np.radians(camera.elevation)
    x, y, z = point
    towards = np.cos(azimuth) * x + np.sin(azimuth) * y
    right = -np.sin(azimuth) * x + np.cos(azimuth) * y
    depth = np.cos(elevation) * towards + np.sin(elevation) * z
    up = -np.sin(elevation) * towards + np.cos(elevation) * z
    return float(right), float(up), float(depth)
