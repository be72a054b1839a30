"""What a row of the list of networks says."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QTreeWidgetItem

from dpcn_app.gui.widgets.health_light import health_of, health_words
from dpcn_app.gui.widgets.plain_text import plain_tip
from dpcn_app.storage.network_details import NetworkDetails

COLUMNS = ("Name", "Preset", "Trained", "Health", "Size")
"""Titles of the columns."""


def network_row(details: NetworkDetails, font: QFont, *, bold: bool) -> QTreeWidgetItem:
    """Return the row of a network; the name of a kept one can be edited."""
    item = QTreeWidgetItem(_texts(details))
    if details.kept:
        item.setFlags(item.flags() | Qt.ItemFlag.ItemIsEditable)
    font = QFont(font)
    font.setBold(bold)
    for column in range(len(COLUMNS)):
        item.setFont(column, font)
    item.setToolTip(0, plain_tip(details.name))
    health = health_of(details.summary)
    if health is not None:
        item.setToolTip(COLUMNS.index("Health"), health_words(health))
    return item


def _texts(details: NetworkDetails) -> tuple[str, ...]:
    """Return what the columns say of a network."""
    summary, size, place = details.summary, details.size, "this session only"
    if details.trained is not None:
        place = f"{details.trained:%Y-%m-%d %H:%M}"
    elif details.bundled:
        place = "comes with the app"
    health = health_of(summary)
    verdict = "damaged" if details.damaged else "not judged" if summary else "–"
    if health is not None:
        verdict = f"{'healthy' if health.good else 'doubtful'} ({100 * health.score:.0f} %)"
    return (
        details.name,
        summary.preset if summary is not None and summary.preset else "–",
        place,
        verdict,
        f"{size / 1000:.0f} kB" if size is not None else "–",
    )
