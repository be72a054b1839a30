"""The page of a study: choices beside a heat map, and what its cells say."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from dpcn_app.gui.guarded_events import GuardedEvents
from dpcn_app.gui.panels.study.study_choices import StudyChoices
from dpcn_app.gui.theme import Theme
from dpcn_app.gui.widgets.heat_map_view import HeatMapView
from dpcn_app.gui.widgets.plain_text import plain_label
from dpcn_app.gui.widgets.scroll_area import scrolled
from dpcn_app.studies.results_table import Cell, ResultsTable
from dpcn_app.studies.study_measures import TITLES
from dpcn_app.studies.study_words import axis_title, estimate_text, value_text
from dpcn_app.studies.summary import MOST_VALUES, HeatCell, HeatMap, heat_map_of

_WIDTH = 15  # of the choices, in lines of type


@dataclass(frozen=True)
class StudyNetwork:
    """A network that the user has asked for: its model file, how it is watched, and about it."""

    model: Path
    noise: float | None
    mode: str | None
    words: str


class StudyPage(GuardedEvents, QWidget):
    """Choices, heat map and a line about the cell that is marked.

    Signals
    -------
    network_chosen
        The `StudyNetwork` of the cell that was chosen.
    """

    network_chosen = Signal(object)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.table: ResultsTable | None = None
        self.map: HeatMap | None = None
        self.choices = StudyChoices()
        self.heading, self.note = plain_label(), plain_label()
        self.view = HeatMapView(theme, "Heat map", self.describe)
        for label in (self.heading, self.note):
            label.setWordWrap(True)
        self.picture = QWidget()
        column = QVBoxLayout(self.picture)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.heading)
        column.addWidget(self.view, 1)
        column.addWidget(self.note)
        row = QHBoxLayout(self)
        row.setContentsMargins(6, 6, 6, 6)
        row.setSpacing(12)
        self._side = scrolled(self.choices)
        row.addWidget(self._side)
        row.addWidget(self.picture, 1)
        self.choices.changed.connect(self._draw)
        self.view.moved.connect(self._tell)
        self.view.chosen.connect(self._choose)
        self.use_theme(theme)

    def use_theme(self, theme: Theme) -> None:
        """Draw in other colours and sizes."""
        self.view.use_theme(theme)
        self._side.setFixedWidth(_WIDTH * self.fontMetrics().height())

    def show_table(self, table: ResultsTable) -> None:
        """Show another study."""
        self.table = table
        self.choices.show_table(table)
        self.view.setFocus(Qt.FocusReason.OtherFocusReason)

    def _draw(self) -> None:
        if self.table is None or not self.choices.measure.count():
            return
        chosen = self.choices
        across, down = chosen.across.currentData(), chosen.down.currentData()
        measure = chosen.measure.currentData()
        for name in (across, down):
            if len(self.table.axes[name]) > MOST_VALUES:
                self._refuse(name, len(self.table.axes[name]))
                return
        found = self.map = heat_map_of(self.table, across, down, measure, chosen.at())
        texts = [[estimate_text(cell.estimate, "\n") for cell in row] for row in found.cells]
        self.view.show_cells(
            found.means(),
            texts,
            [value_text(value) for value in found.rows],
            [value_text(value) for value in found.columns],
            ("" if across == down else axis_title(down), axis_title(across)),
        )
        held = chosen.describe_held()
        seeds = len(self.table.axes["seed"])
        title = TITLES[measure]
        self.heading.setText(
            f"{title[0].upper()}{title[1:]}: mean ± half the 95 % interval over up to {seeds} seeds"
            + (f" · {held}" if held else "")
        )
        self._tell(self.view.selected or 0)

    def _refuse(self, name: str, values: int) -> None:
        """Say in place of the cells that an axis has too many values."""
        self.map = None
        self.heading.clear()
        self.note.clear()
        self.view.show_words(
            f"{axis_title(name)} has {values:,} values, more than the {MOST_VALUES} that can be "
            "told apart; choose another axis."
        )

    # --- cells ------------------------------------------------------------------------------------

    def describe(self, row: int, column: int) -> str:
        """Say what is known of a cell, and which network a click opens."""
        if self.map is None:
            return ""
        found, cell = self.map, self.map.cells[row][column]
        place = f"{axis_title(found.across)} {value_text(found.columns[column])}"
        if found.down != found.across:
            place += f", {axis_title(found.down)} {value_text(found.rows[row])}"
        if cell.estimate is None:
            return f"{place}: nothing was measured here"
        seeds = cell.estimate.seeds
        words = f"{place}: {TITLES[found.measure]} {estimate_text(cell.estimate)}"
        if cell.model is None:
            return words
        which = f"seed {cell.seed}" + (f", the first of {seeds} seeds" if seeds > 1 else "")
        return f"{words} · click or Enter opens the network of {which}"

    def _tell(self, number: int) -> None:
        if self.map is not None:
            self.note.setText(self.describe(*divmod(number, len(self.map.columns))))

    def _choose(self, number: int) -> None:
        self._tell(number)
        if self.map is None:
            return
        row, column = divmod(number, len(self.map.columns))
        cell = self.map.cells[row][column]
        if cell.model is None:
            return
        at = {
            **self.choices.at(),
            self.map.down: self.map.rows[row],
            self.map.across: self.map.columns[column],
        }
        self.network_chosen.emit(
            StudyNetwork(cell.model, _number(at.get("noise")), _mode(at.get("mode")), _about(cell))
        )

    # --- numbers ----------------------------------------------------------------------------------

    def data(self) -> dict[str, NDArray[Any]]:
        """Return the cells, one a row: values of both axes, mean, half the interval, seeds."""
        if self.map is None:
            return {}
        cells = [
            (self.map.rows[row], self.map.columns[column], cell.estimate)
            for row, line in enumerate(self.map.cells)
            for column, cell in enumerate(line)
            if cell.estimate is not None
        ]
        found = {self.map.across: _column([column for _, column, _ in cells])}
        if self.map.down != self.map.across:
            found[self.map.down] = _column([row for row, _, _ in cells])
        found[self.map.measure] = np.array([each.mean for *_, each in cells])
        halves = [np.nan if each.half is None else each.half for *_, each in cells]
        found["half_of_interval"] = np.array(halves)
        found["seeds"] = np.array([each.seeds for *_, each in cells])
        return found


def _about(cell: HeatCell) -> str:
    """Say which of the networks of a cell is opened."""
    seeds = 0 if cell.estimate is None else cell.estimate.seeds
    first = f", the first of {seeds} in this cell" if seeds > 1 else ""
    return f"This is the network of seed {cell.seed}{first}."


def _column(values: list[Cell]) -> NDArray[Any]:
    """Return values of an axis: as numbers, or as texts."""
    if all(isinstance(value, int | float) for value in values):
        return np.array(values, float)
    return np.array([value_text(value) for value in values])


def _number(value: Cell) -> float | None:
    return float(value) if isinstance(value, int | float) else None


def _mode(value: Cell) -> str | None:
    """Return a mode as the window knows it, where an average has no weight."""
    if not isinstance(value, str):
        return None
    return value.partition(":")[0] if value.startswith("average") else value
