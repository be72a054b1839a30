"""Pictures as files: sharp, with a margin, on white; the panel looks as before afterwards."""

import pytest
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QLabel, QVBoxLayout

from dpcn_app.errors import UserError
from dpcn_app.gui.exporting.picture_files import MARGIN, on_white, png_file, svg_file
from dpcn_app.gui.panel import Panel
from tests.helpers.real_scene import make_context


class Slanted(Panel):
    name, title, explanation = "slanted", "Slanted", "A slanted line and a word."

    def __init__(self, context):
        super().__init__(context)
        self.taken = []
        QVBoxLayout(self).addWidget(QLabel("word"))

    def use_theme(self, theme):
        self.taken.append(theme.name)

    def paintEvent(self, event):
        with QPainter(self) as painter:
            painter.setPen(QColor("red"))
            painter.drawLine(0, 0, self.width(), self.height())


@pytest.fixture
def panel(qtbot):
    panel = Slanted(make_context())
    qtbot.addWidget(panel)
    panel.resize(60, 40)
    return panel


def test_a_png_has_twice_the_pixels_and_a_margin(panel):
    image = QImage.fromData(png_file(panel))
    assert (image.width(), image.height()) == (2 * (60 + 2 * MARGIN), 2 * (40 + 2 * MARGIN))
    reds = [image.pixelColor(image.width() // 2, y).red() for y in range(image.height())]
    assert max(reds) > 200
    edge = {image.pixel(x, y) for x in range(image.width()) for y in range(2 * MARGIN)}
    assert len(edge) == 1


def test_an_svg_is_a_drawing_with_a_margin(panel):
    content = svg_file(panel, "Slanted")
    renderer = QSvgRenderer(content)
    assert renderer.isValid()
    box = renderer.viewBox()
    assert (box.width(), box.height()) == (60 + 2 * MARGIN, 40 + 2 * MARGIN)
    text = content.decode()
    assert "<polyline" in text or "<path" in text
    assert "#ff0000" in text and "<image" not in text


def test_on_white_the_type_is_dark_and_afterwards_all_is_as_before(panel):
    before = panel.grab().toImage()
    with on_white(panel) as picture:
        light = QImage.fromData(png_file(picture))
    assert light.pixelColor(0, 0) == QColor("white")
    values = [light.pixelColor(x, y).value() for x in range(168) for y in range(128)]
    assert min(values) < 80
    assert panel.taken == ["light", "dark"] and panel.context.themes.current.name == "dark"
    assert panel.grab().toImage() == before


def test_colours_come_back_after_an_error(panel):
    with pytest.raises(RuntimeError), on_white(panel):
        raise RuntimeError
    assert panel.taken == ["light", "dark"] and panel.context.themes.current.name == "dark"


def test_a_panel_without_a_picture_says_so(panel):
    panel.resize(0, 0)
    with pytest.raises(UserError, match="no picture"):
        png_file(panel)
