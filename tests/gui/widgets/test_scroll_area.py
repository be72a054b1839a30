"""Content that is scrolled where it has too little room."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from dpcn_app.gui.widgets.scroll_area import scrolled


def test_content_fills_the_area_and_is_scrolled_where_it_is_larger(qtbot) -> None:
    content = QWidget()
    content.setMinimumSize(100, 400)
    area = scrolled(content, sideways=False)
    qtbot.addWidget(area)
    area.resize(300, 200)
    area.show()
    assert content.width() >= 280 and content.height() == 400
    assert area.verticalScrollBar().maximum() > 0
    assert area.horizontalScrollBarPolicy() == Qt.ScrollBarPolicy.ScrollBarAlwaysOff
    area.resize(300, 600)
    qtbot.waitUntil(lambda: content.height() == 600)


def test_it_takes_no_focus_so_that_keys_stay_the_windows(qtbot) -> None:
    area = scrolled(QWidget())
    qtbot.addWidget(area)
    assert area.focusPolicy() == Qt.FocusPolicy.NoFocus
