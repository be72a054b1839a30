"""Text that is shortened where room is short."""

from PySide6.QtGui import QFontMetricsF

from dpcn_app.gui.widgets.elided_label import ElidedLabel, WrappedLabel


def test_words_that_are_too_many_are_set_in_smaller_type_and_told_in_full(qtbot):
    lines = WrappedLabel("Words", 2)
    qtbot.addWidget(lines)
    lines.resize(300, lines.sizeHint().height())
    lines.setText("few words")
    assert lines.type.pointSizeF() == lines.font().pointSizeF()
    lines.setText("many words " * 10)
    assert lines.type.pointSizeF() < lines.font().pointSizeF()
    assert lines.toolTip() == lines.accessibleDescription() == "many words " * 10
    lines.resize(1200, lines.height())
    assert lines.type.pointSizeF() == lines.font().pointSizeF()
    lines.resize(300, lines.height())
    lines.set_lines(5)
    assert lines.type.pointSizeF() == lines.font().pointSizeF()


def test_part_of_a_line_is_room_for_smaller_type(qtbot):
    label = WrappedLabel("Words", 1.75)
    qtbot.addWidget(label)
    label.resize(200, label.sizeHint().height())
    label.setText("words that need two lines of ordinary type")
    line = QFontMetricsF(label.type).height()
    assert line < QFontMetricsF(label.font()).height() and 2 * line <= label.height()


def test_a_note_asks_for_no_width_and_tells_all_in_its_tooltip(qtbot):
    note = ElidedLabel("Words")
    qtbot.addWidget(note)
    note.setText("a line that is far too long " * 10)
    assert note.toolTip() == note.text()
    note.resize(100, 20)
    assert QFontMetricsF(note.font()).horizontalAdvance(note.text()) > note.width()
    note.grab()
