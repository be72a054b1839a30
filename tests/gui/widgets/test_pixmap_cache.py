"""A picture is painted again only when its key changes."""

from PySide6.QtCore import QSizeF
from PySide6.QtGui import QColor

from dpcn_app.gui.widgets.pixmap_cache import PixmapCache


def test_the_same_is_painted_once_and_another_anew(qapp):
    kept, painted = PixmapCache(), []

    def picture(key):
        def paint(painter):
            painted.append(key)
            painter.fillRect(0, 0, 2, 2, QColor(key))

        return kept.picture((key,), QSizeF(4, 3), 2.0, paint)

    first = picture("red")
    assert (first.width(), first.height(), first.devicePixelRatio()) == (8, 6, 2.0)
    assert first.toImage().pixelColor(1, 1) == QColor("red")
    assert first.toImage().pixelColor(7, 5).alpha() == 0
    assert picture("red").cacheKey() == first.cacheKey()
    picture("blue")
    picture("red")
    assert painted == ["red", "blue", "red"]


def test_what_is_asked_for_twice_running_is_worth_keeping(qapp):
    kept = PixmapCache()
    assert [kept.again((key,)) for key in "aabab"] == [False, True, False, False, False]
