"""A list that shows both ends of a long name."""

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
