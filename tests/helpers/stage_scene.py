"""Snapshots for the stage, and how to read what it has drawn."""

import re
from collections import Counter
from functools import cache

import numpy as np
from PySide6.QtCore import QBuffer, QIODevice, QPoint, QPointF, QRectF
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtSvg import QSvgGenerator

from dpcn_app.gui.panels.stage.stage_panel import StagePanel
from dpcn_app.live.controller import Controller
from dpcn_app.live.engine_commands import Jump
from dpcn_app.live.settings import Settings, shapes_source
from dpcn_app.live.snapshot import Snapshot
from tests.helpers import real_scene

SHORT = shapes_source(frames=40)
ALONE = ["Input", "Reconstruction", "Prediction", "Residual"]
SIZE = (1200, 700)
FILM = (48, 80)
REGION = (8, 16, 40, 48)
"""Of the film's frames: top, left, height and width."""


@cache
def watched(settings: Settings, frame: int = 20) -> Snapshot:
    """Return a frame as the engine thread tells of it when all of a video is inferred."""
    controller = Controller(settings, playing=False)
    try:
        while controller.work(0.1) is not None:
            pass
        controller.handle(Jump(frame))
        return controller.snapshot()
    finally:
        controller.close()


def alone(surprise: bool = False) -> Snapshot:
    """Return one mode, with its surprise or without."""
    return watched(Settings(source=SHORT, surprise=surprise))


def compared(surprise: bool = False) -> Snapshot:
    """Return two modes side by side, with their surprise or without."""
    if surprise:
        return watched(Settings(source=SHORT, modes=("off", "both"), surprise=True))
    return real_scene.snapshots()[0]


def boxes(panel: StagePanel, name: str) -> list[QRectF]:
    """Return where pictures of a name are drawn."""
    panel.grab()
    return [box for box, each in panel._boxes if each == name]


def names(panel: StagePanel) -> list[str]:
    """Return the names of all pictures in the order in which they are drawn."""
    panel.grab()
    return [name for _, name in panel._boxes]


def words(panel: StagePanel) -> list[str]:
    """Return all words on the stage, read from a drawing in which they remain words."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    generator = QSvgGenerator()
    generator.setOutputDevice(buffer)
    generator.setSize(panel.size())
    painter = QPainter(generator)
    panel.render(painter, QPoint(0, 0))
    painter.end()
    drawn = bytes(buffer.data().data()).decode()
    return [found.strip() for found in re.findall(r"<text[^>]*>(.*?)</text>", drawn, re.DOTALL)]


def shades(drawn: QImage, box: QRectF, shape: tuple[int, ...]) -> np.ndarray:
    """Return the green in the middle of every pixel of a picture that fills a box as it can."""
    unit = min(box.width() / shape[1], box.height() / shape[0])
    left = box.center().x() - unit * shape[1] / 2
    top = box.center().y() - unit * shape[0] / 2
    rows = [
        [
            drawn.pixelColor(int(left + (x + 0.5) * unit), int(top + (y + 0.5) * unit)).green()
            for x in range(shape[1])
        ]
        for y in range(shape[0])
    ]
    return np.array(rows)


def grey(image: np.ndarray, high: float = 1.0) -> np.ndarray:
    """Return the shades of an image from black to white."""
    return np.clip(image * (255 / high), 0, 255).astype(np.uint8)


def changed(one: QImage, other: QImage) -> list[QPointF]:
    """Return the pixels in which two drawings differ."""
    assert one.size() == other.size()
    size = one.size()
    arrays = []
    for image in (one, other):
        plain = image.convertToFormat(QImage.Format.Format_RGB32)
        arrays.append(np.frombuffer(plain.constBits(), np.uint32).copy())
    rows, across = np.nonzero((arrays[0] != arrays[1]).reshape(size.height(), size.width()))
    return [QPointF(int(x), int(y)) for y, x in zip(rows, across, strict=True)]


def within(points: list[QPointF], *places: QRectF) -> bool:
    """Whether there are points, and all of them lie in one of some places, or on its border."""
    wider = [place.adjusted(-2, -2, 2, 2) for place in places]
    return bool(points) and all(any(place.contains(at) for place in wider) for at in points)


def colour_count(drawn: QImage, colour: str) -> int:
    """Count the pixels of a colour."""
    wanted = QColor(colour).rgb()
    seen = Counter(drawn.pixel(x, y) for y in range(drawn.height()) for x in range(drawn.width()))
    return seen[wanted]
