"""A list that shortens a long name, at a place that does no harm."""

from PySide6.QtCore import Qt

from dpcn_app.gui.widgets.elided_combo import ElidedCombo


def test_a_name_that_is_too_long_keeps_its_end(qtbot):
    box = ElidedCombo()
    qtbot.addWidget(box)
    box.addItems(["a network with a long name 1", "a network with a long name 2"])
    box.resize(400, 28)
    assert box.shown_text() == "a network with a long name 1"
    box.resize(120, 28)
    box.show()
    first = box.grab().toImage()
    assert "…" in box.shown_text() and box.shown_text().endswith("1")
    box.setCurrentIndex(1)
    assert box.shown_text().endswith("2")
    assert box.grab().toImage() != first


def test_a_name_that_differs_at_its_beginning_keeps_that(qtbot):
    box = ElidedCombo(shortened=Qt.TextElideMode.ElideRight)
    qtbot.addWidget(box)
    box.addItem("shapes, easy (square, x, diamond)")
    box.resize(160, 28)
    assert box.shown_text().startswith("shapes, easy")
    assert box.shown_text().endswith("…")


def test_the_open_list_has_room_for_whole_names(qtbot):
    box = ElidedCombo()
    qtbot.addWidget(box)
    box.addItem("a network with a long name that is much wider than the list when it is closed")
    box.resize(100, 28)
    box.show()
    box.showPopup()
    name = box.fontMetrics().horizontalAdvance(box.itemText(0))
    assert box.view().width() > name > box.width()
    box.hidePopup()
