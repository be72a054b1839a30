"""The picture of a panel as a file: PNG or SVG, on white or in the colours of the window."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from PySide6.QtCore import QBuffer, QIODevice, QPoint, QRect, QSize
from PySide6.QtGui import QImage, QPalette
from PySide6.QtWidgets import QWidget

from dpcn_app.errors import UserError
from dpcn_app.gui.panel import Panel
from dpcn_app.gui.theme import THEMES, palette_of

SCALE = 2
"""Pixels of a PNG for each pixel on the screen."""

MARGIN = 12
"""Empty pixels of the screen around a picture, so that no type touches its edge."""

_WHITE = "#ffffff"


@contextmanager
def on_white(panel: Panel) -> Iterator[QWidget]:
    """Give the picture of a panel the colours of paper for a moment, and return it.

    The window does not notice: it paints itself only after that moment.
    """
    themes = panel.context.themes
    own, picture = themes.current, None
    paper = replace(THEMES["light"] if own.name == "dark" else own, window=_WHITE, surface=_WHITE)
    try:
        themes.current = replace(paper, points=own.points)
        panel.use_theme(themes.current)
        picture = panel.picture
        picture.setPalette(palette_of(themes.current))
        yield picture
    finally:
        themes.current = own
        if picture is not None:
            picture.setPalette(QPalette())  # that of the window again
        panel.use_theme(own)


def picture_image(picture: QWidget) -> QImage:
    """Return a picture of a widget with `SCALE` pixels for each of its own."""
    image = QImage(_size(picture) * SCALE, QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(SCALE)
    image.fill(picture.palette().color(QPalette.ColorRole.Window))
    picture.render(image, QPoint(MARGIN, MARGIN))
    return image


def png_file(picture: QWidget) -> bytes:
    """Return the same as a file."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    picture_image(picture).save(buffer, "PNG")  # type: ignore[call-overload]
    return bytes(buffer.data().data())


def svg_file(picture: QWidget, title: str) -> bytes:
    """Return a drawing of a widget; what it shows as pixels stays pixels."""
    from PySide6.QtGui import QPainter
    from PySide6.QtSvg import QSvgGenerator

    whole = QRect(QPoint(0, 0), _size(picture))
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    generator = QSvgGenerator()
    generator.setOutputDevice(buffer)
    generator.setSize(whole.size())
    generator.setViewBox(whole)
    generator.setResolution(picture.logicalDpiX())  # else the type does not fit its place
    generator.setTitle(title)
    painter = QPainter(generator)
    painter.fillRect(whole, picture.palette().color(QPalette.ColorRole.Window))
    picture.render(painter, QPoint(MARGIN, MARGIN))
    painter.end()
    return bytes(buffer.data().data())


def _size(picture: QWidget) -> QSize:
    """Return the size of a picture with its margin."""
    if picture.size().isEmpty():
        raise UserError("This panel has no picture yet; show it first.")
    return picture.size() + QSize(2 * MARGIN, 2 * MARGIN)
