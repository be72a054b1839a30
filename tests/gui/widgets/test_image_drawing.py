"""Pictures drawn at any size."""

import numpy as np
import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter

from dpcn_app.gui.widgets.image_colours import grey_image
from dpcn_app.gui.widgets.image_drawing import draw_whole


def drawn(picture: np.ndarray, width: int, height: int) -> np.ndarray:
    """Draw a picture over a whole canvas of another size, and read its greys back, 0 to 1."""
    canvas = QImage(width, height, QImage.Format.Format_RGB32)
    canvas.fill(0)
    painter = QPainter(canvas)
    draw_whole(painter, QRectF(0, 0, width, height), grey_image(picture))
    painter.end()
    return np.array([[canvas.pixelColor(x, y).redF() for x in range(width)] for y in range(height)])


@pytest.mark.usefixtures("qapp")
def test_a_picture_that_shrinks_shows_the_mean_of_its_pixels_not_one_in_many():
    board = np.indices((96, 128)).sum(axis=0) % 2  # black and white in turn
    np.testing.assert_allclose(drawn(board.astype(float), 16, 12), 0.5, atol=0.05)


@pytest.mark.usefixtures("qapp")
def test_a_picture_that_grows_keeps_the_edges_of_its_pixels():
    picture = np.array([[0.0, 1.0], [1.0, 0.0]])
    np.testing.assert_array_equal(drawn(picture, 8, 8), np.kron(picture, np.ones((4, 4))))
