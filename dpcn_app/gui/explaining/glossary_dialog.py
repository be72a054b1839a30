"""The glossary (F2): a list of terms to search, and the term that is chosen."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, QUrl
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QPushButton,
    QStyle,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)

from dpcn_app.gui.explaining.term_card import SCHEME, term_page
from dpcn_app.gui.explaining.term_places import TermPlaces
from dpcn_app.gui.guarded_events import GuardedEvents
from dpcn_app.gui.theme import Theme, ThemeModel
from dpcn_app.gui.widgets.own_keys import take_key
from dpcn_app.gui.widgets.plain_text import plain_label
from dpcn_app.lessons.term import Term, search_terms
from dpcn_app.lessons.terms import TERMS

_KEYS = "Type to search · ↑ ↓ choose · Enter shows it in the window · Esc closes"
_WALK = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)
_LARGER = 1.2  # type of the page, against ordinary type
_WIDE, _HIGH = 44, 36  # of the dialog, in heights of type
_MARGIN = 8  # around the page's words, in pixels
_MOST = 0.9  # of the window's size


class GlossaryDialog(GuardedEvents, QDialog):
    """All terms; the keyboard stays in the search field, and its arrows walk the list.

    Parameters
    ----------
    places
        Where terms are in the window.
    themes
        Look of the type.
    parent
        The window.

    Attributes
    ----------
    search, list, page, show_button
        What is typed, the terms that hold it, the one that is chosen, and what shows its place.
    """

    def __init__(self, places: TermPlaces, themes: ThemeModel, parent: QWidget) -> None:
        super().__init__(parent)
        self._window = parent
        self.setWindowTitle("Glossary")
        self._places, self._shown = places, list(TERMS)
        self.search, self.list, self.page = QLineEdit(), QListWidget(), QTextBrowser()
        self.search.setPlaceholderText("Search, as in: cause, gamma, price")
        self.search.setAccessibleName("Search the glossary")
        self.search.setClearButtonEnabled(True)
        self.search.setMaxLength(100)
        self.search.textChanged.connect(self._search)
        self.search.installEventFilter(self)
        self.list.setAccessibleName("Terms")
        self.list.currentRowChanged.connect(self._show)
        self.list.itemActivated.connect(lambda _: self.show_place())
        self.page.setAccessibleName("Meaning of the term")
        self.page.setOpenLinks(False)
        self.page.document().setDocumentMargin(_MARGIN)
        self.page.anchorClicked.connect(self._follow)
        self.show_button = QPushButton()
        self.show_button.setAutoDefault(False)
        self.show_button.clicked.connect(self.show_place)
        keys = plain_label(_KEYS)
        keys.setEnabled(False)  # drawn in the muted colour of every theme
        keys.setWordWrap(True)
        left, right, row = QVBoxLayout(), QVBoxLayout(), QHBoxLayout()
        left.addWidget(self.search)
        left.addWidget(self.list, 1)
        right.addWidget(self.page, 1)
        right.addWidget(self.show_button)
        row.addLayout(left, 2)
        row.addLayout(right, 3)
        layout = QVBoxLayout(self)
        layout.addLayout(row, 1)
        layout.addWidget(keys)
        themes.changed.connect(self._use_theme)
        self._use_theme(themes.current)
        self._search("")

    def open_at(self, term: Term | None) -> None:
        """Show the glossary, at a term where one is given; else where it was left."""
        if term is not None:
            self._go_to(term)
        else:
            self._show(self.list.currentRow())  # its place may have come or gone
        self._fit()
        self.show()
        self.raise_()
        self.activateWindow()
        self.search.setFocus()
        self.search.selectAll()

    @property
    def term(self) -> Term | None:
        """The term that is chosen; None where nothing holds what is typed."""
        row = self.list.currentRow()
        return self._shown[row] if 0 <= row < len(self._shown) else None

    def show_place(self) -> None:
        """Close, and show where the term is in the window."""
        term = self.term
        if term is not None and self._places.can_show(term.place):
            self.hide()
            self._places.show(term.place)

    def _search(self, text: str) -> None:
        self._shown = search_terms(text, TERMS)
        self.list.clear()
        self.list.addItems([term.name for term in self._shown])
        self.list.setCurrentRow(0)
        self._show(self.list.currentRow())

    def _show(self, row: int) -> None:
        term = self._shown[row] if 0 <= row < len(self._shown) else None
        if term is None:
            self.page.setHtml("<p>No term holds these words; try fewer letters.</p>")
            self.show_button.hide()
            return
        beside = self.style().pixelMetric(QStyle.PixelMetric.PM_ScrollBarExtent)  # may come
        width = self.page.contentsRect().width() - beside - 2 * _MARGIN
        self.page.setHtml(term_page(term, width))
        title, there = self._places.title(term.place), self._places.can_show(term.place)
        self.show_button.setText(f"Show it: {title}" if there else f"{title}: no room for it now")
        self.show_button.setEnabled(there)
        self.show_button.setVisible(bool(title))

    def _follow(self, link: QUrl) -> None:
        name = link.toString().removeprefix(SCHEME)
        term = next((each for each in TERMS if each.name == name), None)
        if term is not None:
            self._go_to(term)

    def _go_to(self, term: Term) -> None:
        if term not in self._shown:
            self.search.clear()
        self.list.setCurrentRow(self._shown.index(term))

    def _use_theme(self, theme: Theme) -> None:
        """Set the page in larger type; its equation is drawn anew in the theme's colours."""
        self.page.setStyleSheet(f"font-size: {theme.points * _LARGER:.1f}pt;")
        self._show(self.list.currentRow())

    def _fit(self) -> None:
        """Be as large as the type needs, and no larger than the window."""
        line, window = self.fontMetrics().height(), self._window.size() * _MOST
        self.resize(min(_WIDE * line, window.width()), min(_HIGH * line, window.height()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Set the term anew: its equation has another width."""
        super().resizeEvent(event)
        self._show(self.list.currentRow())

    def event(self, event: QEvent) -> bool:
        """Take every key, before the window's own keys can."""
        return take_key(event, lambda key: True) or super().event(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Let the arrows walk the list, and Enter show the place, while something is typed."""
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            if event.key() in _WALK:
                QApplication.sendEvent(self.list, event)
                return True
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self.show_place()
                return True
            if event.key() == Qt.Key.Key_F2:
                self.hide()
                return True
        return False
