"""What a painter paints on."""

import pytest
from PySide6.QtCore import QBuffer
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgGenerator

from dpcn_app.gui.scatter.devices import draws_pixels, draws_vectors, pixel_scale


@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_an_image_has_pixels_of_its_own_size(qapp, scale: float) -> None:
    image = QImage(20, 20, QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(scale)
    with QPainter(image) as painter:
        assert draws_pixels(painter) and not draws_vectors(painter)
        assert pixel_scale(painter) == scale


def test_a_vector_file_has_none(qapp) -> None:
    buffer = QBuffer()
    buffer.open(QBuffer.OpenModeFlag.WriteOnly)
    generator = QSvgGenerator()
    generator.setOutputDevice(buffer)
    with QPainter(generator) as painter:
        assert draws_vectors(painter) and not draws_pixels(painter)
