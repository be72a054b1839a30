"""Any panel on the clipboard: its picture on white, or its numbers for a spreadsheet."""

from __future__ import annotations

import html
from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QCursor, QGuiApplication
from PySide6.QtWidgets import QApplication, QWidget

from dpcn_app.errors import UserError
from dpcn_app.gui.dock import PanelDock
from dpcn_app.gui.exporting.export import panel_table
from dpcn_app.gui.exporting.number_files import separated, table_rows
from dpcn_app.gui.exporting.picture_files import on_white, picture_image
from dpcn_app.gui.panel import Panel

if TYPE_CHECKING:
    from dpcn_app.gui.window import MainWindow

MOST_CELLS = 50_000
"""Cells up to which a table is given as HTML too: programs are slow to read more."""
MOST_NUMBERS = 250_000
"""Numbers up to which there is a table at all: to write more of them takes a second and longer."""


def panel_in_view(window: MainWindow) -> Panel:
    """Return the panel under the mouse; else the one with the keyboard; else the stage."""
    for widget in (QApplication.widgetAt(QCursor.pos()), QApplication.focusWidget()):
        panel = _panel_of(widget, window)
        if panel is not None:
            return panel
    if window.pages.is_open:
        return next(each for each in window.pages.panels.values() if each.isVisible())
    return window.stage


def _panel_of(widget: QWidget | None, window: MainWindow) -> Panel | None:
    """Return the panel that a widget belongs to, by the dock around it or above it."""
    while widget is not None:
        if isinstance(widget, Panel):
            return widget
        if isinstance(widget, PanelDock):
            return widget.panel
        if widget is window.stage_header:
            return window.stage
        widget = widget.parentWidget()
    return None


def copy_picture(panel: Panel) -> str:
    """Put the picture of a panel on the clipboard, on white; return a sentence that says so."""
    with on_white(panel) as picture:
        image = picture_image(picture)
    QGuiApplication.clipboard().setImage(image)
    size = f"{image.width()}×{image.height()} pixels"
    return f"{panel.title} is on the clipboard as a picture, {size}"


def copy_numbers(panel: Panel) -> str:
    """Put the table of a panel on the clipboard; return a sentence that says so.

    It is there as text with tabs, as CSV and, where it is not too large, as HTML.
    """
    if not panel.data():
        raise UserError(f"{panel.title} has no numbers to copy.")
    table = panel_table(panel)
    if (numbers := sum(array.size for array in table.values())) > MOST_NUMBERS:
        raise UserError(
            f"{panel.title} has {numbers:,} numbers, too many for the clipboard; export them."
        )
    rows = list(table_rows(table))
    content = QMimeData()
    content.setText(separated(rows, "\t"))
    content.setData("text/csv", separated(rows, ",").encode())
    if len(rows) * len(rows[0]) <= MOST_CELLS:
        content.setHtml(_html(rows))
    QGuiApplication.clipboard().setMimeData(content)
    return (
        f"Numbers of {panel.title} are on the clipboard, {len(rows) - 1:,} rows of "
        f"{len(rows[0]):,} columns: paste them into a spreadsheet"
    )


def _html(rows: list[list[str]]) -> str:
    head, *body = ["".join(f"<td>{html.escape(cell)}</td>" for cell in row) for row in rows]
    lines = "".join(f"<tr>{row}</tr>" for row in (head.replace("td>", "th>"), *body))
    return f'<meta charset="utf-8"><table>{lines}</table>'
