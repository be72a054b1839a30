"""The transitions panel: which states follow which, as a matrix and as pictures."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QComboBox,
    QHBoxLayout,
    QVBoxLayout,
)

from dpcn_app.analysis.receptive_fields import state_pictures
from dpcn_app.analysis.transition_weights import steps_ahead, successors
from dpcn_app.analysis.usage import Usage
from dpcn_app.engine.network import Network
from dpcn_app.gui.panel import Context, Panel
from dpcn_app.gui.theme import Theme
from dpcn_app.gui.widgets.elided_label import WrappedLabel
from dpcn_app.gui.widgets.matrix import MatrixView
from dpcn_app.gui.widgets.strip import Item, Strip
from dpcn_app.gui.widgets.throttle import Throttle
from dpcn_app.live.naming import counted, moment, shown_network, state_name, with_sign
from dpcn_app.live.snapshot import Snapshot
from dpcn_app.live.transition_words import transition_words

_ROWS = 6
_SUCCESSORS = 5
_AHEAD = 7  # steps of the film
_FILM_MS = 250
_LOW = 64  # pixels: the least height of each part


class TransitionsPanel(Panel):
    """A as a matrix, and for some atoms at t−1 what they expect at t beside themselves."""

    name = "transitions"
    title = "Transitions"
    equation = "transition"
    explanation = (
        "What the network expects next; select an atom to see what it adds to itself, step by step."
    )

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._network: Network | None = None
        self._learning = False
        self._redraws, self._choices = Throttle(0.4), Throttle(2.0)
        self._usage = Usage()
        self._atom = context.selection.atom
        self._state: int | None = None  # selected above layer 1
        self._most_used: tuple[int, ...] = ()
        self.layer = QComboBox()
        self.layer.setAccessibleName("Layer whose transitions are shown")
        self.layer.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.layer.currentIndexChanged.connect(self._show_layer)
        self.note = WrappedLabel("What the transitions expect", 2)
        theme = context.themes.current
        self.matrix = MatrixView(theme, "Matrix A of the transitions", self._describe)
        self.matrix.chosen.connect(self._choose)
        self.strip = Strip(theme, "Atoms and what they expect beside themselves", arrow=True)
        self.strip.hint = "Waiting for the network…"
        self.strip.chosen.connect(self._choose)
        self.film = Strip(theme, "What is added to an atom, several steps ahead")
        self.film.hide()
        self.film.setMaximumHeight(130)
        self._film_step = 0
        self._running = QTimer(self)
        self._running.timeout.connect(self._run_film)
        self._running.start(_FILM_MS)
        controls = QHBoxLayout()
        controls.addWidget(self.layer)
        controls.addWidget(self.note, 1)
        self._halves = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._halves.addWidget(self.matrix, 2)
        pictures = QVBoxLayout()
        pictures.setSpacing(2)
        pictures.addWidget(self.strip, 1)
        pictures.addWidget(self.film, 1)
        for each in (self.matrix, self.strip, self.film):  # all are seen in a low dock
            each.setMinimumHeight(_LOW)
        self._halves.addLayout(pictures, 5)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(6, 2, 6, 2)
        layout.setSpacing(4)
        layout.addLayout(controls)
        layout.addLayout(self._halves, 1)

    def resizeEvent(self, event: QResizeEvent) -> None:
        wide = self.width() > self.height() * 1.1
        directions = QBoxLayout.Direction
        self._halves.setDirection(directions.LeftToRight if wide else directions.TopToBottom)
        super().resizeEvent(event)

    def show_snapshot(self, snapshot: Snapshot) -> None:
        network, learning = shown_network(snapshot)
        due = self._redraws.due()
        changed = learning != self._learning
        if changed or not learning or due:
            changed = changed or network is not self._network
            self._network, self._learning = network, learning
        self._list_layers()
        atom = self.context.selection.atom
        if atom != self._atom:
            self._atom = atom
            if atom is not None:
                self._turn_to(0)
        self._watch(snapshot, again=changed)
        self._draw()

    def _list_layers(self) -> None:
        assert self._network is not None
        depth = self._network.spec.depth
        if self.layer.count() != depth:
            chosen = self.layer.currentIndex()
            self.layer.blockSignals(True)
            self.layer.clear()
            self.layer.addItems([f"Layer {number}" for number in range(1, depth + 1)])
            self.layer.blockSignals(False)
            self._turn_to(int(np.clip(chosen, 0, depth - 1)))

    def _turn_to(self, number: int) -> None:
        self.layer.blockSignals(True)
        self.layer.setCurrentIndex(number)
        self.layer.blockSignals(False)

    def _show_layer(self) -> None:
        self._state = None
        if self.snapshot is not None:
            self._watch(self.snapshot, again=True)
            self._draw()

    def _watch(self, snapshot: Snapshot, *, again: bool) -> None:
        """Follow which states are used most; their rows change at most every two seconds."""
        assert self._network is not None
        number = self.layer.currentIndex()
        state = snapshot.views[0].state.layers[number]
        self._usage.watch(state.layer, (moment(snapshot), number), state.states)
        if again or not self._most_used or self._choices.due():
            use = self._usage.mean
            if self._learning or len(use) != self._network.layers[number].spec.states:
                use = np.abs(self._network.layers[number].A).sum(axis=0)
            self._most_used = tuple(int(k) for k in np.argsort(-use, kind="stable")[:_ROWS])

    def _selected(self) -> int | None:
        number = self.layer.currentIndex()
        assert self._network is not None
        state = self.context.selection.atom if number == 0 else self._state
        if state is None or state >= self._network.layers[number].spec.states:
            return None
        return state

    def _draw(self) -> None:
        network, number = self._network, self.layer.currentIndex()
        assert network is not None
        selected = self._selected()
        layer = network.layers[number]
        self.matrix.show_matrix(layer.A, layer.A)
        self.matrix.select(selected)
        shown = self._most_used
        if selected is not None:
            shown = (selected, *(state for state in shown if state != selected))
        self.strip.show_rows((network, number, shown), lambda: self._rows(network, number, shown))
        self.strip.select(selected)
        self.film.setVisible(selected is not None)
        self.film.show_rows(
            (network, number, -1 if selected is None else selected),
            lambda: self._film(network, number, selected),
        )
        if self._learning:
            still = np.array_equal(layer.A, np.eye(layer.spec.states))
            first = " C comes first: each state still expects exactly itself." if still else ""
            self.note.setText(f"Learning …{first}")
        else:
            self.note.setText(transition_words(layer.A, number, selected))

    def _rows(self, network: Network, number: int, shown: tuple[int, ...]) -> list[list[Item]]:
        layer, pictures = network.layers[number], state_pictures(network, number)
        lengths = np.sqrt(np.maximum(np.diag(layer.gram), 1e-12))
        rows = []
        for state in shown:
            name, kept = state_name(number, state), with_sign(float(layer.A[state, state]))
            about = f"{name} at t−1, which expects itself at t with weight {kept}"
            row = [Item(state, pictures[state], (f"itself {kept}",), about)]
            for successor, weight in successors(layer, state, _SUCCESSORS):
                alike = abs(layer.gram[state, successor]) / (lengths[state] * lengths[successor])
                description = (
                    f"{name} at t−1 → {state_name(number, successor)} at t · "
                    f"weight {with_sign(weight)} · likeness {alike:.2f}"
                )
                row.append(
                    Item(successor, pictures[successor], (with_sign(weight, 3),), description)
                )
            rows.append(row)
        return rows

    def _film(self, network: Network, number: int, state: int | None) -> list[list[Item]]:
        """Return what is expected beside the selected state itself, frame by frame."""
        if state is None:
            return []
        name = state_name(number, state)
        return [
            [
                Item(
                    step,
                    ahead.picture,
                    (f"t+{step}" if step else "t", f"itself {ahead.own:.2f}"),
                    f"after {counted(step, 'step')} {name} alone leaves itself with weight "
                    f"{ahead.own:.2f}, and others, drawn here, with {100 * ahead.others:.1f} % of "
                    "all weight"
                    if step
                    else f"{name} itself",
                )
                for step, ahead in enumerate(steps_ahead(network, number, state, _AHEAD))
            ]
        ]

    def _run_film(self) -> None:
        """Mark the next picture of the film; the first one follows the last."""
        if self.can_be_seen and self.film.rows:
            self._film_step = (self._film_step + 1) % (_AHEAD + 1)
            self.film.select(self._film_step)

    def _describe(self, row: int, column: int) -> str:
        number = self.layer.currentIndex()
        value = float(self.matrix.matrix[row, column])
        names = state_name(number, column), state_name(number, row)
        return f"{names[0]} at t−1 → {names[1]} at t · weight {with_sign(value, 3)}"

    def _choose(self, state: int) -> None:
        if self.layer.currentIndex() == 0:
            self.context.selection.select_atom(state)
        else:
            self._state = None if state == self._state else state
            self._draw()

    def use_theme(self, theme: Theme) -> None:
        self.matrix.use_theme(theme)
        self.strip.use_theme(theme)
        self.film.use_theme(theme)

    def data(self) -> dict[str, NDArray[Any]]:
        if self._network is None:
            return {}
        layer = self._network.layers[self.layer.currentIndex()]
        shown = [row[0].index for row in self.strip.rows]
        pairs = [successors(layer, state, _SUCCESSORS) for state in shown]
        film = [item.picture for row in self.film.rows for item in row]
        return {
            **({"film": np.stack(film)} if film else {}),
            "A": layer.A,
            "shown": np.array(shown, dtype=int),
            "successors": np.array([[index for index, _ in row] for row in pairs], dtype=int),
            "weights": np.array([[weight for _, weight in row] for row in pairs]),
        }

    def table(self) -> dict[str, NDArray[Any]]:
        """Return a row for each pair of states: from which, to which, with which weight."""
        if self._network is None:
            return {}
        weights = self._network.layers[self.layer.currentIndex()].A
        to, origin = np.indices(weights.shape).reshape(2, -1) + 1
        return {"from": origin, "to": to, "weight": weights.reshape(-1)}
