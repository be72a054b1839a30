"""The scatter that is painted without OpenGL."""

from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter

from dpcn_app.gui.scatter.camera import Camera
from dpcn_app.gui.scatter.software import SoftwareScatter
from dpcn_app.gui.theme import THEMES
from tests.helpers.real_scene import picture


def test_the_drawing_fills_the_whole_widget(scatter):
    seen = picture(scatter).convertToFormat(QImage.Format.Format_ARGB32_Premultiplied)
    image = QImage(seen.size(), seen.format())
    with QPainter(image) as painter:
        scatter.drawing.paint(painter, QRectF(scatter.rect()))
    assert seen == image


def test_words_have_the_widget_s_type(scatter):
    before, font = picture(scatter), scatter.font()
    font.setPointSizeF(1.5 * font.pointSizeF())
    scatter.setFont(font)
    assert picture(scatter) != before


def test_it_can_be_painted_before_there_is_a_cloud(qtbot):
    view = SoftwareScatter(Camera(), THEMES["dark"])
    qtbot.addWidget(view)
    assert view.drawing.empty and not picture(view).isNull()
