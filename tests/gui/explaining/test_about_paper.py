"""What the paper is: told in a small window, with its reference, that Escape closes."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QTextBrowser, QWidget

from dpcn_app.gui.explaining.about_paper import open_about_paper


def test_the_paper_is_told_with_its_reference_and_what_goes_beyond_it(qtbot):
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(900, 600)
    window.show()
    dialog = open_about_paper(window)
    page = dialog.findChild(QTextBrowser)
    assert page is not None
    text = page.toPlainText()
    for words in ("Chalasani", "Principe", "2013", "reproduced here", "goes beyond it"):
        assert words in text
    assert dialog.height() <= window.height()
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()
